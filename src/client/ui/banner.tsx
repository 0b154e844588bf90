import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** Something failed, said where it failed: an icon, a sentence and what fixes it. */
export function Banner({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="note note-flag items-center" role="alert">
      <CircleAlert className="i" aria-hidden />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}

/** Something to know, quietly. `tone` pine: wants attention; chalk: information. */
export function Note({ tone, icon, children }: { tone?: 'pine' | 'chalk'; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className={tone ? `note note-${tone}` : 'note'}>
      {icon ?? <Info className="i" aria-hidden />}
      <div className="grow">{children}</div>
    </div>
  );
}
