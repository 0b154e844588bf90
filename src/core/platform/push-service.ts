import { createECDH, hkdfSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { PushPayload } from '#shared/features/push/push.schema.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { InnerAddress, publicLookup } from './public-host.ts';

/**
 * The key pair that identifies us to push services (VAPID), in base64url. The public key has 65 bytes, and the private
 * key has 32.
 */
interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const made = new Map<string, VapidKeys>();

/**
 * Returns the keys that identify this server to push services (VAPID). Every process derives the same keys from
 * APP_SECRET, so they aren't configured or stored. A new APP_SECRET results in new keys. Browsers then resubscribe when
 * they next open the dashboard.
 */
export function vapidKeys(secret: string): VapidKeys {
  const known = made.get(secret);
  if (known) return known;
  const keys = derive(secret);
  made.set(secret, keys);
  return keys;
}

/**
 * Derives a key pair. Almost any 32 bytes are a valid private key for the curve. If the derived bytes aren't valid,
 * derives the next candidate.
 */
function derive(secret: string, turn = 0): VapidKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'picket', `vapid:${turn}`, 32));
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
  } catch {
    return derive(secret, turn + 1);
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
}

/** A browser's push endpoint and its encryption keys. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** 'taken': accepted. 'gone': the subscription has ended. 'later': retry later. 'refused': permanently rejected. */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused';

/** The hosts of the browsers' push services. All other hosts are rejected. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

type PushConfig = Pick<Config, 'PUSH_API_BASE' | 'APP_SECRET' | 'SUPPORT_EMAIL'>;

/**
 * Whether an endpoint is on a known push service. Browsers choose the endpoints that the server posts to, so unknown
 * hosts are rejected. PUSH_API_BASE adds one host, such as the stand-in's.
 */
export function isPushEndpoint(endpoint: string, { PUSH_API_BASE }: Pick<Config, 'PUSH_API_BASE'>): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, port, username, password, hostname } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (PUSH_API_BASE !== undefined && origin === new URL(PUSH_API_BASE).origin) return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

/** How long a push service keeps a notification for an offline device. */
const KEPT_FOR_SECONDS = (12 * HOUR) / SECOND;
const TIMEOUT = 10 * SECOND;
/**
 * Maximum length of a topic, in base64url characters. A new notification replaces an earlier one with the same topic.
 */
const MOST_TOPIC = 32;

/** Sends one notification, encrypted for its browser. Never throws. Returns every failure as a `PushOutcome`. */
export async function pushTo(config: PushConfig, target: PushTarget, payload: PushPayload): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint, config)) return 'refused';
  try {
    // The library is loaded on first use, because most worker processes never send a notification.
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

interface Post {
  headers: RequestOptions['headers'];
  body: Buffer | string | null;
  config: PushConfig;
}

/** Posts the notification and returns the HTTP status. Redirects aren't followed. */
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
    sent.on('timeout', () => sent.destroy(new Error('the push service didn’t respond')));
    sent.on('error', reject);
    sent.end(body);
  });
}
