import {
  type ColumnMapping,
  LEAD_COLUMNS,
  type LeadColumn,
  missingColumns,
} from '#shared/features/leads/lead-csv.columns.ts';
import type { CsvFile } from '#shared/features/leads/lead-csv.file.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Preview, WrongRow } from './import-file.ts';
import { columnName, counted } from './import-words.ts';

const SHOWN = 5;
/** The fields that best distinguish leads. */
const GLANCE: readonly LeadColumn[] = ['email', 'phone', 'address', 'perimeter'];

interface ColumnsProps {
  file: CsvFile;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}

/** Lets the contractor match the file's columns to fields. Shows the first value of each column. */
function Columns({ file, mapping, onChange }: ColumnsProps) {
  const sample = (at: number) => file.rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? '';
  const unused = file.head.filter((name, at) => name !== '' && !Object.values(mapping).includes(at));
  const set = (id: LeadColumn, value: string) => {
    const { [id]: _before, ...others } = mapping;
    onChange(value === '' ? others : { ...others, [id]: Number(value) });
  };
  return (
    <details className="import-columns" open={missingColumns(mapping) !== null}>
      <summary>
        Columns{' '}
        <span className="sm muted font-normal">
          {Object.keys(mapping).length} of {file.head.length} used
        </span>
      </summary>
      <div className="import-grid">
        {LEAD_COLUMNS.map(({ id, label }) => (
          <Field key={id} label={label} hint={mapping[id] === undefined ? undefined : sample(mapping[id]) || 'Empty'}>
            <Select value={mapping[id] ?? ''} onChange={(event) => set(id, event.target.value)}>
              <option value="">Not in the file</option>
              {file.head.map((name, at) => (
                <option key={at} value={at}>
                  {name || `Column ${at + 1}`}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      {unused.length > 0 && <p className="sm muted">Columns not imported: {unused.join(', ')}.</p>}
    </details>
  );
}

/** A preview of the first rows as leads. */
const FirstRows = ({ preview }: { preview: Preview }) => (
  <div className="stack-s">
    <h3>First rows</h3>
    <ul className="import-rows">
      {preview.ready.slice(0, SHOWN).map(({ number, lead }) => (
        <li key={number}>
          <b>{lead.name?.trim() || [lead.firstName, lead.lastName].filter(Boolean).join(' ')}</b>
          <span className="sm muted">
            {GLANCE.map((id) => lead[id]?.trim())
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </div>
);

/** Lists the errors, each with its row, its field and a fix. */
export const WrongRows = ({ wrong }: { wrong: readonly WrongRow[] }) => (
  <ul className="import-rows">
    {wrong.slice(0, SHOWN).map(({ number, fields }) => (
      <li key={number}>
        <b className="num">Row {number}</b>
        <span className="sm">
          {Object.entries(fields)
            .map(([field, words]) => `${columnName(field)}: ${words}`)
            .join('. ')}
          .
        </span>
      </li>
    ))}
    {wrong.length > SHOWN && <li className="sm muted">and {counted(wrong.length - SHOWN, 'more row', 'more rows')}</li>}
  </ul>
);

interface CheckProps extends ColumnsProps {
  preview: Preview;
  duplicates: 'skip' | 'add';
  onDuplicates: (choice: 'skip' | 'add') => void;
}

/** The second step: the new leads, the rows with errors, and the field that each column is imported into. */
export function ImportCheck({ file, mapping, onChange, preview, duplicates, onDuplicates }: CheckProps) {
  const missing = missingColumns(mapping);
  const { ready, wrong, consents } = preview;
  return (
    <>
      {missing !== null && <Note tone="pine">{missing}.</Note>}
      <Columns file={file} mapping={mapping} onChange={onChange} />
      {missing === null && (
        <>
          {ready.length > 0 && <FirstRows preview={preview} />}
          {wrong.length > 0 && (
            <div className="stack-s">
              <h3>{counted(wrong.length, 'row has', 'rows have')} a problem</h3>
              <WrongRows wrong={wrong} />
              <p className="sm muted">
                These rows won’t be imported. After the import, you can download and fix them, then import them again.
              </p>
            </div>
          )}
          <div className="stack-s">
            <h3>Leads you already have</h3>
            <Segmented
              label="Rows that match a lead’s email or phone"
              value={duplicates}
              onChange={onDuplicates}
              options={[
                { value: 'skip', label: 'Leave out' },
                { value: 'add', label: 'Add now, merge later' },
              ]}
            />
            <p className="sm muted">
              {duplicates === 'skip'
                ? 'Rows that match a lead’s email or phone won’t be added. They’ll be listed after the import.'
                : 'These rows will be added as leads. You can merge the duplicates later.'}
            </p>
          </div>
          <p className="sm muted">
            {consents === 0
              ? 'None of the rows show consent to texts, so automated texts stay off for these leads.'
              : `${counted(consents, 'row shows', 'rows show')} consent to texts. By importing, you confirm that ${consents === 1 ? 'this homeowner' : 'these homeowners'} agreed to automated texts. Automated texts stay off for all other leads.`}{' '}
            Opt-outs are kept.
          </p>
        </>
      )}
    </>
  );
}
