import type { Clock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Config } from '../../platform/config.ts';
import type { Tally } from '../../platform/counters.ts';
import type { AppDb } from '../../platform/db/app.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailToSend, Mailer } from '../../platform/mail.ts';
import { SEND_LEASE_MS } from '../permission/send-window.ts';
import type { TextGateway, TextToSend } from '../../platform/twilio.ts';
import type { SentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { LoadedKinds } from '../messages/load-kinds.ts';
import type { ProviderGate } from './providers/breaker.ts';
import type { Semaphore, SharedCapacity, Slots } from './capacity.ts';
import type { LeadToSend, RowVersion } from './rows.ts';
import type { MessageFacts, Whose } from '../messages/message-facts.ts';

export interface DeliveryTimings {
  /** How long a claim on a row lasts, in milliseconds of wall-clock time. */
  leaseMs: number;
  /**
   * How long a message can be 'sending' before it's treated as abandoned, in milliseconds of wall-clock time. A message
   * is passed to its provider only in the first half of this time.
   */
  sendLeaseMs: number;
  /**
   * How long an email's checks stay valid while the email waits for a connection, in milliseconds of wall-clock time.
   * Changes during that time are detected when the email is marked 'sending'.
   */
  checkedForMs: number;
  /** How long a company's turn lasts, in milliseconds of wall-clock time. */
  turnMs: number;
}

export const DELIVERY_TIMINGS: DeliveryTimings = {
  leaseMs: 60 * SECOND,
  // The second half is reserved for receiving and recording the provider's response.
  sendLeaseMs: SEND_LEASE_MS,
  checkedForMs: 15 * SECOND,
  turnMs: 1.5 * SECOND,
};

/** A process's limits, shared by all companies. */
export interface DeliveryLimits {
  /** Limits the number of checked messages whose outcome isn't recorded yet. */
  capacity: Record<MessageChannel, SharedCapacity>;
  /** Limits the number of messages being sent to a provider at the same time. */
  calls: Record<MessageChannel, Semaphore>;
  /**
   * Slots for emails that are marked 'sending' but not yet recorded as accepted. If the process is killed, at most this
   * many emails become unknown.
   */
  marked: Slots;
  /** Limits the number of texts being looked up in Twilio at the same time. */
  asking: Semaphore;
}

/** The delivery engine's dependencies. */
export interface DeliveryDeps {
  config: Config;
  clock: Clock;
  db: AppDb;
  /**
   * Database access for all companies. The Twilio account is shared, and the platform's own emails don't belong to a
   * company.
   */
  system: SystemDb;
  /**
   * A separate connection pool for texts. Each text being sent occupies the connection that holds the lock on its phone
   * number.
   */
  pinned: AppDb;
  texts: TextGateway;
  mails: Mailer;
  kinds: LoadedKinds;
  logger: Logger;
  timings: DeliveryTimings;
  limits: DeliveryLimits;
  /** Limits claims while a provider is down. It wraps the gateways `texts` and `mails`. */
  gate: Pick<ProviderGate, 'room' | 'takeTry' | 'giveTryBack'>;
  tally: Pick<Tally, 'add' | 'observe'>;
  /** True once the process is stopping. After that, nothing new is started. */
  stopping(): boolean;
}

/** A row claimed by this worker. `claimedUntil` is a unique value that identifies the claim. */
export type ClaimedRow = Whose & {
  id: string;
  kind: string;
  channel: MessageChannel;
  /** The recipient, used as the queue key: rows to the same recipient are sent one after another. */
  recipient: string;
  dueAt: Date;
  /** The number of attempts so far. */
  attempts: number;
  claimedUntil: Date;
  /** The phone number that is locked while the text is checked and sent. Undefined for an email. */
  lockedPhone?: string | undefined;
};

/** A message that's ready to be passed to its provider. */
export type Ready = { facts: MessageFacts; offer: SentOffer | null } & (
  | { channel: 'sms'; text: TextToSend; kept?: string | undefined }
  // `kept` is stored in the thread instead of a message that contains a secret. With `optOutBinds`, the email isn't
  // sent once an opt-out has been recorded.
  | { channel: 'email'; mail: MailToSend; optOutBinds: boolean; kept?: string | undefined }
);

/**
 * A checked message and the versions of its data. If the data has changed since the check, the message isn't marked
 * 'sending'.
 */
export interface Checked<Of extends Ready = Ready> {
  ready: Of;
  /** When the message was due. */
  due: Date;
  version: RowVersion;
  /** Undefined if the message doesn't concern a lead. */
  lead: LeadToSend | undefined;
  /** The claim that was valid during the check. */
  claimedUntil: Date;
  /** The number of earlier attempts. */
  attempts: number;
  /** When the check ended, according to this process's monotonic clock. */
  at: number;
}

export type CheckedMail = Checked<Extract<Ready, { channel: 'email' }>>;
export type CheckedText = Checked<Extract<Ready, { channel: 'sms' }>>;
