import type { PromisedOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MailAttachment } from '../../platform/mail.ts';

/** A mail ready for the wire. The sender's address is the platform's; the company is its name and its reply address. */
export interface OutgoingMail {
  subject: string;
  html: string;
  text: string;
  fromName: string;
  replyTo: string | null;
  /** Message-IDs, in angle brackets, of the emails it replies to. */
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
