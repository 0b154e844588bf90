import type { Clock } from '#shared/primitives/clock.ts';
import type { CompanyRow, OutboxRow } from '../../platform/db/tables.ts';
import type { PromisedOffer } from '../estimates/estimate-offers.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Config } from '../../platform/config.ts';
import type { MailAttachment } from '../../platform/mail.ts';

/** A mail ready for the wire. The sender's address is the platform's; the company is its name and its reply address. */
export interface OutgoingMail {
  subject: string;
  html: string;
  text: string;
  fromName: string;
  replyTo: string | null;
  /** Message-IDs, in angle brackets, of what it answers. */
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** What the thread keeps in place of a text that holds a secret. */
  kept?: string;
  /** What it promises (C30). */
  offer?: PromisedOffer | null;
}

/** A text ready for the wire. */
export interface OutgoingText {
  body: string;
  /** What the thread keeps in place of a text that holds a secret. */
  kept?: string;
  /** Real time after which it is of no use, and need not be delivered any more. */
  expiresAt?: Date;
  offer?: PromisedOffer | null;
}

/** Why there is nothing to send any more, in words for the contractor. */
export interface NothingToSend {
  skip: string;
}

/** That it goes out later, and why. */
export interface NotYet {
  until: Date;
  reason: string;
}

export interface RenderContext {
  tx: CompanyTx;
  row: OutboxRow;
  company: CompanyRow;
  config: Config;
  clock: Clock;
}

/** The same for mails of the platform itself, which belong to no company and see none. */
export type PlatformContext = Omit<RenderContext, 'company' | 'tx'>;
export type PlatformMail = (context: PlatformContext) => Promise<OutgoingMail | NothingToSend>;

/** Makes the message of an outbox row from what Postgres holds at the moment of sending. */
export interface OutboxKind {
  /** Words for the timeline and the thread, such as 'Estimate'. */
  label: string;
  /**
   * Whether the law and the company's window bind it as an automated text (C15). False only for the answer
   * to HELP and the one confirmation of an opt-out, which follow the homeowner's own text at once.
   */
  windowed: boolean;
  /** Whether the contractor typed it himself: then a text is bound by the law's hours and C18 (`typed-text.ts`) instead. */
  typed?: true;
  /**
   * Whether it is the platform's own, such as a code or news of an account: it leaves whatever the company has proven,
   * and its text goes from the shared number, in the platform's name (`prepare-platform-text.ts`).
   */
  platform?: true;
  /** Whether it may go to a number or an address that opted out: the answers named above, and transactional mail (C23). */
  ignoresOptOut: boolean;
  /** Whether it goes to the homeowner (shown on the timeline) or to the contractor. */
  audience: 'homeowner' | 'contractor';
  /** Whether its mail is commercial: then it needs the company's postal address (C22). */
  commercial?: boolean;
  mail?: (context: RenderContext) => Promise<OutgoingMail | NothingToSend>;
  /** For rows without a company; a kind without it is never written there. */
  platformMail?: PlatformMail;
  text?: (context: RenderContext) => Promise<OutgoingText | NothingToSend | NotYet>;
}
