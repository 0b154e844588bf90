import { IMPORT_LIMITS } from '../leads/import.limits.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';

/** A budget: at most `limit` within any `window`, in milliseconds of the business clock. */
export interface Budget {
  limit: number;
  window: number;
}

/**
 * Limits on messages to strangers, on messages that a company's users type, and on codes and invitations
 * (docs/security.md, 'Sending limits'). Each budget applies within a sliding window. It's counted separately for each
 * email address, phone, company, lead or network:
 * - `first-email`: first messages to one email address, from all companies
 * - `first-phone`: first messages to one phone, from all companies
 * - `repeat-email`, `repeat-phone`: instant replies from one company to one email address or phone that it has already
 *   messaged
 * - `company-recipients`: people whom a company messages for the first time (the limit grows with the plan)
 * - `network-texts`: texts to new phones caused by requests from one network
 * - `imported-leads`: leads that a company adds from files (the limit grows with the plan, see `IMPORT_LIMITS`)
 * - `lead-typed`: messages that a company's users type to one lead (the limit is lower until the homeowner
 *   replies)
 * - `company-typed`: messages that a company's users type
 * - `code-email`, `code-phone`: codes sent to an unconfirmed email address or phone, from all companies
 * - `company-codes`: codes that a company requests, to any email address or phone
 * - `invited-email`: invitations sent to one email address, from all companies
 * - `company-invitations`: invitations that a company sends
 * - `instant-email`, `instant-phone`: instant estimates that a company sends to one person
 * - `instant-network`: instant estimates that a company sends because of requests from one network
 * - `network-codes`: codes requested from one network (an office may share one IP address)
 */
export const BUDGETS = {
  'first-email': { limit: 3, window: DAY },
  'first-phone': { limit: 2, window: DAY },
  'repeat-email': { limit: 3, window: DAY },
  'repeat-phone': { limit: 2, window: DAY },
  'company-recipients': { limit: 20, window: DAY },
  'network-texts': { limit: 30, window: HOUR },
  'imported-leads': { limit: IMPORT_LIMITS.none.leads, window: DAY },
  'lead-typed': { limit: 60, window: DAY },
  'company-typed': { limit: 500, window: DAY },
  'code-email': { limit: 5, window: DAY },
  'code-phone': { limit: 3, window: DAY },
  'company-codes': { limit: 10, window: DAY },
  'invited-email': { limit: 3, window: DAY },
  'company-invitations': { limit: 20, window: DAY },
  'network-codes': { limit: 60, window: HOUR },
  'instant-email': { limit: 1, window: DAY },
  'instant-phone': { limit: 1, window: DAY },
  'instant-network': { limit: 10, window: 7 * DAY },
} as const satisfies Record<string, Budget>;

/** Admins are alerted when the platform sends this many first messages within an hour, across all companies. */
export const ALERT_AT_NEW_PEOPLE = 2_000;

export type BudgetName = keyof typeof BUDGETS;
