import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import type { MenuProps } from '../../ui/menu.tsx';
import MenuContent from '../../ui/menu-content.tsx';

const THEMES = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
  { theme: 'system', label: 'System', Icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];

/** The themes, with the chosen one marked. */
export default function ThemeMenuEntries({ trigger }: Pick<MenuProps, 'trigger'>) {
  const chosen = useTheme();
  return (
    <MenuContent
      trigger={trigger}
      title="Theme"
      entries={THEMES.map(({ theme, label, Icon }) => ({
        kind: 'choice',
        label,
        icon: <Icon className="i" aria-hidden />,
        chosen: theme === chosen,
        onSelect: () => chooseTheme(theme),
      }))}
    />
  );
}
