import type { MailWish } from '#shared/features/inbox/mail-wish.rules.ts';
import type { MailReport } from './mail-report.ts';

/** A parsed incoming email. All texts are plain: HTML is never passed on. */
export interface InboundMail {
  /**
   * In angle brackets; derived from the content if the email has none, an endless one, or one with control characters.
   */
  messageId: string;
  /** In lower case; null if the email names no address. */
  from: string | null;
  /** Whether the receiving service authenticated the domain of `from` (`authentication-results.ts`). */
  isProven: boolean;
  /** Every address it may have been sent to. */
  recipients: string[];
  subject: string;
  text: string;
  /** `text` without its quotes (`mail-reply.rules.ts`). */
  newlyWritten: string;
  wish: MailWish;
  /** Names of attached files. */
  attachments: string[];
  /** Written by a mail server, an auto-responder or a list, not by a person (RFC 3834). */
  automatic: boolean;
  report: MailReport | null;
  /** Too large or too complex to parse: everything except its headers is missing. */
  unreadable: boolean;
}

/** A raw email as posted. */
export interface RawMail {
  /** The reader takes ownership of the buffers: they are empty afterward. */
  bytes: Buffer<ArrayBuffer>;
  /** A form's value, percent-encoded. */
  isEncoded: boolean;
}

/**
 * The largest email that is read completely, in bytes; of a larger one, this much is read. Enough for emails with phone
 * photos.
 */
export const LARGEST_MAIL = 25 * 1024 * 1024;
