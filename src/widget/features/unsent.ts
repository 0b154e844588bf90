import { DAY } from '#shared/primitives/durations.ts';
import { keepDraft, readDraft } from './draft.ts';

/** How long the browser keeps an unsent request, in milliseconds. After that it's deleted without being sent. */
const KEPT_FOR = 3 * DAY;

/** A request that the homeowner submitted but the server hasn't confirmed. */
export interface Unsent {
  /** The request's JSON with its idempotency key, but without the ticket. */
  lead: string;
  /** When the homeowner pressed the button, in milliseconds as in `Date.now()`. */
  at: number;
}

const STORE = 'localStorage';

export const forgetUnsent = (contractorId: string): void => keepDraft(contractorId, undefined, STORE);

/** Returns the company's unsent request, if there's one. Deletes it if it's too old. */
export const readUnsent = (contractorId: string): Unsent | undefined => {
  const { lead, at } = readDraft(contractorId, STORE);
  if (!lead) return undefined;
  const age = Date.now() - Number(at);
  // The age is negative if the clock was set back.
  if (age < KEPT_FOR && age > -KEPT_FOR) return { lead, at: Number(at) };
  forgetUnsent(contractorId);
  return undefined;
};

/** Stores a request and replaces an earlier one. Returns false if the browser blocks storage. */
export const keepUnsent = (contractorId: string, lead: string): boolean => {
  keepDraft(contractorId, { lead, at: `${Date.now()}` }, STORE);
  return readUnsent(contractorId)?.lead === lead;
};
