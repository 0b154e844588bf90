import { createECDH, hkdfSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { PushPayload } from '#shared/features/push/push.schema.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { InnerAddress, publicLookup } from './public-host.ts';

/** The key pair that identifies us to push services (VAPID), base64url: 65 and 32 bytes. */
interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const made = new Map<string, VapidKeys>();

/**
 * The key pair derived from APP_SECRET. It is the same in every process, so it needs no configuration or storage. A new
 * APP_SECRET creates a new pair, and browsers subscribe again when they next open the dashboard.
 */
export function vapidKeys(secret: string): VapidKeys {
  const known = made.get(secret);
  if (known) return known;
  const keys = derive(secret);
  made.set(secret, keys);
  return keys;
}

/** Nearly any 32 bytes are a valid private key of the curve; if not, the next ones are used. */
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

/** A browser's push endpoint, and its encryption keys. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The result: accepted, subscription ended, retry, or refused permanently. */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused';

/** The browsers' push services. Any other host is refused. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

type PushConfig = Pick<Config, 'PUSH_API_BASE' | 'APP_SECRET' | 'SUPPORT_EMAIL'>;

/**
 * Whether an endpoint belongs to a push service. Browsers supply these addresses, and the server posts to them, so
 * others are refused. PUSH_API_BASE adds one, such as the stand-in.
 */
export function isPushEndpoint(endpoint: string, { PUSH_API_BASE }: Pick<Config, 'PUSH_API_BASE'>): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, port, username, password, hostname } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (PUSH_API_BASE !== undefined && origin === new URL(PUSH_API_BASE).origin) return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

/** How long a push service keeps a notification for a phone that is offline. */
const KEPT_FOR_SECONDS = (12 * HOUR) / SECOND;
const TIMEOUT = 10 * SECOND;
/** A newer notification with the same topic replaces the older; at most 32 base64url characters. */
const MOST_TOPIC = 32;

/** Sends one notification, encrypted for its browser. Never throws: failures are results. */
export async function pushTo(config: PushConfig, target: PushTarget, payload: PushPayload): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint, config)) return 'refused';
  try {
    // Most worker processes never push, so the library is loaded on first use.
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

/** The answer's status; redirects aren't followed. */
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
