import { DAY, HOUR, SECOND } from '../../primitives/durations.ts';

/** The limits of a widget's ticket (contract.md, 'Held leads'). Times are in milliseconds of real time. */
export const TICKET = {
  validFor: DAY,
  /** No person fills in the form faster than this. */
  youngest: 2 * SECOND,
  leads: 5,
  /** The widget fetches a new ticket before sending once the old one has this age. */
  renewAfter: 23 * HOUR,
} as const;
