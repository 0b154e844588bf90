import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { keepFocus } from './keep-focus.ts';
import './save-bar.css';
import { DiscardQuestion, Unsaved } from './unsaved.tsx';

interface SaveBarProps {
  /** True while the form differs from the saved values. */
  dirty: boolean;
  /** What the changes apply to. It completes 'Your changes to …': 'the prices', 'your company details'. */
  what: string;
  /** The labels of the changed fields, if the form has more than one. */
  changed?: readonly string[];
  saving: boolean;
  /** Resets the form to the saved values and deletes the typed values that this browser tab stored. */
  onDiscard: () => void;
  /** The button's label: 'Save' and a noun. */
  label?: string;
  /** The ID of the form, if the bar is outside it. */
  form?: string;
}

/**
 * The bar that saves a settings form. It's the form's last child or, with `form`, at the bottom of the page. It's
 * visible while there are unsaved changes. Its button submits the form. If the user tries to leave the page, it asks
 * for confirmation first (`Unsaved`).
 */
export function SaveBar(props: SaveBarProps) {
  const { dirty, what, onDiscard } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      {/* Always rendered, so that screen readers announce changes in it. */}
      <output className="sr-only">{dirty ? 'Unsaved changes' : ''}</output>
      {dirty && <Bar {...props} onDiscard={() => setAsking(true)} />}
      <Unsaved dirty={dirty} what={what} onDiscard={onDiscard} />
      <DiscardQuestion
        open={asking}
        what={what}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    </>
  );
}

/** Returns text such as 'Unsaved changes: phone and time zone'. */
const changedText = (changed: readonly string[]): string =>
  changed.length === 0
    ? 'Unsaved changes'
    : `Unsaved changes: ${new Intl.ListFormat('en-US').format(changed.map((name) => name.charAt(0).toLowerCase() + name.slice(1)))}`;

function Bar({ saving, onDiscard, changed = [], label = 'Save changes', form }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so focus moves to another element.
  useLayoutEffect(() => {
    const element = bar.current;
    // The bar must not cover the field that is being edited, so `scroll-padding` reserves its height.
    if (document.activeElement?.matches('input, select, textarea'))
      document.activeElement.scrollIntoView({ block: 'nearest' });
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="savebar" ref={bar}>
      <b className={changed.length === 0 ? 'savebar-what desk' : 'savebar-what'}>{changedText(changed)}</b>
      {/* Without this, checking the field when it loses focus could move the bar before the click ends. */}
      <Button variant="quiet" onClick={onDiscard} onMouseDown={keepFocus}>
        Discard
      </Button>
      <Button
        variant="primary"
        type="submit"
        form={form}
        working={saving}
        workingText="Saving..."
        onMouseDown={keepFocus}
      >
        {label}
      </Button>
    </div>
  );
}
