import type { ColumnType } from 'kysely';
import type { CompanyId, LeadId, MaterialId, UserId } from '#shared/primitives/ids.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    report_marks: ReportMarksTable;
    report_facts: ReportFactsTable;
    report_tallies: ReportTalliesTable;
    source_costs: SourceCostsTable;
  }
}

/** A lead that changed since its facts were last read. Triggers insert these rows, and `foldFacts` deletes them. */
export interface ReportMarksTable {
  id: ColumnType<number, never, never>;
  company_id: CompanyId;
  lead: LeadId;
}

/**
 * One lead's contribution to reports, exactly as counted in the tallies. Leads waiting for review aren't included. `id`
 * is the lead's ID.
 */
export interface ReportFactsTable {
  id: LeadId;
  company_id: CompanyId;
  created_at: Date;
  source: string;
  material_id: MaterialId | null;
  material_type: string | null;
  zip: string | null;
  user_id: UserId | null;
  /** The furthest stage that the lead has reached: 0 new, 1 contacted, 2 sent, 3 viewed, 4 accepted, 5 paid. */
  stage: number;
  won: boolean;
  won_cents: number;
  /** When the newest signed version was accepted. */
  accepted_at: Date | null;
  outstanding_cents: number;
  deposited_cents: number;
  /**
   * When each payment was received, in the format of `PAID_SLOT` in `facts.ts`. `paid_cents` contains the amounts, less
   * refunds.
   */
  paid_slots: string[];
  paid_cents: number[];
  answer_minutes: number | null;
  /** The bucket that tallies use to count answer times. Each bucket is 2.5% longer than the one before. */
  answer_bucket: number | null;
  /** The number of messages sent for each step, starting with step 1. `replies` counts the replies. */
  steps: number[];
  replies: number[];
  reasons: string[];
  first_touch: string | null;
  last_touch: string | null;
}

/** Sums of facts for a UTC day or month. `filter` is '' for all leads, or 'source:…', 'material:…' or 'user:…'. */
export interface ReportTalliesTable {
  company_id: CompanyId;
  grain: 'day' | 'month';
  filter: string;
  day: LocalDate;
  item: string;
  n: number;
  sent: number;
  won: number;
  cents: number;
}

/** A source's cost for one month. `month` is the month's first day. */
export interface SourceCostsTable {
  company_id: CompanyId;
  source: string;
  month: LocalDate;
  cost_cents: number;
}
