import type { MailWish } from '#shared/features/inbox/mail-wish.rules.ts';
import type { MailReport } from './mail-report.ts';

/** A parsed incoming email. All texts are plain text; HTML is converted. */
export interface InboundMail {
  /** In angle brackets. It is derived from the content if the email's Message-ID is missing, too long or malformed. */
  messageId: string;
  /** In lowercase. Null if the email has no sender address. */
  from: string | null;
  /** Whether the receiving mail service authenticated the domain of `from` (`authentication-results.ts`). */
  isProven: boolean;
  /** Every email address to which it may have been sent. */
  recipients: string[];
  subject: string;
  text: string;
  /** `text` without quoted text (`mail-reply.rules.ts`). */
  newlyWritten: string;
  wish: MailWish;
  /** The names of attached files. */
  attachments: string[];
  /** Whether a mail server, an auto-responder or a list wrote it, rather than a person (RFC 3834). */
  automatic: boolean;
  report: MailReport | null;
  /** Whether the email is too large or too complex to parse. If so, only the data from its headers is set. */
  unreadable: boolean;
}

/** A raw email as it was posted to us. */
export interface RawMail {
  /** The reader takes ownership of the buffer, which is empty after the email is read. */
  bytes: Buffer<ArrayBuffer>;
  /** Whether `bytes` is a percent-encoded form value. */
  isEncoded: boolean;
}

/** Maximum size of an email in bytes. Anything beyond it isn't read. It is enough for emails with phone photos. */
export const LARGEST_MAIL = 25 * 1024 * 1024;
