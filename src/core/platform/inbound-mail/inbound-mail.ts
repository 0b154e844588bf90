import type { MailWish } from '#shared/features/inbox/mail-wish.rules.ts';
import type { MailReport } from './mail-report.ts';

/** An email that came in, read. Texts are plain: HTML never leaves here as such. */
export interface InboundMail {
  /** In angle brackets; where the email has none, an endless one, or one with control characters, made of its content. */
  messageId: string;
  /** In lower case; null where it names none. */
  from: string | null;
  /** Whether the receiving service states that the domain of `from` vouches for it (`authentication-results.ts`). */
  isProven: boolean;
  /** Every address that it may have been sent to. */
  recipients: string[];
  subject: string;
  text: string;
  /** `text` without what it quotes (`mail-reply.rules.ts`). */
  newlyWritten: string;
  wish: MailWish;
  /** Names of its files. */
  attachments: string[];
  /** Written by a mail server, an answering machine or a list, not by a person (RFC 3834). */
  automatic: boolean;
  report: MailReport | null;
  /** Too large or too complex to read: all but its headers is missing. */
  unreadable: boolean;
}

/** A raw email as it was handed in. */
export interface RawMail {
  /** The reader takes them over: they are empty afterwards. */
  bytes: Buffer<ArrayBuffer>;
  /** A form's value, percent-encoded. */
  isEncoded: boolean;
}

/** The largest email that is taken in whole, in bytes; of a larger one this much is read. Emails with photos from a phone fit in. */
export const LARGEST_MAIL = 25 * 1024 * 1024;
