import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { receiveMail } from '#core/features/messages/receive-mail.ts';
import type { Deps } from '#core/platform/deps.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type InboundMail, readInboundMail } from '#core/platform/inbound-mail.ts';
import { sameSecret } from '#core/platform/secrets.ts';

/** Mails with photos from a phone fit in. */
const LARGEST = '25mb';
/** Fields in which mail services post a raw mail. */
const RAW_FIELDS = ['email', 'body-mime'];

/**
 * What a mail service calls for each mail to INBOUND_MAIL_DOMAIN: the raw mail as the body (`message/rfc822`), or in
 * a field of a form. Whoever calls shows INBOUND_MAIL_SECRET, as the password of basic authentication or as a bearer
 * token; else 401 and nothing is read. What is not for us, or not to be read, is answered 200: nobody should send it
 * again. A database that is away is answered 503, for then somebody should.
 */
export function inboundMailRoutes(deps: Deps): Router {
  const routes = express.Router();
  routes.post(
    '/webhooks/mail/inbound',
    authenticated(deps),
    express.raw({ type: () => true, limit: LARGEST }),
    async (request, response) => hear(deps, request, response),
  );
  return routes;
}

/** The secret of `Basic <anyone:secret>` or `Bearer <secret>`. */
function shownSecret(header: string): string | undefined {
  const [, scheme, value = ''] = /^(basic|bearer) +(.+)$/i.exec(header) ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme === undefined) return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

const authenticated =
  ({ config, logger }: Pick<Deps, 'config' | 'logger'>): RequestHandler =>
  (request, response, next) => {
    if (config.INBOUND_MAIL_DOMAIN === undefined) {
      response.status(404).type('text/plain').send('No mail comes in here');
      return;
    }
    const shown = shownSecret(request.get('authorization') ?? '');
    if (shown !== undefined && sameSecret(shown, config.INBOUND_MAIL_SECRET ?? '')) {
      next();
      return;
    }
    logger.warn({ path: request.path }, 'a mail was handed in without the secret');
    response.status(401).set('WWW-Authenticate', 'Basic').type('text/plain').send('The secret is missing or wrong');
  };

async function hear(deps: Deps, request: Request, response: Response): Promise<void> {
  const posted = await rawMail(request);
  const mail = posted && (await read(deps, posted.raw));
  const fate = mail ? await receiveMail(deps, mail, posted.recipients) : 'not a mail';
  if (fate !== 'taken' && fate !== 'report') deps.logger.info({ fate }, 'a mail that came in was not kept');
  response.status(200).json({ fate });
}

async function read({ logger }: Pick<Deps, 'logger'>, raw: Buffer): Promise<InboundMail | undefined> {
  try {
    return await readInboundMail(raw);
  } catch (error) {
    logger.warn({ err: errorForLog(error) }, 'a mail that came in could not be read');
    return undefined;
  }
}

interface Posted {
  raw: Buffer;
  /** Those of the envelope, where the service tells them. */
  recipients: string[];
}

/** The raw mail of the body, or of a form's field; undefined where there is none. */
async function rawMail(request: Request): Promise<Posted | undefined> {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const type = request.get('content-type') ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type))
    return { raw: body, recipients: addresses(request.get('x-envelope-to') ?? '') };
  const form = await formOf(body, type);
  for (const name of RAW_FIELDS) {
    const field = form?.get(name);
    if (!field) continue;
    const raw = typeof field === 'string' ? Buffer.from(field) : Buffer.from(await field.arrayBuffer());
    return { raw, recipients: addresses([text(form?.get('envelope')), text(form?.get('recipient'))].join(' ')) };
  }
  return undefined;
}

const formOf = async (body: Buffer, type: string) => {
  try {
    return await new globalThis.Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
};

const text = (field: unknown): string => (typeof field === 'string' ? field.slice(0, 10_000) : '');

/** Every address in a text, such as the JSON of an envelope. */
const addresses = (from: string): string[] => from.match(/[^\s"'<>,;:[\]{}]{1,64}@[^\s"'<>,;:[\]{}]{1,255}/g) ?? [];
