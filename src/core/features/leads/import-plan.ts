import type { CsvLead } from '#shared/features/leads/lead-csv.rows.ts';
import type { LeadImportInput } from '#shared/features/leads/lead-csv.schema.ts';
import type { LeadId } from '#shared/primitives/ids.ts';

/** A row that can become a lead; `key` is what makes it the same row the next time. */
export interface ImportRow {
  number: number;
  key: string;
  lead: CsvLead;
}

/** Keys, mail addresses and phones of rows that leads have already. */
export type Known = ReadonlyMap<string, LeadId>;

export interface ImportPlan {
  fresh: ImportRow[];
  /** Left out: a lead of these has it, or an earlier row (`of`, its key) of this very call. */
  already: { number: number; of: string; again: boolean }[];
  /** Leads of rows that are left out, by the row's key. */
  leads: Map<string, LeadId>;
}

/** Decides which rows are new. Where duplicates are to be added, only a row that was imported before is not. */
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
