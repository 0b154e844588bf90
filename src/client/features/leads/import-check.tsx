import {
  type ColumnMapping,
  hasNames,
  LEAD_COLUMNS,
  type LeadColumn,
  missingColumns,
} from '#shared/features/leads/lead-csv.known-columns.ts';
import type { CsvFile } from '#shared/features/leads/lead-csv.file.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Preview } from './import-file.ts';
import { columnName, counted } from './import-words.ts';

const SHOWN = 5;
interface ColumnsProps {
  file: CsvFile;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
  /** Chooses the row with the column names, by its number. Null if the file has none. */
  onHeading: (number: number | null) => void;
}

/** The first rows, one of which has the column names. */
const TOP_ROWS = 10;

function HeadingRow({ file, onHeading }: Pick<ColumnsProps, 'file' | 'onHeading'>) {
  const shown = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean);
  const rows = file.lines.slice(0, TOP_ROWS);
  const chosen = file.lines.find(({ number }) => number === file.headNumber);
  return (
    <Field label="Column names" hint="Rows above them aren’t imported.">
      <Select
        value={file.headNumber ?? ''}
        onChange={(event) => onHeading(event.target.value === '' ? null : Number(event.target.value))}
      >
        {[...rows, ...(chosen && !rows.includes(chosen) ? [chosen] : [])].map(({ number, cells }) => (
          <option key={number} value={number}>
            Row {number}: {shown(cells).join(', ').slice(0, 60)}
          </option>
        ))}
        <option value="">None. The first row is a lead</option>
      </Select>
    </Field>
  );
}

/** Lets the contractor match the file's columns to fields. Shows the first value of each column. */
function Columns({ file, mapping, onChange, onHeading }: ColumnsProps) {
  const nameOf = (at: number) => file.head[at] || `Column ${at + 1}`;
  const sample = (at: number) => file.rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() || 'Empty';
  const used = new Set(Object.values(mapping).flatMap((sources) => sources.map(({ at }) => at)));
  const unused = file.head.filter((name, at) => name !== '' && !used.has(at));
  const set = (id: LeadColumn, value: string) => {
    const { [id]: _before, ...others } = mapping;
    onChange(value === '' ? others : { ...others, [id]: [{ at: Number(value), place: '' }] });
  };
  const hintOf = (id: LeadColumn) => {
    const [first, ...more] = mapping[id] ?? [];
    if (!first) return undefined;
    return more.length === 0
      ? sample(first.at)
      : `${sample(first.at)}, else ${more.map(({ at }) => nameOf(at)).join(', ')}`;
  };
  return (
    <details className="import-columns" open={missingColumns(mapping) !== null}>
      <summary>
        Columns{' '}
        <span className="sm muted font-normal">
          {used.size} of {file.head.length} used
        </span>
      </summary>
      <HeadingRow file={file} onHeading={onHeading} />
      <div className="import-grid">
        {LEAD_COLUMNS.map(({ id, label }) => (
          <Field key={id} label={label} hint={hintOf(id)}>
            <Select value={mapping[id]?.[0]?.at ?? ''} onChange={(event) => set(id, event.target.value)}>
              <option value="">Not in the file</option>
              {file.head.map((_name, at) => (
                <option key={at} value={at}>
                  {nameOf(at)}
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
      {preview.ready.slice(0, SHOWN).map(({ number, row }) => (
        <li key={number}>
          <b>{row.name}</b>
          <span className="sm muted">
            {[row.email, row.phone && formatPhone(row.phone), row.address, row.perimeter && formatFeet(row.perimeter)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </div>
);

/** Lists rows, each with what to know about its fields. */
export const RowNotes = ({ rows }: { rows: readonly { number: number; fields: FieldErrors }[] }) => (
  <ul className="import-rows">
    {rows.slice(0, SHOWN).map(({ number, fields }) => (
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
    {rows.length > SHOWN && <li className="sm muted">and {counted(rows.length - SHOWN, 'more row', 'more rows')}</li>}
  </ul>
);

interface CheckProps extends ColumnsProps {
  preview: Preview;
  duplicates: 'skip' | 'add';
  onDuplicates: (choice: 'skip' | 'add') => void;
}

/** The second step: the new leads, the rows with errors, and the field that each column is imported into. */
export function ImportCheck({ preview, duplicates, onDuplicates, ...columns }: CheckProps) {
  const { mapping } = columns;
  const missing = missingColumns(mapping);
  const { ready, wrong, consents } = preview;
  const left = ready.flatMap(({ number, left: fields }) =>
    Object.keys(fields).length > 0 ? [{ number, fields }] : [],
  );
  return (
    <>
      {missing !== null && <Note tone="pine">{missing}.</Note>}
      {missing === null && !hasNames(mapping) && (
        <Note tone="pine">No column has names. Each lead is named by its email or phone.</Note>
      )}
      <Columns {...columns} />
      {missing === null && (
        <>
          {ready.length > 0 && <FirstRows preview={preview} />}
          {wrong.length > 0 && (
            <div className="stack-s">
              <h3>{counted(wrong.length, 'row has', 'rows have')} a problem</h3>
              <RowNotes rows={wrong} />
              <p className="sm muted">
                These rows won’t be imported. After the import, you can download and fix them, then import them again.
              </p>
            </div>
          )}
          {left.length > 0 && (
            <div className="stack-s">
              <h3>{counted(left.length, 'row has', 'rows have')} something for the notes</h3>
              <RowNotes rows={left} />
              <p className="sm muted">
                These rows will be imported. What no field can hold is added to the lead’s notes.
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
