import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { LARGEST_MAIL, type RawMail } from '#core/platform/inbound-mail/inbound-mail.ts';
import { formBytes } from '#core/platform/inbound-mail/form-bytes.ts';
import { findMailLane } from '#core/features/inbox/mail-lane.ts';
import { type MailFate, receiveMail } from '#core/features/inbox/receive-mail.ts';
import { LineFull } from '#core/platform/fair-line.ts';
import { readMailHead } from '#core/platform/inbound-mail/mail-head.ts';
import { createMailReader, type MailReader } from '#core/platform/inbound-mail/mail-reader.ts';
import { sameSecret } from '#core/platform/secrets.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { bodyBudget, freeBody, readBody } from '../../http/body-budget.ts';

/** An email, as posted by an email service. */
interface PostedMail {
  raw: RawMail;
  /** The email's first bytes, decoded. They include the headers. */
  start: Buffer;
  /** The recipients in the envelope, if the service sends it. */
  recipients: string[];
}

/** The form fields that can contain the raw email, depending on the email service. */
const RAW_FIELDS = ['email', 'body-mime'];
const ENVELOPE_FIELDS = ['envelope', 'recipient'];
const LONGEST_ENVELOPE = 10_000;
const MOST_FIELDS = 200;
const START = 256 * 1024;

/**
 * Returns the raw email that the webhook's request contains. The email is either the whole body or a field of a form.
 * It isn't copied or decoded. `envelope` contains the recipients from a header of the request. Returns undefined if the
 * body doesn't contain an email.
 */
function findPostedMail(
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

/** Returns every email address in a string, such as JSON that describes the envelope. */
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

/** Returns the parts of `multipart/form-data` by name. A truncated part contains the bytes that arrived. */
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

/**
 * Limits on concurrently processed emails: the total size in bytes, the maximum size of one email, and how many more
 * may wait.
 */
const BUDGET = { bytes: 32 * 1024 * 1024, largest: LARGEST_MAIL, waiting: 200 };
/** Value of the Retry-After header, in seconds. */
const RETRY_AFTER = 30;
const KEPT: ReadonlySet<MailFate> = new Set(['taken', 'unreadable', 'report']);

/**
 * Serves the email service's webhook for every email to INBOUND_MAIL_DOMAIN. The body is the raw email
 * (`message/rfc822`) or a form that contains it. The caller sends INBOUND_MAIL_SECRET as the basic authentication
 * password or as a bearer token. Without the secret, the response is 401 and the body isn't read.
 *
 * If an email isn't for us or can't be read, the response is 200, so that the service doesn't resend it. If the
 * database is down or too many emails arrive, the response is 503, so that the service resends the email later. An
 * email is parsed only once its recipient is known. It's parsed in another thread (`mail-reader.ts`).
 */
export function inboundMailRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const reader = createMailReader({ logger: deps.logger, authservId: deps.config.INBOUND_MAIL_AUTHSERV_ID });
  routes.post('/webhooks/mail/inbound', authenticated(deps), plain, bodyBudget(BUDGET), async (request, response) =>
    receive(deps, reader, request, response),
  );
  return routes;
}

/**
 * Returns the secret in the Authorization header `Basic <anyone:secret>` or `Bearer <secret>`. Returns undefined if
 * there isn't one.
 */
function shownSecret(header: string): string | undefined {
  const [, scheme, value = ''] = /^(basic|bearer) +(.+)$/i.exec(header) ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme === undefined) return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

const authenticated =
  ({ config, logger }: Pick<ServerDeps, 'config' | 'logger'>): RequestHandler =>
  (request, response, next) => {
    if (config.INBOUND_MAIL_DOMAIN === undefined) {
      response.status(404).type('text/plain').send('Inbound email isn’t set up here');
      return;
    }
    const shown = shownSecret(request.get('authorization') ?? '');
    if (shown !== undefined && sameSecret(shown, config.INBOUND_MAIL_SECRET ?? '')) {
      next();
      return;
    }
    logger.warn({ path: request.path }, 'an email was posted without the secret');
    response.status(401).set('WWW-Authenticate', 'Basic').type('text/plain').send('The secret is missing or wrong');
  };

/** Refuses compressed bodies with 415, because they could decompress to any size. */
const plain: RequestHandler = (request, response, next) => {
  if ((request.get('content-encoding') ?? 'identity') === 'identity') next();
  else response.status(415).type('text/plain').send('Send the email without compression');
};

async function receive(deps: ServerDeps, reader: MailReader, request: Request, response: Response): Promise<void> {
  const body = await readBody(request, LARGEST_MAIL);
  // the sender disconnected and will resend the email
  if (body === undefined) return;
  const type = request.get('content-type') ?? '';
  const posted = findPostedMail(body, { type, envelope: request.get('x-envelope-to') ?? '' });
  try {
    const fate = posted ? await take(deps, reader, posted) : 'not a mail';
    if (!KEPT.has(fate)) deps.logger.info({ fate }, "an inbound email wasn't stored");
    response.status(200).json({ fate });
  } catch (error) {
    if (!(error instanceof LineFull)) throw error;
    deps.logger.warn('more emails arrive than can be processed');
    response
      .status(503)
      .set('Retry-After', String(RETRY_AFTER))
      .type('text/plain')
      .send('Too many emails at once. Try again later');
  } finally {
    freeBody(body);
  }
}

async function take(deps: ServerDeps, reader: MailReader, { raw, start, recipients }: PostedMail): Promise<MailFate> {
  const head = readMailHead(start);
  const found = await findMailLane(deps, head, recipients);
  if ('fate' in found) return found.fate;
  const mail = await reader.read(found.lane, raw, head.bytes);
  return receiveMail(deps, mail, [...recipients, ...head.addresses]);
}
