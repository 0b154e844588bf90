import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair that identifies us to push services (VAPID), base64url: 65 and 32 bytes. */
export interface VapidKeys {
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
