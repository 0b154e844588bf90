import { DAY } from '#shared/primitives/durations.ts';
import { keepDraft, readDraft } from './draft.ts';

/** How long a request that couldn't be sent is kept in the browser, in milliseconds. Later it is deleted unsent. */
const KEPT_FOR = 3 * DAY;

/** A request that the homeowner has sent and the server hasn't received. */
export interface Unsent {
  /** The request's JSON with its idempotency key, but without the ticket. */
  lead: string;
  /** When the homeowner pressed the button, in milliseconds as in `Date.now()`. */
  at: number;
}

const STORE = 'localStorage';

export const forgetUnsent = (contractorId: string): void => keepDraft(contractorId, undefined, STORE);

/** Returns the company's unsent request, if there is one. Deletes one that is too old. */
export const readUnsent = (contractorId: string): Unsent | undefined => {
  const { lead, at } = readDraft(contractorId, STORE);
  if (!lead) return undefined;
  const age = Date.now() - Number(at);
  // An age below zero: the clock was set back.
  if (age < KEPT_FOR && age > -KEPT_FOR) return { lead, at: Number(at) };
  forgetUnsent(contractorId);
  return undefined;
};

/** Keeps a request instead of an earlier one. Returns false if the browser blocks storage. */
export const keepUnsent = (contractorId: string, lead: string): boolean => {
  keepDraft(contractorId, { lead, at: `${Date.now()}` }, STORE);
  return readUnsent(contractorId)?.lead === lead;
};
