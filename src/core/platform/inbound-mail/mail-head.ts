const LARGEST_HEAD = 256 * 1024;
const MOST_ADDRESSES = 100;
const MOST_FIELDS = 3_000;

/** What an email's header shows before parsing. */
export interface MailHead {
  /** The raw header as a copy, valid as an email without a body; truncated if it is endless. */
  bytes: Buffer<ArrayBuffer>;
  /** Our addresses (`mail-addresses.ts`) to which it may have been sent. */
  addresses: string[];
  /** Whether it may report a bounce or a spam complaint, whatever address it was sent to. */
  mayBeReport: boolean;
}

/** Headers in which mail services name the recipient, and those that the sender fills in. */
const RECIPIENTS = new Set([
  'to',
  'cc',
  'bcc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
]);
const ADDRESS = /(?<![a-z2-7+])(?:reply|bounce|feedback)\+[a-z2-7]{20,60}@[a-z0-9.-]{1,255}/gi;

/**
 * Reads the start of a raw email, at most 256 kB, without parsing it: enough to know whether it is addressed to us.
 * `start`: the email, or at least its first 256 kB.
 */
export function readMailHead(start: Buffer): MailHead {
  const bytes = headerOf(start.subarray(0, LARGEST_HEAD));
  const fields = fieldsOf(bytes.toString('latin1'));
  const addresses = fields
    .filter(({ name }) => RECIPIENTS.has(name))
    .flatMap(({ value }) => value.match(ADDRESS) ?? [])
    .slice(0, MOST_ADDRESSES);
  return { bytes, addresses: [...new Set(addresses)], mayBeReport: mayBeReport(fields, start) };
}

/** Up to and including its empty line. */
function headerOf(start: Buffer): Buffer<ArrayBuffer> {
  if (/^\r?\n/.test(start.toString('latin1', 0, 2))) return Buffer.alloc(0);
  const ends = ['\n\n', '\n\r\n'].map((end) => {
    const at = start.indexOf(end);
    return at === -1 ? start.length : at + end.length;
  });
  return Buffer.from(new Uint8Array(start.subarray(0, Math.min(...ends))).buffer);
}

interface Field {
  name: string;
  value: string;
}

const fieldsOf = (header: string): Field[] =>
  header
    .replace(/\r?\n[ \t]+/g, ' ')
    .split('\n', MOST_FIELDS)
    .flatMap((line) => {
      const [, name, value] = /^([!-9;-~]{1,100})[ \t]*:(.*)/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [{ name: name.toLowerCase(), value: value.trim() }];
    });

/** Matches how `reportOf` recognizes reports (`mail-report.ts`). */
const mayBeReport = (fields: readonly Field[], start: Buffer): boolean =>
  fields.some(
    ({ name, value }) =>
      (name === 'content-type' && /^multipart\/report\b/i.test(value)) ||
      (name === 'return-path' && value === '<>') ||
      (name === 'from' && /(?:mailer-?daemon|mail-daemon|postmaster)@/i.test(value)),
  ) || /^X-HmXmrOriginalRecipient:/im.test(start.toString('latin1', 0, LARGEST_HEAD));
