import type { PromisedOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MailAttachment } from '../../platform/mail.ts';

/** A rendered email. The sender address is the platform's; the company's name and reply address are added. */
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
  /** What the thread stores instead of a text with a secret. */
  kept?: string;
  /** Its offer (C30). */
  offer?: PromisedOffer | null;
}

/** A rendered text. */
export interface OutgoingText {
  body: string;
  /** What the thread stores instead of a text with a secret. */
  kept?: string;
  /** Real time after which the text is useless and isn't sent. */
  expiresAt?: Date;
  offer?: PromisedOffer | null;
}

/** Why nothing needs to be sent any longer, for the contractor. */
export interface NothingToSend {
  skip: string;
}

/** Why and when it is sent later. */
export interface NotYet {
  until: Date;
  reason: string;
}
