import type { CompanyId } from '#shared/primitives/ids.ts';
import type { BudgetName } from '#shared/features/trust/budgets.rules.ts';

/** How many leads a widget's signed ticket was used for (at most 5). */
export interface WidgetTicketsTable {
  id: string;
  company_id: CompanyId;
  leads: number;
  /** Real time; rows past it are cleared. */
  expires_at: Date;
}

/** One use of a budget. Crosses companies: keys are hashes, `at` is product time. */
export interface BudgetSpendsTable {
  budget: BudgetName;
  key_hash: string;
  at: Date;
  amount: number;
}

/** What admins have paused for the whole platform; a row is there while it is paused. */
export interface PlatformPausesTable {
  what: 'new_people';
  paused_at: Date;
}

/** The code that confirms a company's address or notice phone; one of each kind lives at a time. */
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
