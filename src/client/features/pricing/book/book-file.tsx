import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { decodeCsv } from '#shared/features/leads/lead-csv.file.ts';
import { problemOf, sayFailed } from '../../../lib/errors.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';

/** Sorts 'rows.7' by its number. The file's own fault comes first. */
const byRow = ([one]: [string, string], [other]: [string, string]): number =>
  Number(one.slice(5) || 0) - Number(other.slice(5) || 0);
const rowName = (path: string): string => (path.startsWith('rows.') ? `Row ${path.slice(5)}: ` : '');

/** Downloads the price book as CSV, and replaces it with a file. Faults are listed by row. */
export function BookFile({ dirty }: { dirty: boolean }) {
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<[string, string][]>([]);
  const load = trpc.pricing.importBook.useMutation({
    onSuccess: () => {
      setFaults([]);
      toast.done('Price book imported');
      return utils.pricing.get.invalidate();
    },
    onError: (error) => {
      const { fields, message } = problemOf(error);
      const named = Object.entries(fields).toSorted(byRow);
      setFaults(named.length > 0 ? named : [['', message]]);
    },
  });
  const download = async () => {
    try {
      saveFile('price-book.csv', (await utils.client.pricing.exportBook.query()).csv);
    } catch (error) {
      sayFailed('We couldn’t export your price book', error);
    }
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    const csv = decodeCsv(new Uint8Array(await file.arrayBuffer()));
    load.mutate({ csv });
  };
  return (
    <section className="stack-s" aria-labelledby="book-file-title">
      <h2 id="book-file-title">Spreadsheet</h2>
      <p className="sm muted">
        Export your price book, change it in a spreadsheet, and import it. Importing replaces the whole book.
      </p>
      <div className="row flex-wrap">
        <Button icon={<Download className="i" aria-hidden />} onClick={() => void download()}>
          Export CSV
        </Button>
        <Button
          icon={<Upload className="i" aria-hidden />}
          working={load.isPending}
          workingText="Importing..."
          onClick={() => (dirty ? toast.error('Save or discard your changes first') : input.current?.click())}
        >
          Import CSV
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="Price book file"
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {faults.length > 0 && (
        <div className="stack-s" role="alert">
          <FieldError>Nothing was imported. Fix the file, then import it again</FieldError>
          <ul className="book-faults">
            {faults.map(([path, message]) => (
              <li key={path}>
                <b>{rowName(path)}</b>
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
