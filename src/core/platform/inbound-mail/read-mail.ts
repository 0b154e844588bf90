import { createHash } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { loadSmsKeywords } from '../us-data/sms-keywords.ts';
import { isSenderProven } from './authentication-results.ts';
import { isAutomatic } from './automatic-mail.ts';
import { cutMail } from './cut-mail.ts';
import { takeFlow, unflow } from './flowed-text.rules.ts';
import type { InboundMail } from './inbound-mail.ts';
import { headersOf, REPORT_PARTS, reportOf } from './mail-report.ts';
import { mailWish } from './mail-wish.rules.ts';
import { ownWords } from './own-words.rules.ts';

/** Maximum length of an email's text in characters. The rest is dropped. */
const LONGEST_TEXT = 200_000;
/**
 * The maximum number of HTML tags. For deeply nested HTML, parsing time grows with the square of the number of tags.
 */
const MOST_TAGS = 10_000;
const LONGEST_ID = 250;
const MOST_NAMES = 20;
const MOST_RECIPIENTS = 1_000;

/**
 * Parses a raw email. Runs in a separate thread (`mail-reader.ts`). Throws if the email is invalid, too deeply nested
 * or too large (MailTooMuch). `authservId` names the trusted email service. Only its Authentication-Results headers
 * count.
 */
export async function readMail(raw: Buffer, authservId?: string): Promise<InboundMail> {
  const { raw: unflowed, flow } = takeFlow(cutMail(raw));
  const mail = await PostalMime.parse(unflowed, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
  });
  const plain = mail.text?.trim() ? unflow(mail.text, flow) : htmlAsText(mail.html ?? '');
  const text = storable(plain).slice(0, LONGEST_TEXT);
  const own = ownWords(text).shown;
  const subject = storable(mail.subject ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500);
  return {
    messageId: idOf(mail, raw),
    from: flat([mail.from])[0]?.toLowerCase() ?? null,
    isProven: isSenderProven(mail.headers, authservId),
    recipients: recipientsOf(mail),
    subject,
    text,
    newlyWritten: own || text.trim(),
    hasOwnWords: own !== '',
    wish: mailWish({ text, subject }, loadSmsKeywords()),
    attachments: namesOf(mail),
    automatic: isAutomatic(mail),
    report: reportOf(mail),
    unreadable: false,
  };
}

// Postgres can't store NUL or unpaired surrogates.
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

const flat = (addresses: readonly (Address | undefined)[]): string[] =>
  addresses
    .flatMap((one) => (one?.group ?? [one]).flatMap((each) => each?.address ?? []))
    .map((text) => storable(text));

/** Headers where email services put the recipient. To and Cc don't always contain our email address. */
const ENVELOPE = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];

const recipientsOf = (mail: Email): string[] =>
  [
    ...ENVELOPE.flatMap((name) => headersOf(mail, name)).map((value) => value.replace(/[<>]/g, '').trim()),
    ...flat([...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]),
  ].slice(0, MOST_RECIPIENTS);

function idOf({ messageId }: Email, raw: Buffer): string {
  const given = messageId?.trim() ?? '';
  if (/^<[^<>\s\p{Cc}]+>$/u.test(given) && given.length <= LONGEST_ID) return given;
  return `sha256:${createHash('sha256').update(raw).digest('hex')}`;
}

const htmlAsText = (html: string): string =>
  convert(beginningOf(html), {
    wordwrap: false,
    limits: { maxDepth: 60, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      // Marks quoted text with '>', as plain-text emails do. Otherwise, text below a quote would look like part of it.
      { selector: 'blockquote', format: 'blockquote' },
    ],
  }).trim();

/** Returns the start of the HTML, which contains a reply's new text. */
function beginningOf(html: string): string {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1 && at < LONGEST_TEXT; at = html.indexOf('<', at + 1))
    if ((tags += 1) > MOST_TAGS) return html.slice(0, at);
  return html.slice(0, LONGEST_TEXT);
}

const namesOf = ({ attachments }: Email): string[] =>
  attachments
    .filter(({ mimeType, related }) => !related && !REPORT_PARTS.has(mimeType))
    .map(({ filename, mimeType }) => storable(filename ?? mimeType).slice(0, 120))
    .slice(0, MOST_NAMES);
