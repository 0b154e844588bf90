import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { PushPayload } from '#shared/features/push/push.schema.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { isPublicAddress } from './public-host.ts';
import { vapidKeys } from './vapid.ts';

/** Where a browser takes what is pushed to it, and what it is sealed with. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What became of it: taken; the subscription ended; to be tried again; or refused for good. */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused';

/** The push services of the browsers that there are. An address of any other host is not one. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

type PushConfig = Pick<Config, 'PUSH_API_BASE' | 'APP_SECRET' | 'SUPPORT_EMAIL'>;

/**
 * Whether an address that a browser gave is one of a push service: such addresses are typed by strangers, and the server
 * posts to them. PUSH_API_BASE names one more, such as the stand-in.
 */
export function isPushEndpoint(endpoint: string, { PUSH_API_BASE }: Pick<Config, 'PUSH_API_BASE'>): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, port, username, password, hostname } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (PUSH_API_BASE !== undefined && origin === new URL(PUSH_API_BASE).origin) return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

/** How long a push service keeps what a phone without a connection has not fetched. */
const KEPT_FOR_SECONDS = (12 * HOUR) / SECOND;
const TIMEOUT = 10 * SECOND;
/** A topic names what replaces what; at most 32 letters of base64url. */
const MOST_TOPIC = 32;

/** Sends one notification, sealed for its browser. Never throws: what fails is an outcome. */
export async function pushTo(config: PushConfig, target: PushTarget, payload: PushPayload): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint, config)) return 'refused';
  try {
    // most workers never push: the library is loaded with the first
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = vapidKeys(config.APP_SECRET);
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: `mailto:${config.SUPPORT_EMAIL}`, publicKey, privateKey },
        TTL: KEPT_FOR_SECONDS,
        urgency: 'high',
        topic: payload.tag.replace(/[^\w-]/g, '').slice(-MOST_TOPIC),
      },
    );
    return outcomeOf(await post(endpoint, { headers, body, config }));
  } catch (error) {
    return error instanceof InnerAddress ? 'refused' : 'later';
  }
}

const outcomeOf = (status: number): PushOutcome => {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
};

/** A name that leads into a private network. */
class InnerAddress extends Error {}

/** As `dns.lookup`, but only to where anyone on the internet can go. */
const publicLookup: RequestOptions['lookup'] = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    const hosts = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
    if (hosts.length === 0 || !hosts.every((host) => isPublicAddress(`https://${host}`)))
      return done(new InnerAddress('a push service at a private address'), '');
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  });
};

interface Post {
  headers: RequestOptions['headers'];
  body: Buffer | string | null;
  config: PushConfig;
}

/** The status of the answer; follows no redirect. */
function post(endpoint: string, { headers, body, config: { PUSH_API_BASE } }: Post): Promise<number> {
  const { origin, protocol } = new URL(endpoint);
  const known = PUSH_API_BASE !== undefined && origin === new URL(PUSH_API_BASE).origin;
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      endpoint,
      { method: 'POST', headers, timeout: TIMEOUT, ...(known ? {} : { lookup: publicLookup }) },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 500);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('the push service does not answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
