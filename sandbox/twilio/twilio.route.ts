import { timingSafeEqual } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import type { FaultMode, Faults } from '../faults.ts';
import type { SandboxOptions } from '../options.ts';
import { readSmsInput } from './create-input.ts';
import { invalidTo, noSuchResource, TwilioError, unauthenticated } from './errors.ts';
import { PHOTO } from './photo.ts';
import { listPage } from './list-page.ts';
import { mediaPage, messageResource } from './message-resource.ts';
import type { TwilioStandIn } from './twilio-stand-in.ts';

export interface TwilioRouteDeps {
  options: SandboxOptions;
  twilio: TwilioStandIn;
  faults: Faults;
}

/** The part of api.twilio.com/2010-04-01 that's needed to send texts. */
export function twilioRoutes({ options, twilio, faults }: TwilioRouteDeps): Router {
  const router = Router();
  const { accountSid } = options.twilio;
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' });

  router.use('/Accounts/:sid', (request, response, next) => {
    if (request.params.sid.replace(/\.json$/, '') !== accountSid)
      return refuse(response, noSuchResource(request.originalUrl));
    return knows(request.get('authorization'), options.twilio) ? next() : refuse(response, unauthenticated());
  });

  router.post('/Accounts/:sid/Messages.json', form, (request, response) => {
    const fault = faults.take('twilio', 'write');
    if (broken(fault, response)) return;
    const input = readSmsInput(new URLSearchParams(textOf(request)), options.twilio);
    if (fault === 'reject') throw invalidTo(input.to);
    const sms = twilio.accept(input);
    if (fault === 'drop_after_accept') response.socket?.destroy();
    else response.status(201).json(messageResource(sms, accountSid));
  });

  router.get('/Accounts/:sid/Messages.json', (request, response) => {
    if (broken(faults.take('twilio', 'read'), response)) return;
    response.json(listPage(twilio.list(), new URL(request.originalUrl, 'http://sandbox').searchParams, accountSid));
  });

  router.get('/Accounts/:sid/Messages/:message.json', (request, response) => {
    if (broken(faults.take('twilio', 'read'), response)) return;
    const sms = twilio.find(request.params.message);
    if (sms === undefined) throw noSuchResource(request.originalUrl);
    response.json(messageResource(sms, accountSid));
  });

  router.get('/Accounts/:sid/Messages/:message/Media.json', (request, response) => {
    if (broken(faults.take('twilio', 'read'), response)) return;
    const sms = twilio.find(request.params.message);
    if (sms === undefined) throw noSuchResource(request.originalUrl);
    response.json(mediaPage(sms, accountSid));
  });

  // Returns the file's bytes. They're always the same photo of a fence.
  router.get('/Accounts/:sid/Messages/:message/Media/:media', (request, response) => {
    if (broken(faults.take('twilio', 'read'), response)) return;
    const media = twilio.find(request.params.message)?.media?.find(({ id }) => id === request.params.media);
    if (media === undefined) throw noSuchResource(request.originalUrl);
    response.type(media.type).send(PHOTO);
  });

  router.use((request, response) => refuse(response, noSuchResource(request.originalUrl)));
  router.use(twilioProblem);
  return router;
}

const textOf = (request: Request): string => (typeof request.body === 'string' ? request.body : '');

function refuse(response: Response, error: TwilioError): void {
  response.status(error.status).json(error.body());
}

/** Formats this router's errors like Twilio's errors. Express identifies an error handler by its four parameters. */
function twilioProblem(error: unknown, _request: Request, response: Response, next: (error: unknown) => void): void {
  if (error instanceof TwilioError) refuse(response, error);
  else next(error);
}

/** Applies the fault: responds with an error, or never responds. Returns false if the request should proceed. */
function broken(fault: FaultMode, response: Response): boolean {
  if (fault === 'http500') refuse(response, new TwilioError(20500, 'An internal server error has occurred', 500));
  else if (fault === 'http429') refuse(response, new TwilioError(20429, 'Too Many Requests', 429));
  else if (fault === 'hang_up') response.socket?.destroy();
  return fault === 'http500' || fault === 'http429' || fault === 'timeout' || fault === 'hang_up';
}

/** Checks that HTTP basic authentication has the right account sid and auth token. */
export function knows(header: string | undefined, twilio: SandboxOptions['twilio']): boolean {
  const given = Buffer.from(header?.replace(/^Basic /i, '') ?? '', 'base64');
  const wanted = Buffer.from(`${twilio.accountSid}:${twilio.authToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
