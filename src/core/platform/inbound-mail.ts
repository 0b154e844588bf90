import { createHash } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { headersOf, isOfServer, type MailReport, REPORT_PARTS, reportOf } from './mail-report.ts';

/** A mail that came in, read. Texts are plain: HTML never leaves here as such. */
export interface InboundMail {
  /** In angle brackets; where the mail has none, or an endless one, made of its content. */
  messageId: string;
  /** In lower case; null where it names none. */
  from: string | null;
  /** Every address that it may have been sent to. */
  recipients: string[];
  subject: string;
  text: string;
  /** Names of its files. */
  attachments: string[];
  /** Written by a mail server, an answering machine or a list, not by a person (RFC 3834). */
  automatic: boolean;
  report: MailReport | null;
}

/** What is kept of a text; nobody reads more. */
const LONGEST_TEXT = 200_000;
const LONGEST_ID = 250;
const MOST_NAMES = 20;

/** Reads a raw mail. Throws where it is none, or nests too deep. */
export async function readInboundMail(raw: Buffer): Promise<InboundMail> {
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
  });
  const text = storable(mail.text?.trim() ? mail.text : htmlAsText(mail.html ?? '')).slice(0, LONGEST_TEXT);
  return {
    messageId: idOf(mail, raw),
    from: flat([mail.from])[0]?.toLowerCase() ?? null,
    recipients: recipientsOf(mail),
    subject: storable(mail.subject ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 500),
    text,
    attachments: namesOf(mail),
    automatic: isAutomatic(mail),
    report: reportOf(mail),
  };
}

// Postgres keeps no NUL, and half an emoji is none
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

const flat = (addresses: readonly (Address | undefined)[]): string[] =>
  addresses
    .flatMap((one) => (one?.group ?? [one]).flatMap((each) => each?.address ?? []))
    .map((text) => storable(text));

/** Names under which mail services say for whom a mail came; To and Cc may say nothing of it. */
const ENVELOPE = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];

const recipientsOf = (mail: Email): string[] => [
  ...ENVELOPE.flatMap((name) => headersOf(mail, name)).map((value) => value.replace(/[<>]/g, '').trim()),
  ...flat([...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]),
];

function idOf({ messageId }: Email, raw: Buffer): string {
  const given = messageId?.trim() ?? '';
  if (/^<[^<>\s]+>$/.test(given) && given.length <= LONGEST_ID) return given;
  return `sha256:${createHash('sha256').update(raw).digest('hex')}`;
}

const htmlAsText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: LONGEST_TEXT, maxDepth: 60, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      // quotes are marked as in plain text, so that what stands below them is not taken for them
      { selector: 'blockquote', format: 'blockquote' },
    ],
  }).trim();

const namesOf = ({ attachments }: Email): string[] =>
  attachments
    .filter(({ mimeType, related }) => !related && !REPORT_PARTS.has(mimeType))
    .map(({ filename, mimeType }) => storable(filename ?? mimeType).slice(0, 120))
    .slice(0, MOST_NAMES);

const SUBJECT_OF_MACHINES =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|respuesta automática)\b/i;

function isAutomatic(mail: Email): boolean {
  const auto = headersOf(mail, 'auto-submitted')[0]?.trim().toLowerCase();
  if (auto !== undefined && !auto.startsWith('no')) return true;
  const precedence = headersOf(mail, 'precedence')[0]?.trim().toLowerCase() ?? '';
  if (['bulk', 'junk', 'auto_reply', 'list'].includes(precedence)) return true;
  if (headersOf(mail, 'return-path').some((value) => value.trim() === '<>')) return true;
  if (isOfServer(mail)) return true;
  const named = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'list-id'];
  return named.some((name) => headersOf(mail, name).length > 0) || SUBJECT_OF_MACHINES.test(mail.subject ?? '');
}
