import { randomBytes } from 'node:crypto';

export type SmsStatus =
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'received';

/** A file attached to a text. `id` is the file's Twilio sid. */
export interface StoredMedia {
  id: string;
  type: string;
}

/** A stored text. `id` is the text's Twilio sid. Times are from the sandbox clock, in ISO 8601. */
export interface StoredSms {
  id: string;
  direction: 'outbound-api' | 'outbound-reply' | 'inbound';
  /**
   * The sender's actual phone number. The Message resource shows null until a messaging service has chosen the number.
   */
  from: string;
  to: string;
  body: string;
  status: SmsStatus;
  errorCode: number | null;
  errorMessage: string | null;
  messagingServiceSid: string | null;
  segments: number;
  /** The files attached to the text. */
  media?: StoredMedia[];
  statusCallback: string | null;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
}

export const newSmsSid = (): string => `SM${randomBytes(16).toString('hex')}`;

export const newMediaSid = (): string => `ME${randomBytes(16).toString('hex')}`;

/** Formats an instant as RFC 2822 in UTC: `Thu, 24 Aug 2023 05:01:45 +0000`. */
export const rfc2822 = (iso: string): string => new Date(iso).toUTCString().replace(/GMT$/, '+0000');

/** The Message resource of api.twilio.com/2010-04-01, with all its fields. */
export function messageResource(sms: StoredSms, accountSid: string): Record<string, unknown> {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sms.id}`;
  const chosen = sms.messagingServiceSid === null || sms.status !== 'accepted';
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: sms.body,
    date_created: rfc2822(sms.createdAt),
    date_sent: sms.sentAt === null ? null : rfc2822(sms.sentAt),
    date_updated: rfc2822(sms.updatedAt),
    direction: sms.direction,
    error_code: sms.errorCode,
    error_message: sms.errorMessage,
    from: chosen ? sms.from : null,
    messaging_service_sid: sms.messagingServiceSid,
    num_media: String(sms.media?.length ?? 0),
    // With a messaging service, the sender is null until the service has chosen a number (T1).
    num_segments: chosen ? String(sms.segments) : '0',
    price: null,
    price_unit: 'USD',
    sid: sms.id,
    status: sms.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: sms.to,
    uri: `${uri}.json`,
  };
}

/** Returns the response to `GET Messages/{sid}/Media.json`, all on one page. */
export function mediaPage(sms: StoredSms, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Messages/${sms.id}/Media`;
  const list = (sms.media ?? []).map(({ id, type }) => ({
    account_sid: accountSid,
    content_type: type,
    date_created: rfc2822(sms.createdAt),
    date_updated: rfc2822(sms.updatedAt),
    parent_sid: sms.id,
    sid: id,
    uri: `${path}/${id}.json`,
  }));
  const uri = `${path}.json?PageSize=50&Page=0`;
  const ends = { start: 0, end: Math.max(0, list.length - 1), page: 0, page_size: 50 };
  return { media_list: list, ...ends, uri, first_page_uri: uri, previous_page_uri: null, next_page_uri: null };
}
