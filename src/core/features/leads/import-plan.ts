import type { CsvLead } from '#shared/features/leads/lead-csv.rows.ts';
import type { LeadImportInput } from '#shared/features/leads/lead-csv.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { LeadId } from '#shared/primitives/ids.ts';

/** A valid row. `key` identifies it across imports. */
export interface ImportRow {
  number: number;
  key: string;
  lead: CsvLead;
  /** What of the row wasn't taken over as it is, by field. */
  left: FieldErrors;
}

/** Maps the keys, email addresses and phones of existing leads to their ids. */
export type Known = ReadonlyMap<string, LeadId>;

export interface ImportPlan {
  fresh: ImportRow[];
  /** Skipped rows. `of` is the key of the existing lead's row or of an earlier row in this call. */
  already: { number: number; of: string; again: boolean }[];
  /** The ids of the skipped rows' leads, keyed by row key. */
  leads: Map<string, LeadId>;
}

/** Decides which rows are new. If duplicates should be added, skips only rows that were already imported. */
export function planImport(
  rows: readonly ImportRow[],
  known: Known,
  duplicates: LeadImportInput['duplicates'],
): ImportPlan {
  const plan: ImportPlan = { fresh: [], already: [], leads: new Map() };
  const owners = new Map<string, string>();
  for (const row of rows) {
    const { key, lead, number } = row;
    const marks = [key, ...(duplicates === 'skip' ? [lead.email, lead.phone] : [])].filter((mark) => mark !== null);
    const leadId = first(marks, known);
    const owner = first(marks, owners);
    if (leadId !== undefined) plan.leads.set(key, leadId);
    if (leadId === undefined && owner === undefined) plan.fresh.push(row);
    else plan.already.push({ number, of: leadId === undefined ? (owner ?? key) : key, again: known.has(key) });
    for (const mark of marks) if (!owners.has(mark)) owners.set(mark, leadId === undefined ? (owner ?? key) : key);
  }
  return plan;
}

const first = <T>(marks: readonly string[], found: ReadonlyMap<string, T>): T | undefined =>
  marks.map((mark) => found.get(mark)).find((value) => value !== undefined);
