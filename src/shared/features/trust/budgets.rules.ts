import { IMPORT_LIMITS } from '../leads/import.limits.ts';
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
 * - `imported-leads`: leads that a company adds from files; the limit grows with the plan (`IMPORT_LIMITS`)
 * - `lead-typed`: messages that people of a company type to one lead; the limit depends on who wrote last
 * - `company-typed`: messages that people of a company type
 * - `code-email`, `code-phone`: codes sent to an address or phone that has proven nothing yet, over all companies
 * - `company-codes`: codes that a company asks for, wherever they go
 * - `network-codes`: codes that requests from one network ask for; an office may share one address
 */
export const BUDGETS = {
  'first-email': { limit: 3, window: DAY },
  'first-phone': { limit: 2, window: DAY },
  'company-recipients': { limit: 20, window: DAY },
  'network-texts': { limit: 30, window: HOUR },
  'imported-leads': { limit: IMPORT_LIMITS.none.leads, window: DAY },
  'lead-typed': { limit: 60, window: DAY },
  'company-typed': { limit: 500, window: DAY },
  'code-email': { limit: 5, window: DAY },
  'code-phone': { limit: 3, window: DAY },
  'company-codes': { limit: 10, window: DAY },
  'network-codes': { limit: 60, window: HOUR },
} as const satisfies Record<string, Budget>;

/** First messages of the whole platform in an hour from which on the admins are told to look. */
export const ALERT_AT_NEW_PEOPLE = 2_000;

export type BudgetName = keyof typeof BUDGETS;
