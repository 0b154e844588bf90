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
import type { Semaphore, SharedCapacity, Slots } from './capacity.ts';
import type { LeadToSend, RowVersion } from './rows.ts';
import type { DeliveryTable, MessageFacts } from '../outbox/message-facts.ts';

export interface DeliveryTimings {
  /** How long a claim on a row lasts, in milliseconds of real time. */
  leaseMs: number;
  /**
   * How long a row can be 'sending' before it counts as abandoned, in milliseconds of real time. Sending starts in the
   * first half of this time.
   */
  sendLeaseMs: number;
  /**
   * How long an email's checks stay valid while it waits for a connection, in milliseconds of real time. Changes in
   * between are detected when it is marked.
   */
  checkedForMs: number;
  /** How long a company's turn lasts, in milliseconds of real time. */
  turnMs: number;
}

export const DELIVERY_TIMINGS: DeliveryTimings = {
  leaseMs: 60 * SECOND,
  // a message that starts in the first half is answered and recorded before the end
  sendLeaseMs: SEND_LEASE_MS,
  checkedForMs: 15 * SECOND,
  turnMs: 1.5 * SECOND,
};

/** A process's limits, across all companies. */
export interface DeliveryLimits {
  /** Messages between their check and their recorded result. */
  capacity: Record<MessageChannel, SharedCapacity>;
  /** Messages being sent to a provider. */
  calls: Record<MessageChannel, Semaphore>;
  /**
   * Slots for emails that are marked 'sending' and not yet known to be accepted. If the process is killed, at most
   * these become unknown.
   */
  marked: Slots;
  /** Texts being looked up at Twilio. */
  asking: Semaphore;
}

/** The delivery engine's dependencies. */
export interface DeliveryDeps {
  config: Config;
  clock: Clock;
  db: AppDb;
  /** Crosses companies: the Twilio account is shared, and platform emails belong to no company. */
  system: SystemDb;
  /** A separate connection pool, because a text that is being sent holds a connection with its number's lock. */
  pinned: AppDb;
  texts: TextGateway;
  mails: Mailer;
  kinds: OutboxKinds;
  logger: Logger;
  timings: DeliveryTimings;
  limits: DeliveryLimits;
  /** Limits what can be claimed while a provider is down. `texts` and `mails` are the gateways that it wraps. */
  gate: Pick<ProviderGate, 'room' | 'takeTry' | 'giveTryBack'>;
  tally: Pick<Tally, 'add' | 'observe'>;
  /** True once the process is stopping. Nothing more is started then. */
  stopping(): boolean;
}

/** A row that this worker has claimed until `claimedUntil`, a unique value that proves the claim. */
export interface ClaimedRow {
  table: DeliveryTable;
  id: string;
  companyId: CompanyId;
  leadId: LeadId | null;
  channel: MessageChannel;
  /** The recipient, which is the queue key: rows to one recipient are sent one after another. */
  recipient: string;
  dueAt: Date;
  /** The number of tries so far. */
  attempts: number;
  claimedUntil: Date;
  /** For a text: the number that is locked while it is checked and sent. */
  lockedPhone?: string | undefined;
}

/** A message ready for its provider. */
export type Ready = { facts: MessageFacts; offer: PromisedOffer | null } & (
  | { channel: 'sms'; text: TextToSend; kept?: string | undefined }
  // `kept`: what the thread stores in place of a text with a secret. `optOutBinds`: whether an opt-out before sending
  // must stop it.
  | { channel: 'email'; mail: MailToSend; optOutBinds: boolean; kept?: string | undefined }
);

/**
 * A checked message, with the state that it was checked against. If that state has changed, the message can't be
 * marked.
 */
export interface Checked<Of extends Ready = Ready> {
  ready: Of;
  /** When it was due. */
  due: Date;
  version: RowVersion;
  /** Undefined if the message isn't about a lead. */
  lead: LeadToSend | undefined;
  /** The claim under which it was checked. */
  claimedUntil: Date;
  /** The number of earlier attempts. */
  attempts: number;
  /** This process's monotonic time when the check ended. */
  at: number;
}

export type CheckedMail = Checked<Extract<Ready, { channel: 'email' }>>;
export type CheckedText = Checked<Extract<Ready, { channel: 'sms' }>>;
