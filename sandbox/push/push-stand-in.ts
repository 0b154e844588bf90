import { createECDH, randomBytes, randomUUID, createDecipheriv, hkdfSync } from 'node:crypto';
import express, { type Router } from 'express';

interface Subscription extends BrowserKeys {
  id: string;
  revoked: boolean;
}

/** A decrypted push message. */
interface Pushed {
  subscriptionId: string;
  payload: unknown;
  topic: string | null;
  at: string;
}

/** Reads the raw body, because Express doesn't parse bodies with this encoding. */
async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Stand-ins for a push service and for browsers. They create subscriptions with keys. They accept push messages with
 * 201, or reject them with 410 after a browser has unsubscribed. They also return each browser's decrypted messages.
 * Everything is stored only in memory.
 */
export function pushRoutes(url: () => string): Router {
  const subscriptions = new Map<string, Subscription>();
  const pushed: Pushed[] = [];
  const router = express.Router();

  router.post('/api/push/subscriptions', (_request, response) => {
    const curve = createECDH('prime256v1');
    const p256dh = curve.generateKeys('base64url');
    const subscription = {
      id: randomUUID(),
      p256dh,
      auth: randomBytes(16).toString('base64url'),
      privateKey: curve.getPrivateKey('base64url'),
      revoked: false,
    };
    subscriptions.set(subscription.id, subscription);
    const { id, auth } = subscription;
    response.status(201).json({ id, endpoint: `${url()}/push/${id}`, keys: { p256dh, auth } });
  });

  router.post('/api/push/subscriptions/:id/revoke', (request, response) => {
    const subscription = subscriptions.get(request.params.id);
    if (subscription) subscription.revoked = true;
    response.status(subscription ? 204 : 404).end();
  });

  router.get('/api/push', (_request, response) => {
    response.json(pushed);
  });

  router.post('/push/:id', async (request, response) => {
    const subscription = subscriptions.get(request.params.id);
    if (!subscription) return void response.status(404).end();
    if (subscription.revoked) return void response.status(410).end();
    if (!request.get('authorization')?.startsWith('vapid ')) return void response.status(401).end();
    const payload: unknown = JSON.parse(openSealed(await bodyOf(request), subscription));
    const topic = request.get('topic') ?? null;
    pushed.push({ subscriptionId: subscription.id, payload, topic, at: new Date().toISOString() });
    response.status(201).end();
  });
  return router;
}

/** One browser's keys: the public keys that it sends (base64url), and its private key. */
interface BrowserKeys {
  p256dh: string;
  auth: string;
  privateKey: string;
}

const SALT = 16;
const TAG = 16;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Decrypts a push message as its browser would (RFC 8291, 'aes128gcm' in one record). Throws if it was encrypted for
 * another browser.
 */
function openSealed(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const salt = body.subarray(0, SALT);
  const idLength = body[SALT + 4] ?? 0;
  const sender = body.subarray(SALT + 5, SALT + 5 + idLength);
  const sealed = body.subarray(SALT + 5 + idLength);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const shared = curve.computeSecret(sender);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG));
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -TAG)), opener.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
