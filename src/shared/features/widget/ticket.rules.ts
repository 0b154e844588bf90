import { DAY, HOUR, SECOND } from '../../primitives/durations.ts';

/** What a widget's ticket is good for (contract.md, 'Held leads'); times in milliseconds of real time. */
export const TICKET = {
  validFor: DAY,
  /** Nobody fills in the form faster. */
  youngest: 2 * SECOND,
  leads: 5,
  /** When the widget fetches another before it sends. */
  renewAfter: 23 * HOUR,
} as const;
