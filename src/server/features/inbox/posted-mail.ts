import type { RawMail } from '#core/platform/inbound-mail/inbound-mail.ts';
import { formBytes } from '#core/platform/inbound-mail/form-bytes.ts';

/** An email as a mail service posts it. */
export interface PostedMail {
  raw: RawMail;
  /** Its first bytes, decoded. They are enough to find the headers. */
  start: Buffer;
  /** Recipients of the envelope, if the service sends them. */
  recipients: string[];
}

/** Form fields in which mail services post a raw email. */
const RAW_FIELDS = ['email', 'body-mime'];
const ENVELOPE_FIELDS = ['envelope', 'recipient'];
const LONGEST_ENVELOPE = 10_000;
const MOST_FIELDS = 200;
const START = 256 * 1024;

/**
 * Finds the raw email in a body: the body itself, or a form field, without copying or decoding it. `envelope`: the
 * recipients that a header gives. Undefined if there is no email.
 */
export function findPostedMail(
  body: Buffer<ArrayBuffer>,
  { type, envelope }: { type: string; envelope: string },
): PostedMail | undefined {
  if (body.length === 0) return undefined;
  const isEncoded = /^application\/x-www-form-urlencoded/i.test(type);
  if (!isEncoded && !/^multipart\/form-data/i.test(type)) return posted(body, false, envelope);
  const fields = isEncoded ? encodedFields(body) : partsOf(body, type);
  const email = RAW_FIELDS.map((name) => fields.get(name)).find((field) => field !== undefined && field.length > 0);
  if (email === undefined) return undefined;
  const recipients = ENVELOPE_FIELDS.flatMap((name) => fields.get(name)?.subarray(0, LONGEST_ENVELOPE) ?? []).map(
    (field) => (isEncoded ? formBytes(field) : field).toString('utf8'),
  );
  return posted(email, isEncoded, recipients.join(' '));
}

const posted = (bytes: Buffer<ArrayBuffer>, isEncoded: boolean, envelope: string): PostedMail => ({
  raw: { bytes, isEncoded },
  // an encoded byte takes up to three characters
  start: isEncoded ? formBytes(bytes.subarray(0, 3 * START)) : bytes.subarray(0, START),
  recipients: addresses(envelope),
});

/** Every email address in a text, such as an envelope's JSON. */
const addresses = (from: string): string[] => from.match(/[^\s"'<>,;:[\]{}]{1,64}@[^\s"'<>,;:[\]{}]{1,255}/g) ?? [];

type Fields = Map<string, Buffer<ArrayBuffer>>;

function encodedFields(body: Buffer<ArrayBuffer>): Fields {
  const fields: Fields = new Map();
  for (let start = 0, end = 0; start < body.length && fields.size < MOST_FIELDS; start = end + 1) {
    end = indexOr(body, '&', start);
    const equals = Math.min(indexOr(body, '=', start), end);
    const name = formBytes(body.subarray(start, Math.min(equals, start + 100))).toString('utf8');
    if (!fields.has(name)) fields.set(name, body.subarray(equals + 1, end));
  }
  return fields;
}

const LONGEST_PART_HEADER = 8 * 1024;

/** The parts of `multipart/form-data` by name. A truncated part keeps what arrived. */
function partsOf(body: Buffer<ArrayBuffer>, type: string): Fields {
  const fields: Fields = new Map();
  const [, quoted, plain] = /boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return fields;
  let start = body.indexOf(`--${boundary}`);
  while (start !== -1 && start < body.length && fields.size < MOST_FIELDS) {
    const header = indexOr(body, '\r\n\r\n', start);
    const end = indexOr(body, `\r\n--${boundary}`, start + 1);
    const name = /\bname="([^"]{0,100})"/i.exec(
      body.toString('latin1', start, Math.min(header, start + LONGEST_PART_HEADER)),
    );
    if (header < end && name?.[1] !== undefined && !fields.has(name[1]))
      fields.set(name[1], body.subarray(header + 4, end));
    start = end + 2;
  }
  return fields;
}

const indexOr = (body: Buffer, sign: string, from: number): number => {
  const found = body.indexOf(sign, from);
  return found === -1 ? body.length : found;
};
