import { Link } from '../../lib/router.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { RowNotes } from './import-check.tsx';
import { fileOfWrong, type WrongRow } from './import-file.ts';
import { columnName, counted } from './import-words.ts';
import { useLeadsAddress } from './leads-address.ts';
import type { ImportState } from './use-import.ts';

const SHOWN = 20;

interface SummaryProps {
  state: ImportState;
  head: readonly string[];
  wrong: readonly WrongRow[];
  onFollowUp: () => void;
}

/** Shows the import's result. */
export function ImportSummary({ state, head, wrong, onFollowUp }: SummaryProps) {
  const { linkTo } = useLeadsAddress();
  const { added, already, left: moved } = state.result;
  const left = state.total - state.answered;
  return (
    <>
      <p role="status" className="total-s">
        {counted(added.length, 'lead')} added
      </p>
      {added.length > 0 && (
        <Button className="justify-self-start" onClick={onFollowUp}>
          Start follow-ups for the imported leads
        </Button>
      )}
      {left > 0 && (
        <p>{counted(left, 'row was', 'rows were')} not processed. Import the same file again for the rest.</p>
      )}
      {moved.length > 0 && (
        <div className="stack-s">
          <h3>{counted(moved.length, 'lead has', 'leads have')} something new in the notes</h3>
          <RowNotes rows={moved} />
        </div>
      )}
      {already.length > 0 && (
        <div className="stack-s">
          <h3>{counted(already.length, 'row matches a lead', 'rows match leads')} you already have</h3>
          <ul className="import-rows">
            {already.slice(0, SHOWN).map(({ number, name, leadId }) => (
              <li key={number}>
                <b className="num">Row {number}</b>
                {leadId === null ? (
                  <span>{name}</span>
                ) : (
                  <Link to={linkTo({ lead: leadId, dialog: null })} keepScroll>
                    {name}
                  </Link>
                )}
              </li>
            ))}
            {already.length > SHOWN && (
              <li className="sm muted">and {counted(already.length - SHOWN, 'more row', 'more rows')}</li>
            )}
          </ul>
        </div>
      )}
      {wrong.length > 0 && (
        <div className="stack-s">
          <h3>{counted(wrong.length, 'row was', 'rows were')} left out</h3>
          <RowNotes rows={wrong} />
          <Button
            className="justify-self-start"
            onClick={() => saveFile('leads-to-fix.csv', fileOfWrong(head, wrong, columnName))}
          >
            Download {counted(wrong.length, 'row', 'rows')} to fix
          </Button>
        </div>
      )}
    </>
  );
}
