import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../lib/parts.ts';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | { kind: 'choice'; label: string; icon?: ReactNode; chosen: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | { kind: 'text'; content: ReactNode }
  | { kind: 'rule' };

type Trigger = ReactElement<ComponentProps<'button'>>;

export interface MenuProps {
  /** A `Button` or `IconButton` with a label for the menu's purpose. */
  trigger: Trigger;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}

interface LazyMenuProps {
  trigger: Trigger;
  /** Loads the code of `children`; called when the button is first pointed at or focused. */
  load: () => Promise<unknown>;
  /** The opened menu: a lazy component around `MenuContent`, which gets the trigger. */
  children: (trigger: Trigger) => ReactNode;
}

/**
 * A menu whose entries are loaded when its button is first pointed at or focused, so that a list with many menus stays
 * small.
 */
export function LazyMenu({ trigger, load, children }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const waiting = cloneElement(trigger, {
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
  return wanted ? <Suspense fallback={waiting}>{children(trigger)}</Suspense> : waiting;
}

const loadContent = () => import('./menu-content.tsx');
const MenuContent = lazyPart(loadContent);

/** A menu with a button. Radix is loaded when the button is first pointed at or focused, not with the page. */
export const Menu = (props: MenuProps) => (
  <LazyMenu trigger={props.trigger} load={loadContent}>
    {() => <MenuContent {...props} />}
  </LazyMenu>
);
