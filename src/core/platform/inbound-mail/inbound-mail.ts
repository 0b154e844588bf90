import type { MailReport } from './mail-report.ts';
import type { MailWish } from './mail-wish.rules.ts';

/** A parsed incoming email. Every string is plain text. HTML is converted to plain text. */
export interface InboundMail {
  /** The Message-ID in angle brackets. If it's missing, too long or malformed, a hash of the email ('sha256:…'). */
  messageId: string;
  /** In lowercase. Null if the email has no sender. */
  from: string | null;
  /** Whether the receiving email service authenticated the domain of `from` (`authentication-results.ts`). */
  isProven: boolean;
  /** Every email address that the email may have been sent to. */
  recipients: string[];
  subject: string;
  text: string;
  /** The sender's own words (`own-words.rules.ts`), or the whole text if there are none. */
  newlyWritten: string;
  /** Whether the sender wrote any words of their own in the text. */
  hasOwnWords: boolean;
  wish: MailWish;
  /** The names of attached files. */
  attachments: string[];
  /** Whether a mail server, an auto-responder or a mailing list sent the email automatically (RFC 3834). */
  automatic: boolean;
  report: MailReport | null;
  /** Whether the email is too large or complex to parse. If so, only the data from its header is set. */
  unreadable: boolean;
}

/** A raw email, as an email service posts it to our webhook. */
export interface RawMail {
  /** The reader takes ownership of this buffer and empties it. */
  bytes: Buffer<ArrayBuffer>;
  /** Whether `bytes` is a percent-encoded form value. */
  isEncoded: boolean;
}

/** Maximum size of an email in bytes. The rest isn't read. The limit leaves room for photos from phones. */
export const LARGEST_MAIL = 25 * 1024 * 1024;
