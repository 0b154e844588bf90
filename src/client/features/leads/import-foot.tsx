import { usePhone } from '../../lib/media.ts';
import { Button } from '../../ui/button.tsx';
import { DialogClose } from '../../ui/dialog.tsx';
import { counted } from './import-words.ts';
import type { ImportState, useImport } from './use-import.ts';

interface FootProps {
  run: ReturnType<typeof useImport>;
  /** The number of leads that can be added, and the number of rows in the file (null before a file is chosen). */
  ready: number;
  rows: number | null;
  onChoose: () => void;
  onBack: () => void;
  onBegin: () => void;
  onClose: () => void;
}

const Progress = ({ state: { answered, total } }: { state: ImportState }) => (
  <div className="import-progress">
    <progress value={answered} max={Math.max(total, 1)} aria-label="Import" />
    <span role="status" className="sm num">
      {answered.toLocaleString('en-US')} of {counted(total, 'row')}
    </span>
  </div>
);

/** Each step's buttons, and the progress. */
export function ImportFoot({ run, ready, rows, onChoose, onBack, onBegin, onClose }: FootProps) {
  const phone = usePhone();
  const { stop, finish, resume } = run;
  switch (run.state.stage) {
    case 'idle':
      return rows === null ? (
        <>
          <span className="grow" />
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          {phone && (
            <Button variant="primary" onClick={onChoose}>
              Choose a CSV file
            </Button>
          )}
        </>
      ) : (
        <>
          <span className="sm muted grow" role="status">
            {counted(ready, 'lead')} of {counted(rows, 'row')}
          </span>
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" onClick={onBegin}>
            Import {counted(ready, 'lead')}
          </Button>
        </>
      );
    case 'running':
      return (
        <>
          <Button onClick={stop}>Stop</Button>
          <Progress state={run.state} />
        </>
      );
    case 'failed':
      return (
        <>
          <Button onClick={finish}>Stop</Button>
          <Progress state={run.state} />
          <Button variant="primary" onClick={resume}>
            Continue
          </Button>
        </>
      );
    case 'stopped':
    case 'done':
      return (
        <>
          <span className="grow" />
          {/* The second press of a double click on 'Import' may land on this button. */}
          <Button variant="primary" onClick={(event) => event.detail < 2 && onClose()}>
            Done
          </Button>
        </>
      );
  }
}
