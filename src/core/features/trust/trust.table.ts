import type { BudgetName } from '#shared/features/trust/budgets.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    budget_spends: BudgetSpendsTable;
    platform_pauses: PlatformPausesTable;
    company_codes: CompanyCodesTable;
  }
}

/** One use of a budget. Crosses companies: keys are hashes, `at` is product time. */
export interface BudgetSpendsTable {
  budget: BudgetName;
  key_hash: string;
  at: Date;
  amount: number;
}

/** What admins have paused on the whole platform. A row exists for as long as its pause. */
export interface PlatformPausesTable {
  what: 'new_people';
  paused_at: Date;
}

/** The code that confirms a company's address or notice phone; a company has at most one of each kind. */
export interface CompanyCodesTable {
  company_id: CompanyId;
  what: 'email' | 'notifyPhone';
  /** The address or phone (E.164) that the code was sent to. */
  target: string;
  code_hash: string;
  attempts: number;
  /** Real time. */
  expires_at: Date;
}
