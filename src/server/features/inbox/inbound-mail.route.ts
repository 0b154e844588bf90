import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { findMailLane } from '#core/features/inbox/mail-lane.ts';
import { type MailFate, receiveMail } from '#core/features/inbox/receive-mail.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { LineFull } from '#core/platform/inbound-mail/fair-line.ts';
import { LARGEST_MAIL } from '#core/platform/inbound-mail/inbound-mail.ts';
import { readMailHead } from '#core/platform/inbound-mail/mail-head.ts';
import { createMailReader, type MailReader } from '#core/platform/inbound-mail/mail-reader.ts';
import { sameSecret } from '#core/platform/secrets.ts';
import { bodyBudget, freeBody, readBody } from '../../http/body-budget.ts';
import { findPostedMail, type PostedMail } from './posted-mail.ts';

/** What the bodies of all emails that are being taken may take together, in bytes, and how many more may wait. */
const BUDGET = { bytes: 32 * 1024 * 1024, largest: LARGEST_MAIL, waiting: 200 };
/** Seconds. */
const RETRY_AFTER = 30;
const KEPT: ReadonlySet<MailFate> = new Set(['taken', 'unreadable', 'report']);

/**
 * The mail service's webhook for each email to INBOUND_MAIL_DOMAIN: the raw email as the body (`message/rfc822`), or in
 * a form field. The caller sends INBOUND_MAIL_SECRET as the basic authentication password or as a bearer token;
 * otherwise 401 without reading the body. Email that isn't for us or can't be read is answered 200, so it isn't resent.
 * If the database is down, or too many emails arrive, the answer is 503, so it is. Nothing is parsed before the
 * recipient is known, and nothing in this thread (`mail-reader.ts`).
 */
export function inboundMailRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const reader = createMailReader({ logger: deps.logger, authservId: deps.config.INBOUND_MAIL_AUTHSERV_ID });
  routes.post('/webhooks/mail/inbound', authenticated(deps), plain, bodyBudget(BUDGET), async (request, response) =>
    receive(deps, reader, request, response),
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
    logger.warn({ path: request.path }, 'a mail was handed in without the secret');
    response.status(401).set('WWW-Authenticate', 'Basic').type('text/plain').send('The secret is missing or wrong');
  };

/** A compressed body may be any size. */
const plain: RequestHandler = (request, response, next) => {
  if ((request.get('content-encoding') ?? 'identity') === 'identity') next();
  else response.status(415).type('text/plain').send('Send the email without compression');
};

async function receive(deps: ServerDeps, reader: MailReader, request: Request, response: Response): Promise<void> {
  const body = await readBody(request, LARGEST_MAIL);
  // whoever sent it is gone and will send it again
  if (body === undefined) return;
  const type = request.get('content-type') ?? '';
  const posted = findPostedMail(body, { type, envelope: request.get('x-envelope-to') ?? '' });
  try {
    const fate = posted ? await take(deps, reader, posted) : 'not a mail';
    if (!KEPT.has(fate)) deps.logger.info({ fate }, 'a mail that came in was not kept');
    response.status(200).json({ fate });
  } catch (error) {
    if (!(error instanceof LineFull)) throw error;
    deps.logger.warn('more emails come in than can be read');
    response.status(503).set('Retry-After', String(RETRY_AFTER)).type('text/plain').send('Too many at once');
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
