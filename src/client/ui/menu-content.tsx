import { Check, X } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type PointerEvent, useRef } from 'react';
import { usePhone } from '../lib/media.ts';
import { Link } from '../lib/router.tsx';
import type { MenuEntry, MenuProps } from './menu.tsx';
import './menu-sheet.css';

const key = (entry: MenuEntry, index: number) => ('label' in entry ? entry.label : `entry-${index}`);

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'rule':
      return <Radix.Separator className="menu-rule" />;
    case 'text':
      return <Radix.Label className="menu-label">{entry.content}</Radix.Label>;
    case 'link':
      return (
        <Radix.Item className="menu-item" asChild>
          <Link to={entry.to}>
            {entry.icon}
            {entry.label}
            {Boolean(entry.count) && <span className="badge num ml-auto">{entry.count?.toLocaleString('en-US')}</span>}
          </Link>
        </Radix.Item>
      );
    case 'choice':
      return (
        <Radix.CheckboxItem className="menu-item" checked={entry.chosen} onSelect={entry.onSelect}>
          {entry.icon}
          <span className="grow">{entry.label}</span>
          {entry.chosen && <Check className="i" aria-hidden />}
        </Radix.CheckboxItem>
      );
    case 'action':
      return (
        <Radix.Item className={entry.danger ? 'menu-item menu-item-danger' : 'menu-item'} onSelect={entry.onSelect}>
          {entry.icon}
          {entry.label}
        </Radix.Item>
      );
  }
}

/** A menu's minimum distances in px from the screen's edges. On phones, it stays above the bar at the bottom. */
const roomAround = (phone: boolean) => ({ top: 8, left: 8, right: 8, bottom: phone ? 84 : 8 });

/**
 * Ignores a mouse button that is released over the menu but wasn't pressed there. A menu at the bottom of the screen
 * can open under the pointer. Radix would then choose the item under the pointer.
 */
function useOwnPresses() {
  const pressed = useRef(false);
  return {
    onPointerDownCapture: () => {
      pressed.current = true;
    },
    onPointerUpCapture: (event: PointerEvent) => {
      if (!pressed.current) event.stopPropagation();
      pressed.current = false;
    },
  };
}

/** An open menu, built with Radix. Its code is loaded when the menu's button is first hovered or focused. */
export default function MenuContent({ trigger, entries, align = 'end', title }: MenuProps) {
  const phone = usePhone();
  const sheet = phone && title !== undefined;
  const ownPresses = useOwnPresses();
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {sheet && (
        <Radix.Portal>
          <div className="scrim scrim-over" />
        </Radix.Portal>
      )}
      <Radix.Portal>
        <Radix.Content
          className={sheet ? 'menu menu-sheet' : 'menu'}
          align={align}
          sideOffset={6}
          collisionPadding={roomAround(phone)}
          {...(sheet && ownPresses)}
        >
          {sheet && <Radix.Label className="menu-title">{title}</Radix.Label>}
          {entries.map((entry, index) => (
            <Entry key={key(entry, index)} entry={entry} />
          ))}
          {sheet && (
            <Radix.Item className="btn btn-quiet btn-icon menu-close" aria-label="Close">
              <X className="i" aria-hidden />
            </Radix.Item>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
