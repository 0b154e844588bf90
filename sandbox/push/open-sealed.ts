import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The keys of one browser: what it tells (base64url), and what it keeps. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
  privateKey: string;
}

const SALT = 16;
const TAG = 16;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** What was pushed, as its browser reads it (RFC 8291, 'aes128gcm' in one record). Throws where it was sealed for another. */
export function openSealed(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
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
