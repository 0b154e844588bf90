import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SideNav } from './side-nav.tsx';

/** The side menu on phones: a sheet that opens from the left, 18rem wide. */
export default function NavSheet({ onClose, ...nav }: ComponentProps<typeof SideNav> & { onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title="Menu" side="left">
      <div className="side side-sheet">
        <IconButton label="Close menu" className="nav-close" onClick={onClose}>
          <X className="i" aria-hidden />
        </IconButton>
        <SideNav {...nav} onNavigate={onClose} />
      </div>
    </Sheet>
  );
}
