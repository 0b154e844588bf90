import type { MailAttachment } from '../../platform/mail.ts';

/**
 * A rendered email. The sender address is the platform's. The company's name and reply address are added to it. The
 * subject and `fromName` may be any text, because `inOneLine` makes lines of them.
 */
export interface OutgoingMail {
  subject: string;
  html: string;
  text: string;
  fromName: string;
  replyTo: string | null;
  /** The Message-IDs, in angle brackets, of the emails that this email replies to. */
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** The body stored in the thread instead, if the email contains a secret. */
  kept?: string;
}

/** A rendered text. */
export interface OutgoingText {
  body: string;
  /** The body stored in the thread instead, if the text contains a secret. */
  kept?: string;
  /** When the text stops being useful, in wall-clock time. The text isn't sent after this time. */
  expiresAt?: Date;
}

/** The reason why the message is no longer needed. Shown to the contractor. */
export interface NothingToSend {
  skip: string;
}

/** When to send the message if it can't be sent now, and why. */
export interface NotYet {
  until: Date;
  reason: string;
}
