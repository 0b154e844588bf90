import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { keepFocus } from './keep-focus.ts';
import './save-bar.css';
import { DiscardQuestion, Unsaved } from './unsaved.tsx';

interface SaveBarProps {
  /** True while the form differs from what is saved. */
  dirty: boolean;
  /** What the form changes, as it goes on after 'Your changes to': 'the prices', 'your company details'. */
  what: string;
  saving: boolean;
  /** Puts the form back to what is saved, and forgets what was kept. */
  onDiscard: () => void;
  /** 'Save' and a noun. */
  label?: string;
  /** Id of the form, where the bar stands outside it. */
  form?: string;
}

/**
 * At the foot of a settings form, as its last child, or with `form` at the foot of the page: appears while something is unsaved, stays in sight, saves by
 * submitting the form, and guards the way out (`Unsaved`).
 */
export function SaveBar(props: SaveBarProps) {
  const { dirty, what, onDiscard } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      {/* there from the start, so that the change in it is read aloud */}
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

function Bar({ saving, onDiscard, label = 'Save changes', form }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // the focus must not fall off the page with the button that was pressed
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="savebar" ref={bar}>
      <b className="grow desk">Unsaved changes</b>
      {/* a field that is checked when it is left would move the bar before the click ends */}
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
