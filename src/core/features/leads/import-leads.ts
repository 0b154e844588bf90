import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IMPORT_LIMITS, importRefusal } from '#shared/features/leads/import.limits.ts';
import { cellsOf } from '#shared/features/leads/lead-csv.cells.ts';
import {
  LEAD_COLUMNS,
  type LeadCells,
  type LeadColumn,
  missingColumns,
} from '#shared/features/leads/lead-csv.known-columns.ts';
import { MAX_CSV_ROWS, readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { findHeading, mappingOf } from '#shared/features/leads/lead-csv.recognize-columns.ts';
import { withLine } from '#shared/features/leads/also-under.ts';
import { type CsvLead, readLeadRow } from '#shared/features/leads/lead-csv.rows.ts';
import { type LeadImportInput, type LeadImportView, MAX_IMPORT_ROWS } from '#shared/features/leads/lead-csv.schema.ts';
import { AppError, type FieldErrors, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { describePhoneProblem } from '../../platform/us-data/index.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import { spendBudgets } from '../trust/budgets.ts';
import type { RequestFacts } from './create-lead.ts';
import { findKnown, insertImported, loadImporter } from './import-leads.repository.ts';
import { type ImportPlan, type ImportRow, planImport } from './import-plan.ts';

type WrongRow = { number: number; fields: FieldErrors };

/**
 * Adds leads from CSV text. Sends nothing to the homeowners, because an import isn't a request from them. Rows are
 * identified by their content, so importing a file twice doesn't create duplicates. Concurrent imports for one company
 * run one after another. A row without an email or phone is reported, and the other rows are still added. Other cells
 * that can't be read go to the lead's notes. Throws VALIDATION_FAILED if there are more than 500 rows, or if there's
 * neither an email column nor a phone column.
 * Throws QUOTA_EXHAUSTED, without adding any row, if the import would exceed the plan's daily limit.
 */
export const importLeads = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { csv, duplicates }: LeadImportInput,
  facts: RequestFacts,
): Promise<LeadImportView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    await sql`select pg_advisory_xact_lock(hashtextextended(${`leads.import:${companyId}`}, 0))`.execute(tx);
    const importer = await loadImporter(tx, companyId);
    const { rows, wrong } = readRows(csv, localDateOf(at, importer.timeZone));
    const plan = planImport(rows, await findKnown(tx, companyId, rows), duplicates);
    await spendImport(tx, { companyId, count: plan.fresh.length, at });
    const added = await insertImported(tx, { importer, rows: plan.fresh, facts, at });
    return toView(plan, added, wrong);
  });

/**
 * Counts the leads that this import adds toward the plan's limit. Rows for existing leads don't count. Throws
 * QUOTA_EXHAUSTED.
 */
async function spendImport(
  tx: CompanyTx,
  { companyId, count, at }: { companyId: CompanyId; count: number; at: Date },
): Promise<void> {
  if (count === 0) return;
  const limit = IMPORT_LIMITS[accessOf(await findAccessRow(tx, companyId), at).tier ?? 'none'];
  const spend = { budget: 'imported-leads', key: companyId, amount: count, limit: limit.leads } as const;
  if ((await spendBudgets(tx, [spend], at)) === null) return;
  const { nextStep } = limit;
  throw new AppError(importRefusal(limit), 'QUOTA_EXHAUSTED', nextStep === undefined ? {} : { nextStep });
}

function readRows(csv: string, today: LocalDate): { rows: ImportRow[]; wrong: WrongRow[] } {
  const file = findHeading(readCsv(csv, MAX_CSV_ROWS));
  const mapping = mappingOf(file);
  const missing = missingColumns(mapping);
  if (missing !== null) throw invalid({ csv: missing });
  if (file.isCut || file.rows.length > MAX_IMPORT_ROWS)
    throw invalid({ csv: `Send at most ${MAX_IMPORT_ROWS} rows at a time` });
  const rows: ImportRow[] = [];
  const wrong: WrongRow[] = [];
  for (const { number, cells: raw } of file.rows) {
    const cells = cellsOf(raw, mapping);
    const read = readLeadRow(cells, today);
    if ('fields' in read) wrong.push({ number, fields: read.fields });
    else rows.push({ number, key: keyOf(cells), ...withTextableConsent(read) });
  }
  return { rows, wrong };
}

/** Leaves out a consent to texts if the number can't be texted, and says so in the notes. */
const withTextableConsent = ({ row, left }: { row: CsvLead; left: FieldErrors }): Pick<ImportRow, 'lead' | 'left'> => {
  const problem = row.consent === null || row.phone === null ? null : describePhoneProblem(row.phone);
  if (problem === null) return { lead: row, left };
  const notes = withLine(row.notes, `SMS consent left out: ${problem}`);
  return { lead: { ...row, consent: null, notes }, left: { ...left, consent: problem } };
};

/** Columns that older imports didn't have. They're left out of keys while they're empty, so that old keys stay valid. */
const NEWER: readonly LeadColumn[] = ['middleName', 'company', 'address2'];

/** Computes a row's key from its content, so that identical rows have the same key in every file and call. */
const keyOf = (cells: LeadCells): string => {
  const line = LEAD_COLUMNS.flatMap(({ id }) => {
    const cell = cells[id]?.trim() ?? '';
    return cell === '' && NEWER.includes(id) ? [] : [cell];
  });
  return `csv:${createHash('sha256').update(JSON.stringify(line)).digest('base64url')}`;
};

type ViewRow = LeadImportView['rows'][number];

const rowOf = (row: number, outcome: ViewRow['outcome'], more: Partial<ViewRow>): ViewRow => ({
  leadId: null,
  again: false,
  fields: {},
  left: {},
  ...more,
  row,
  outcome,
});

const toView = (plan: ImportPlan, added: ImportPlan['leads'], wrong: readonly WrongRow[]): LeadImportView => {
  const leadOf = (key: string) => added.get(key) ?? plan.leads.get(key) ?? null;
  const rows: LeadImportView['rows'] = [
    ...plan.fresh.map(({ number, key, left }) => rowOf(number, 'added', { leadId: leadOf(key), left })),
    ...plan.already.map(({ number, of, again }) => rowOf(number, 'already', { leadId: leadOf(of), again })),
    ...wrong.map(({ number, fields }) => rowOf(number, 'wrong', { fields })),
  ];
  return {
    added: plan.fresh.length,
    already: plan.already.length,
    wrong: wrong.length,
    rows: rows.toSorted((a, b) => a.row - b.row),
  };
};
