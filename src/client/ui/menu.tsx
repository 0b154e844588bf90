import { cloneElement, type ComponentProps, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | { kind: 'choice'; label: string; icon?: ReactNode; chosen: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | { kind: 'text'; content: ReactNode }
  | { kind: 'rule' };

export interface MenuProps {
  /** A `Button` or `IconButton` whose label says what the menu is for. */
  trigger: ReactElement<ComponentProps<'button'>>;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}

const load = () => import('./menu-content.tsx');
const MenuContent = lazy(load);

/** A menu behind a button. Radix is fetched when the button is first pointed at or focused, not with the page. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const waiting = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setWanted(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setWanted(true);
    },
  });
  return wanted ? (
    <Suspense fallback={waiting}>
      <MenuContent {...props} />
    </Suspense>
  ) : (
    waiting
  );
}
