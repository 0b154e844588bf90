import type { PromisedOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MailAttachment } from '../../platform/mail.ts';

/** A rendered email. The sender address is the platform's. The company's name and reply address are added to it. */
export interface OutgoingMail {
  subject: string;
  html: string;
  text: string;
  fromName: string;
  replyTo: string | null;
  /** The Message-IDs, in angle brackets, of the emails it replies to. */
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** The text stored in the thread instead, if this one contains a secret. */
  kept?: string;
  /** The discount offer in the email (C30). */
  offer?: PromisedOffer | null;
}

/** A rendered text. */
export interface OutgoingText {
  body: string;
  /** The text stored in the thread instead, if this one contains a secret. */
  kept?: string;
  /** The real time after which the text is no longer useful and isn't sent. */
  expiresAt?: Date;
  offer?: PromisedOffer | null;
}

/** The reason why the message is no longer needed. Shown to the contractor. */
export interface NothingToSend {
  skip: string;
}

/** When to send the message instead of now, and why. */
export interface NotYet {
  until: Date;
  reason: string;
}
