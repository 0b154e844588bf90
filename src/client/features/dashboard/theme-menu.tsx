import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

const THEMES = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
  { theme: 'system', label: 'System', Icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];

/** Lets the user choose a theme: light, dark, or the system default. */
export function ThemeMenu() {
  const chosen = useTheme();
  const { Icon } = THEMES.find(({ theme }) => theme === chosen) ?? THEMES[2];
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Icon className="i" aria-hidden />
        </IconButton>
      }
      title="Theme"
      entries={THEMES.map(({ theme, label, Icon: One }) => ({
        kind: 'choice',
        label,
        icon: <One className="i" aria-hidden />,
        chosen: theme === chosen,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  );
}
