import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { SandboxOptions } from '../options.ts';
import { noSuchResource, type TwilioError, unauthenticated } from './errors.ts';
import { knows } from './twilio.route.ts';

const NUMBER_SID = `PN${'0'.repeat(31)}1`;
const form = express.urlencoded({ extended: false, limit: '64kb' });

/** What an operator sets up in Twilio's console: the account, and a number whose texts are posted to the app. */
export function twilioAccountRoutes({ twilio, appUrl }: SandboxOptions): Router {
  const router = Router();
  const inbound = { sms_url: `${appUrl}/webhooks/twilio/inbound#rc=5&rp=all`, sms_method: 'POST' };
  const number = () => ({
    sid: NUMBER_SID,
    account_sid: twilio.accountSid,
    phone_number: twilio.from,
    friendly_name: twilio.from,
    capabilities: { sms: true, mms: true, voice: true, fax: false },
    ...inbound,
  });

  router.get('/Accounts/:sid.json', signedIn(twilio), (request, response) => {
    if (request.params['sid'] !== twilio.accountSid) return refuse(response, noSuchResource(request.originalUrl));
    response.json({ sid: twilio.accountSid, friendly_name: 'Sandbox', status: 'active', type: 'Full' });
  });
  router.get('/Accounts/:sid/IncomingPhoneNumbers.json', signedIn(twilio), (request, response) => {
    const asked = request.query['PhoneNumber'];
    const found = asked === undefined || asked === twilio.from ? [number()] : [];
    response.json({ incoming_phone_numbers: found, page: 0, page_size: 50, next_page_uri: null });
  });
  router.post('/Accounts/:sid/IncomingPhoneNumbers/:number.json', signedIn(twilio), form, (request, response) => {
    const { SmsUrl, SmsMethod } = request.body as Record<string, string | undefined>;
    Object.assign(inbound, { sms_url: SmsUrl ?? inbound.sms_url, sms_method: SmsMethod ?? inbound.sms_method });
    response.json(number());
  });
  return router;
}

/** The messaging service, if the product uses one. Its API is at messaging.twilio.com/v1. */
export function messagingServiceRoutes({ twilio, appUrl }: SandboxOptions): Router {
  const router = Router();
  const sid = twilio.messagingServiceSid;
  router.get('/Services/:service', signedIn(twilio), (request, response) => {
    if (request.params['service'] !== sid) return refuse(response, noSuchResource(request.originalUrl));
    response.json({
      sid,
      account_sid: twilio.accountSid,
      inbound_request_url: `${appUrl}/webhooks/twilio/inbound#rc=5&rp=all`,
      inbound_method: 'POST',
      use_inbound_webhook_on_number: false,
    });
  });
  router.get('/Services/:service/PhoneNumbers', signedIn(twilio), (_request, response) => {
    const numbers = [{ sid: NUMBER_SID, phone_number: twilio.from, capabilities: ['SMS'] }];
    response.json({ phone_numbers: numbers, meta: { key: 'phone_numbers', next_page_url: null } });
  });
  return router;
}

const signedIn =
  (twilio: SandboxOptions['twilio']) =>
  (request: Request, response: Response, next: NextFunction): void =>
    knows(request.get('authorization'), twilio) ? next() : refuse(response, unauthenticated());

function refuse(response: Response, error: TwilioError): void {
  response.status(error.status).json(error.body());
}
