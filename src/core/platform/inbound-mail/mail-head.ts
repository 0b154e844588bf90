const LARGEST_HEAD = 256 * 1024;
const MOST_ADDRESSES = 100;
const MOST_FIELDS = 3_000;

/** What an email says of itself before anything of it is parsed. */
export interface MailHead {
  /** The raw header, an email of its own without text; cut off where it is endless. A copy. */
  bytes: Buffer<ArrayBuffer>;
  /** Addresses of the kind that we make (`mail-addresses.ts`) which it may have been sent to. */
  addresses: string[];
  /** It may tell of an email of ours that came back or was reported as spam, whatever address it came to. */
  mayBeReport: boolean;
}

/** Names under which mail services say for whom an email came, and those that its writer fills in. */
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
const ADDRESS = /(?<![a-z2-7+])(?:reply|bounce)\+[a-z2-7]{20,60}@[a-z0-9.-]{1,255}/gi;

/**
 * Reads the beginning of a raw email, 256 kB at most, without parsing it: enough to know whether it is for anybody here.
 * `start`: the email, or more than those 256 kB of it.
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

/** Up to its empty line, which is included. */
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

/** As `reportOf` tells reports apart (`mail-report.ts`). */
const mayBeReport = (fields: readonly Field[], start: Buffer): boolean =>
  fields.some(
    ({ name, value }) =>
      (name === 'content-type' && /^multipart\/report\b/i.test(value)) ||
      (name === 'return-path' && value === '<>') ||
      (name === 'from' && /(?:mailer-?daemon|mail-daemon|postmaster)@/i.test(value)),
  ) || /^X-HmXmrOriginalRecipient:/im.test(start.toString('latin1', 0, LARGEST_HEAD));
