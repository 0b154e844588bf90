import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { localDate } from '../../primitives/local-date.ts';
import { cellsOf } from './lead-csv.cells.ts';
import { COLUMN_LABELS, lineOf, missingColumns } from './lead-csv.known-columns.ts';
import { decodeCsv, readCsv, writeCsv } from './lead-csv.file.ts';
import { findHeading, mappingOf } from './lead-csv.recognize-columns.ts';
import { type CsvLead, readLeadRow } from './lead-csv.rows.ts';

const FOLDER = 'test/cases/csv';
const today = localDate('2026-11-28');

type Right = string | number | null | { matches: string };
type Person = Record<string, Right>;
const expected = JSON.parse(readFileSync(`${FOLDER}/expected.json`, 'utf8')) as Record<
  string,
  { layout: string; people: Person[] }
>;

/** The leads of a file, as the import reads them. */
const leadsOf = (text: string): CsvLead[] => {
  const file = findHeading(readCsv(text));
  const mapping = mappingOf(file);
  expect(missingColumns(mapping)).toBeNull();
  return file.rows.flatMap(({ cells }) => {
    const read = readLeadRow(cellsOf(cells, mapping), today);
    return 'row' in read ? [read.row] : [];
  });
};

const holds = (lead: CsvLead, field: string, right: Right): boolean => {
  const value = (lead as unknown as Record<string, unknown>)[field] ?? null;
  return typeof right === 'object' && right !== null
    ? typeof value === 'string' && new RegExp(right.matches, 'is').test(value)
    : value === right;
};

const isPerson = (lead: CsvLead, person: Person): boolean =>
  ['email', 'phone'].some((field) => person[field] && holds(lead, field, person[field]));

describe('files in the layouts of real programs', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
  test.each(files)('%s: every person and every value', (name) => {
    const leads = leadsOf(decodeCsv(readFileSync(`${FOLDER}/${name}`)));
    const faults = (expected[name]?.people ?? []).flatMap((person) => {
      const lead = leads.find((each) => isPerson(each, person));
      if (!lead) return [`nobody for ${JSON.stringify(person)}`];
      return Object.entries(person).flatMap(([field, right]) =>
        holds(lead, field, right) ? [] : [`${field}: ${JSON.stringify(right)} is ${JSON.stringify(lead)}`],
      );
    });
    expect(faults).toEqual([]);
  });

  test.each(files)('%s: the server reads the same from the browser’s batches', (name) => {
    const text = decodeCsv(readFileSync(`${FOLDER}/${name}`));
    const file = findHeading(readCsv(text));
    const lines = file.rows.map(({ cells }) => lineOf(cellsOf(cells, mappingOf(file))));
    expect(leadsOf(writeCsv([COLUMN_LABELS, ...lines]))).toEqual(leadsOf(text));
  });
});
