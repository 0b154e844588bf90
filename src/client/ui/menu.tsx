import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../lib/parts.ts';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | { kind: 'choice'; label: string; icon?: ReactNode; chosen: boolean; onSelect: () => void }
  /** A link. `count` is shown in a badge, unless it's 0. */
  | { kind: 'link'; label: string; icon?: ReactNode; to: string; count?: number | undefined }
  | { kind: 'text'; content: ReactNode }
  | { kind: 'rule' };

type Trigger = ReactElement<ComponentProps<'button'>>;

export interface MenuProps {
  /** A `Button` or `IconButton`. Its label says what the menu is for. */
  trigger: Trigger;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  /**
   * The title of a menu with many entries. On phones, such a menu opens at the bottom of the screen, where all entries
   * fit. The title is above them.
   */
  title?: string;
}

interface LazyMenuProps {
  trigger: Trigger;
  /** Loads the code for `children`. Called when the button is first hovered or focused. */
  load: () => Promise<unknown>;
  /** Renders the open menu with the given trigger. Use a lazy component around `MenuContent`. */
  children: (trigger: Trigger) => ReactNode;
}

/**
 * A menu for lists. Its entries are loaded only when its button is first hovered or focused, so that a list with many
 * menus loads quickly.
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

/** A button that opens a menu. Radix isn't loaded until the button is first hovered or focused. */
export const Menu = (props: MenuProps) => (
  <LazyMenu trigger={props.trigger} load={loadContent}>
    {() => <MenuContent {...props} />}
  </LazyMenu>
);
