import type { Clock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Config } from '../../platform/config.ts';
import type { Tally } from '../../platform/counters.ts';
import type { AppDb } from '../../platform/db/app.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailToSend, Mailer } from '../../platform/mail.ts';
import { SEND_LEASE_MS } from '../permission/send-window.ts';
import type { TextGateway, TextToSend } from '../../platform/twilio.ts';
import type { PromisedOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { OutboxKinds } from '../outbox/load-kinds.ts';
import type { ProviderGate } from './providers/breaker.ts';
import type { SharedPlaces } from './places.ts';
import type { LeadToSend, RowVersion } from './rows.ts';
import type { Seats } from './seats.ts';
import type { Slots } from './slots.ts';
import type { DeliveryTable, MessageFacts } from '../outbox/message-facts.ts';

export interface DeliveryTimings {
  /** Real milliseconds for which a claimed row is ours. */
  leaseMs: number;
  /** Real milliseconds after which a row that was being sent is taken for abandoned; it is begun in the first half of them. */
  sendLeaseMs: number;
  /** Real milliseconds for which the checks of a mail hold that waits for its connection; what came between is seen by its mark. */
  checkedForMs: number;
  /** Real milliseconds after which a company's turn goes to the next in the line. */
  turnMs: number;
}

export const DELIVERY_TIMINGS: DeliveryTimings = {
  leaseMs: 60 * SECOND,
  // what is begun in its first half is answered, and noted, before its end
  sendLeaseMs: SEND_LEASE_MS,
  checkedForMs: 15 * SECOND,
  turnMs: 1.5 * SECOND,
};

/** What a process may do at once, over all companies. */
export interface DeliveryLimits {
  /** Messages between their check and their note. */
  places: Record<MessageChannel, SharedPlaces>;
  /** Messages that are with a provider. */
  seats: Record<MessageChannel, Seats>;
  /** Mails that are marked 'sending' and not known to be taken: what a kill at the worst moment leaves unknown. */
  marked: Slots;
  /** Texts that Twilio is asked about. */
  asking: Seats;
}

/** What the delivery engine is handed. */
export interface DeliveryDeps {
  config: Config;
  clock: Clock;
  db: AppDb;
  /** Crosses companies: Twilio's account is one for all, and the platform's own mail is no company's. */
  system: SystemDb;
  /** Its own pool: a text keeps one connection, with the lock of its phone number, while it is being sent. */
  pinned: AppDb;
  texts: TextGateway;
  mails: Mailer;
  kinds: OutboxKinds;
  logger: Logger;
  timings: DeliveryTimings;
  limits: DeliveryLimits;
  /** What may be claimed while a provider is down; `texts` and `mails` are its gateways. */
  gate: Pick<ProviderGate, 'room' | 'takeTry' | 'giveTryBack'>;
  tally: Pick<Tally, 'add' | 'observe'>;
  /** True once the process is closing: nothing more is begun. */
  stopping(): boolean;
}

/** A row that this worker holds until `claimedUntil`, which no other claim shares: it is the proof of holding it. */
export interface ClaimedRow {
  table: DeliveryTable;
  id: string;
  companyId: CompanyId;
  leadId: LeadId | null;
  channel: MessageChannel;
  /** Whose turn it is: rows of one recipient go one after the other. */
  recipient: string;
  dueAt: Date;
  /** Tries that it has had. */
  attempts: number;
  claimedUntil: Date;
  /** Of a text: the number whose lock is held while it is checked and sent. */
  lockedPhone?: string | undefined;
}

/** A message as it is handed to its provider. */
export type Ready = { facts: MessageFacts; offer: PromisedOffer | null } & (
  | { channel: 'sms'; text: TextToSend; kept?: string | undefined }
  // `kept`: what the thread keeps in place of a text that holds a secret
  // `optOutBinds`: whether who unsubscribes until it begins must not get it
  | { channel: 'email'; mail: MailToSend; optOutBinds: boolean; kept?: string | undefined }
);

/** A message that passed its checks and may be marked, with what they were about: where that has changed, it may not. */
export interface Checked<Of extends Ready = Ready> {
  ready: Of;
  /** When it should have gone out. */
  due: Date;
  version: RowVersion;
  /** Undefined where it is about nobody. */
  lead: LeadToSend | undefined;
  /** Of the claim that it was checked by. */
  claimedUntil: Date;
  /** Tries that it had before. */
  attempts: number;
  /** This process's monotonic time at the end of the check. */
  at: number;
}

export type CheckedMail = Checked<Extract<Ready, { channel: 'email' }>>;
export type CheckedText = Checked<Extract<Ready, { channel: 'sms' }>>;
