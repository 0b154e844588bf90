import { DAY, HOUR, SECOND } from '../../primitives/durations.ts';

/** Limits for widget tickets (docs/architecture.md, 'Leads'). Times are in wall-clock milliseconds. */
export const TICKET = {
  validFor: DAY,
  /** People need at least this long to complete the form. */
  youngest: 2 * SECOND,
  leads: 5,
  /** If the ticket is older than this, the widget fetches a new one before sending. */
  renewAfter: 23 * HOUR,
} as const;
