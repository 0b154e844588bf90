import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import type { Delivery } from '../deliver.ts';
import type { StoredSms } from './message-resource.ts';

type Form = Record<string, string>;

/** Builds a form post with Twilio's signature, which covers the full URL and every parameter (T3). */
export function signedForm(twilio: { authToken: string }, url: string, form: Form): Delivery {
  return {
    url,
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': getExpectedTwilioSignature(twilio.authToken, url, form),
    },
  };
}

/** Returns the parameters of a status callback. */
export function statusForm(sms: StoredSms, accountSid: string): Form {
  return {
    ApiVersion: '2010-04-01',
    AccountSid: accountSid,
    MessageSid: sms.id,
    MessageStatus: sms.status,
    SmsSid: sms.id,
    SmsStatus: sms.status,
    From: sms.from,
    To: sms.to,
    ...(sms.messagingServiceSid === null ? {} : { MessagingServiceSid: sms.messagingServiceSid }),
    ...(sms.errorCode === null ? {} : { ErrorCode: String(sms.errorCode), ErrorMessage: sms.errorMessage ?? '' }),
  };
}

/**
 * Returns the parameters of an inbound text. The location fields are empty, because Twilio only guesses them and often
 * leaves them empty. `api` is the base URL for the text's files.
 */
export function inboundForm(sms: StoredSms, accountSid: string, api: string): Form {
  const media = sms.media ?? [];
  return {
    ApiVersion: '2010-04-01',
    AccountSid: accountSid,
    MessageSid: sms.id,
    SmsMessageSid: sms.id,
    SmsSid: sms.id,
    SmsStatus: 'received',
    Body: sms.body,
    From: sms.from,
    FromCity: '',
    FromState: '',
    FromZip: '',
    FromCountry: 'US',
    To: sms.to,
    ToCity: '',
    ToState: '',
    ToZip: '',
    ToCountry: 'US',
    NumMedia: String(media.length),
    ...Object.fromEntries(
      media.flatMap(({ id, type }, index) => [
        [`MediaUrl${index}`, `${api}/2010-04-01/Accounts/${accountSid}/Messages/${sms.id}/Media/${id}`],
        [`MediaContentType${index}`, type],
      ]),
    ),
    NumSegments: String(sms.segments),
    ...(sms.messagingServiceSid === null ? {} : { MessagingServiceSid: sms.messagingServiceSid }),
  };
}
