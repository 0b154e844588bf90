import express, { type Request, type RequestHandler, type Router } from 'express';
import { receiveText } from '#core/features/inbox/receive-text.ts';
import { noteTextStatus } from '#core/features/inbox/text-status.ts';
import { isSignedByTwilio } from '#core/platform/twilio-signature.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { isBadData } from '#core/platform/db/unavailable.ts';

const EMPTY_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
/** The maximum number of media files in one text, as set by Twilio. */
const MOST_MEDIA = 10;
const PHONE = /^\+?\w{3,20}$/;

/**
 * Serves Twilio's webhooks for text statuses and inbound texts. Both arrive as signed forms. The signature covers the
 * public URL and every parameter (T3). If the signature is missing or wrong, the response is 403 and nothing is
 * changed. If the data is invalid, the response is 200 and nothing is changed. After any other failure, the response is
 * a 5xx status, so that Twilio retries or uses its fallback URL (docs/operations.md, 'Incoming texts').
 */
export function twilioRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const form = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 200 });
  const answered =
    (work: (request: Request) => Promise<void>): RequestHandler =>
    async (request, response) => {
      try {
        await work(request);
      } catch (error) {
        if (!isBadData(error)) throw error;
        deps.logger.error({ err: errorForLog(error), path: request.path }, 'a Twilio webhook can’t be stored');
      }
      response.status(200).type('text/xml').send(EMPTY_ANSWER);
    };

  routes.post(
    '/webhooks/twilio/status',
    form,
    signed(deps),
    answered((request) => receiveStatus(deps, request)),
  );
  routes.post(
    '/webhooks/twilio/inbound',
    form,
    signed(deps),
    answered((request) => receiveMessage(deps, request)),
  );
  return routes;
}

const parameters = (request: Request): Record<string, unknown> =>
  typeof request.body === 'object' && request.body !== null ? (request.body as Record<string, unknown>) : {};

/** Verifies the signature over the configured URL, because Twilio signs that URL. The Host header isn't used (T3). */
const signed =
  ({ config, logger }: Pick<ServerDeps, 'config' | 'logger'>): RequestHandler =>
  (request, response, next) => {
    const signature = request.get('x-twilio-signature') ?? '';
    const url = `${config.PUBLIC_URL}${request.originalUrl}`;
    if (isSignedByTwilio(config, { signature, url, parameters: parameters(request) })) {
      next();
      return;
    }
    logger.warn({ path: request.path }, 'a webhook has no valid Twilio signature');
    response.status(403).type('text/plain').send('The signature is missing or wrong');
  };

/**
 * Returns a parameter's value without NUL characters. Returns '' if it's missing. If Twilio sends a parameter twice,
 * the first value counts.
 */
function textOf(request: Request, name: string): string {
  const value = parameters(request)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.replaceAll('\u0000', '') : '';
}

/** Returns the media types of a text's files. The files themselves stay on Twilio's servers. */
const mediaOf = (request: Request): string[] => {
  const count = Number(textOf(request, 'NumMedia')) || 0;
  return Array.from({ length: Math.min(count, MOST_MEDIA) }, (_, index) => textOf(request, `MediaContentType${index}`));
};

async function receiveStatus(deps: ServerDeps, request: Request): Promise<void> {
  const sid = textOf(request, 'MessageSid') || textOf(request, 'SmsSid');
  const status = textOf(request, 'MessageStatus') || textOf(request, 'SmsStatus');
  if (sid === '' || status === '') return;
  const known = await noteTextStatus(deps, {
    sid,
    status: status.toLowerCase(),
    errorCode: textOf(request, 'ErrorCode') || null,
    rowId: typeof request.query['m'] === 'string' ? request.query['m'] : null,
    from: textOf(request, 'From'),
    to: textOf(request, 'To'),
  });
  if (!known) deps.logger.warn({ sid }, 'received the status of an unknown text');
}

async function receiveMessage(deps: ServerDeps, request: Request): Promise<void> {
  const sid = textOf(request, 'MessageSid') || textOf(request, 'SmsSid');
  const [from, to] = [textOf(request, 'From'), textOf(request, 'To')];
  if (sid === '' || !PHONE.test(from) || !PHONE.test(to)) return;
  await receiveText(deps, {
    sid,
    from,
    to,
    body: textOf(request, 'Body'),
    media: mediaOf(request),
    service: textOf(request, 'MessagingServiceSid') || null,
    optOutType: textOf(request, 'OptOutType').toUpperCase() || null,
  });
}
