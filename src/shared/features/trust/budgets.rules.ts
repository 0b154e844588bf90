import { DAY, HOUR } from '#shared/primitives/durations.ts';

/** One budget: at most `limit` within any `window` (milliseconds of product time). */
export interface Budget {
  limit: number;
  window: number;
}

/**
 * How many strangers may be reached (contract.md, 'Held leads'). Each counts within a sliding window, per key:
 * - `first-email`: first messages to one email address, over all companies
 * - `first-phone`: first messages to one phone, over all companies
 * - `company-recipients`: people whom a company writes to for the first time; the limit grows with the plan
 * - `network-texts`: texts to new phones that requests from one network cause
 * - `lead-typed`: messages that people of a company type to one lead; the limit depends on who wrote last
 * - `company-typed`: messages that people of a company type
 * - `code-email`, `code-phone`: codes sent to an address or phone that has proven nothing yet, over all companies
 */
export const BUDGETS = {
  'first-email': { limit: 3, window: DAY },
  'first-phone': { limit: 2, window: DAY },
  'company-recipients': { limit: 20, window: DAY },
  'network-texts': { limit: 30, window: HOUR },
  'lead-typed': { limit: 60, window: DAY },
  'company-typed': { limit: 500, window: DAY },
  'code-email': { limit: 5, window: DAY },
  'code-phone': { limit: 3, window: DAY },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
