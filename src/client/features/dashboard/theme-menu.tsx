import { SunMoon } from 'lucide-react';
import { lazy } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/menu.tsx';

const load = () => import('./theme-menu-entries.tsx');
const ThemeMenuEntries = lazy(load);

/** Lets the user choose a theme: light, dark, or the system default. */
export const ThemeMenu = () => (
  <LazyMenu
    load={load}
    trigger={
      <IconButton label="Theme">
        <SunMoon className="i" aria-hidden />
      </IconButton>
    }
  >
    {(trigger) => <ThemeMenuEntries trigger={trigger} />}
  </LazyMenu>
);
