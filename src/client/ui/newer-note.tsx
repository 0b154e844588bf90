import { Note } from './banner.tsx';
import { Button } from './button.tsx';

interface NewerNoteProps {
  /** The field's name, such as 'Gate price'. */
  what: string;
  /** The current stored value. Omit it if it's too long. */
  now?: string;
  onTake: () => void;
}

/** Before the user saves, warns that another window changed the field they're editing. */
export function NewerNote({ what, now, onTake }: NewerNoteProps) {
  return (
    <Note tone="pine">
      <div className="row between flex-wrap">
        <p className="grow" role="status">
          <b>
            {what} {what.startsWith('These ') ? 'were' : 'was'} changed in another window
            {now === undefined ? '' : ` to ${now}`}.
          </b>{' '}
          Saving here will replace that change.
        </p>
        <Button onClick={onTake}>{now === undefined ? 'Use the other version' : `Use ${now}`}</Button>
      </div>
    </Note>
  );
}
