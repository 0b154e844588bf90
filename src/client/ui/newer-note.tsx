import { Note } from './banner.tsx';
import { Button } from './button.tsx';

interface NewerNoteProps {
  /** The field: 'Gate price'. */
  what: string;
  /** What stands there by now; left out where it is too long to be shown. */
  now?: string;
  onTake: () => void;
}

/** Says that what is being typed here was changed in another window, before saving replaces it. */
export function NewerNote({ what, now, onTake }: NewerNoteProps) {
  return (
    <Note tone="pine">
      <div className="row between flex-wrap">
        <p className="grow" role="status">
          <b>
            {what} was changed in another window{now === undefined ? '' : ` to ${now}`}.
          </b>{' '}
          Saving here replaces that.
        </p>
        <Button onClick={onTake}>{now === undefined ? 'Use the other version' : `Use ${now}`}</Button>
      </div>
    </Note>
  );
}
