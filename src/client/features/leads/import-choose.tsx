import { FileUp } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { usePhone } from '../../lib/media.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { type Chosen, exampleFile, readChosenFile, readPasted } from './import-file.ts';

interface ChooseProps {
  onChosen: (chosen: Exclude<Chosen, { problem: string }>) => void;
  /** The pasted text. The dialog stores it, so that it's still there when the contractor returns to this step. */
  pasted: string;
  onPaste: (text: string) => void;
  /** The file input, which the footer's button opens on phones. */
  fileInput: RefObject<HTMLInputElement | null>;
}

/** The first step: drop or choose a file, or paste rows. */
export function ImportChoose({ onChosen, pasted, onPaste, fileInput }: ChooseProps) {
  const id = useId();
  const phone = usePhone();
  const [problem, setProblem] = useState<{ at: 'file' | 'paste'; words: string } | null>(null);
  const [pasting, setPasting] = useState(pasted !== '');
  const take = (at: 'file' | 'paste', chosen: Chosen) => {
    setProblem('problem' in chosen ? { at, words: `${chosen.problem}.` } : null);
    if (!('problem' in chosen)) onChosen(chosen);
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      take('file', await readChosenFile(file));
    } catch {
      take('file', { problem: 'We couldn’t open this file. Close it in other programs and choose it again' });
    }
  };
  const input = (
    <input
      id={id}
      ref={fileInput}
      type="file"
      // On phones, a button in the footer opens the file input.
      hidden={phone}
      aria-label={phone ? 'CSV file' : undefined}
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      aria-invalid={problem?.at === 'file' || undefined}
      aria-describedby={problem?.at === 'file' ? `${id}-problem` : undefined}
      onChange={(event) => {
        const chosen = event.currentTarget;
        // Resets the input, so that the same file can be chosen again after it's fixed.
        void takeFile(chosen.files?.[0]).then(() => void (chosen.value = ''));
      }}
    />
  );
  return (
    <>
      <p>No one is messaged when you import leads.</p>
      <div className="stack-s">
        {phone ? (
          <>
            {input}
            <p className="sm muted">Choose a CSV file of up to 10,000 leads and 5&nbsp;MB.</p>
          </>
        ) : (
          <label className="import-drop" htmlFor={id}>
            <span className="btn btn-primary">
              <FileUp className="i" aria-hidden />
              Choose a CSV file
            </span>
            <span className="sm muted">or drop it here. Up to 10,000 leads and 5&nbsp;MB.</span>
            {input}
          </label>
        )}
        {problem?.at === 'file' && <FieldError id={`${id}-problem`}>{problem.words}</FieldError>}
      </div>
      <div>
        <button type="button" className="import-example" onClick={() => saveFile('leads-example.csv', exampleFile())}>
          Download an example
        </button>
        <p className="sm muted">In Excel, choose File, Save As, CSV. In Google Sheets, choose File, Download, CSV.</p>
      </div>
      {pasting ? (
        <div className="stack-s">
          <Field
            label="Rows"
            hint="Include column names in the first row."
            error={problem?.at === 'paste' ? problem.words : undefined}
          >
            <Textarea rows={6} value={pasted} onChange={(event) => onPaste(event.target.value)} />
          </Field>
          <Button className="justify-self-start" onClick={() => take('paste', readPasted(pasted))}>
            Read rows
          </Button>
        </div>
      ) : (
        <Button className="justify-self-start" onClick={() => setPasting(true)}>
          Paste rows instead
        </Button>
      )}
    </>
  );
}
