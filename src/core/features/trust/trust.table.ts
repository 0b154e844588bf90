import type { BudgetName } from '#shared/features/trust/budgets.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    budget_spends: BudgetSpendsTable;
    platform_pauses: PlatformPausesTable;
    company_codes: CompanyCodesTable;
  }
}

/** One use of a budget. The table has no company column. `at` is in business-clock time. */
export interface BudgetSpendsTable {
  budget: BudgetName;
  key_hash: string;
  at: Date;
  amount: number;
}

/** A pause that an admin started for all companies. The row is deleted when the pause ends. */
export interface PlatformPausesTable {
  what: 'new_people';
  paused_at: Date;
}

/**
 * The codes that confirm a company's email address or the phone that gets its notices. A company has at most one code
 * for each.
 */
export interface CompanyCodesTable {
  company_id: CompanyId;
  what: 'email' | 'notifyPhone';
  /** The email address or phone (E.164) that the code was sent to. */
  target: string;
  code_hash: string;
  attempts: number;
  /** In wall-clock time. */
  expires_at: Date;
}
