import { failedJobs } from '../queue-stores.ts';
import type { Due, MortalLab } from './lab.ts';

/**
 * The outcomes of messages, compared with the provider's records. All counts except `messages`, `sent` and `unknown`
 * should be 0.
 */
export interface Ledger {
  messages: number;
  sent: number;
  /** Emails that arrived although their delivery couldn't be confirmed. */
  unknown: number;
  duplicates: number;
  /** Messages that are neither sent nor unconfirmed, or that are marked as sent but weren't received. */
  lost: number;
  /** Messages that were sent, but are stored with an id that differs from the provider's. */
  misnamed: number;
  /** Messages that arrived before an earlier step of the same schedule. */
  disordered: number;
  /** Jobs that are left among the queue's failed jobs, where they would go unnoticed. */
  failedJobs: number;
}

/** The counts that every ledger must have, whatever happened. */
export const CLEAN = { duplicates: 0, lost: 0, misnamed: 0, disordered: 0, failedJobs: 0 };

// The nightly run asks for the status of messages that got no callback.
const WENT_OUT = ['sent', 'delivered'];

/** Counts the outcomes of these messages. */
export async function ledgerOf(lab: MortalLab, messages: readonly Due[]): Promise<Ledger> {
  const fates = new Map((await lab.fates(messages)).map((fate) => [fate.id, fate]));
  const order = new Map(lab.sandbox.messages.all().map(({ id }, index) => [id, index]));
  const ledger: Ledger = {
    messages: messages.length,
    sent: 0,
    unknown: 0,
    ...CLEAN,
    failedJobs: await failedJobs(lab.databaseUrl, lab.store),
  };
  const lastPlace = new Map<string, number>();
  for (const message of messages.toSorted((a, b) => a.step - b.step)) {
    const fate = fates.get(message.id);
    const arrivals = lab.arrived(message);
    const [first] = arrivals;
    if (arrivals.length > 1) ledger.duplicates += 1;
    if (fate && WENT_OUT.includes(fate.status) && first) ledger.sent += 1;
    else if (fate?.status === 'unknown' && message.channel === 'email' && first) ledger.unknown += 1;
    else ledger.lost += 1;
    if (message.channel === 'sms' && first && fate?.provider_id !== first.sid) ledger.misnamed += 1;
    const place = first ? (order.get(first.id) ?? 0) : -1;
    if (first && place < (lastPlace.get(message.to) ?? -1)) ledger.disordered += 1;
    lastPlace.set(message.to, Math.max(place, lastPlace.get(message.to) ?? -1));
  }
  return ledger;
}
