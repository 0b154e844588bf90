import type { Email } from 'postal-mime';

/** A mail server's report of a failed delivery (RFC 3464), or a mailbox provider's spam complaint (RFC 5965). */
export interface MailReport {
  kind: 'bounce' | 'complaint';
  /** The receiving server's status code, such as '5.1.1'. Null if it's missing. */
  status: string | null;
  diagnostic: string;
  /** The report's copy of the original email, unfolded. It's either the headers or the entire email. */
  original: string;
}

export const REPORT_PARTS = new Set([
  'message/delivery-status',
  'message/feedback-report',
  'message/rfc822',
  'text/rfc822-headers',
]);

/** The number of characters of the original email that are searched. */
const LONGEST_ORIGINAL = 100_000;
const LONGEST_DIAGNOSTIC = 4_000;

export const headersOf = (mail: Email, name: string): string[] =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);

/** Whether a mail server wrote the email, judging by its type and sender. */
export const isOfServer = (mail: Email): boolean =>
  /^multipart\/report\b/i.test(headersOf(mail, 'content-type')[0]?.trim() ?? '') || isDaemon(mail);

const isDaemon = ({ from }: Email): boolean =>
  /^(?:mailer-?daemon|mail-daemon|postmaster)@/i.test(from?.address?.trim() ?? '');

const partOf = (mail: Email, ...types: readonly string[]): string | undefined => {
  const content = mail.attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
  if (content === undefined) return undefined;
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');
};

const unfolded = (text: string): string => text.slice(0, LONGEST_ORIGINAL).replace(/\r?\n[ \t]+/g, ' ');

/** Returns the value of a report's field, or undefined if the report doesn't have the field. */
const field = (part: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.{0,500})`, 'im').exec(unfolded(part))?.[1]?.trim();

/**
 * Returns an email's report. Returns null if the email isn't a report, or if it's a report that doesn't require action,
 * such as a delayed delivery.
 */
export function reportOf(mail: Email): MailReport | null {
  const original = unfolded(partOf(mail, 'message/rfc822', 'text/rfc822-headers') ?? '');
  const spam = partOf(mail, 'message/feedback-report');
  if (spam !== undefined) return feedbackOf(spam, original);
  // Microsoft's Junk Mail Reporting forwards only the original email and adds this header to it.
  if (/^X-HmXmrOriginalRecipient:/im.test(original))
    return { kind: 'complaint', status: null, diagnostic: 'abuse', original };
  const delivery = partOf(mail, 'message/delivery-status');
  if (delivery === undefined) return plainBounceOf(mail);
  // If delivery is only delayed, the server keeps trying.
  if (field(delivery, 'Action')?.toLowerCase() !== 'failed') return null;
  return {
    kind: 'bounce',
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(field(delivery, 'Status') ?? '')?.[0] ?? null,
    diagnostic: field(delivery, 'Diagnostic-Code') ?? '',
    original,
  };
}

/** Feedback types that aren't complaints: 'not spam' and authentication failures. */
const NO_COMPLAINTS = new Set(['not-spam', 'auth-failure', 'dmarc']);

function feedbackOf(spam: string, original: string): MailReport | null {
  const diagnostic = field(spam, 'Feedback-Type') ?? '';
  if (NO_COMPLAINTS.has(diagnostic.toLowerCase())) return null;
  return { kind: 'complaint', status: null, diagnostic, original: `${original}\n${unfolded(spam)}` };
}

const SUBJECT_OF_FAILURE =
  /^(?:failure notice|undeliver|returned mail|mail delivery fail|delivery (?:has )?fail|delivery status notification \(failure\)|message (?:not delivered|undeliverable)|mail system error)/i;
/** Matches the start of qmail's bounces, which have their own format (QSBMF). */
const QMAIL = /^hi\. this is the/i;
const COPY_BELOW = /^-{2,}.{0,40}(?:copy of|original message|message follows|below this line)/im;

/** Returns a bounce in plain text, such as qmail's. An automatic reply to the bounce address isn't a bounce. */
function plainBounceOf(mail: Email): MailReport | null {
  const text = (mail.text ?? '').trim();
  const fromServer = isDaemon(mail) || headersOf(mail, 'return-path').some((value) => value.trim() === '<>');
  // A homeowner's reply could start with the same words as qmail's bounces, so the sender must be a server.
  if (!fromServer || !(QMAIL.test(text) || SUBJECT_OF_FAILURE.test(mail.subject?.trim() ?? ''))) return null;
  const copy = COPY_BELOW.exec(text)?.index ?? text.length;
  return {
    kind: 'bounce',
    status: null,
    diagnostic: text.slice(0, Math.min(copy, LONGEST_DIAGNOSTIC)),
    original: unfolded(text.slice(copy)) || unfolded(partOf(mail, 'message/rfc822', 'text/rfc822-headers') ?? ''),
  };
}
