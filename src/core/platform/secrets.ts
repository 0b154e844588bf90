import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import type { LeadId } from '#shared/primitives/ids.ts';

/** Returns an id (UUID) as 16 bytes, for tokens that must be short. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Returns 16 bytes as an id (UUID) in lowercase. Doesn't validate it. Only a signature proves that an id is ours. */
export const idOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Returns 256 random bits as 43 URL-safe characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

const CODE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 16;

/**
 * Returns 95 random bits as 16 letters and digits. The code is short but can't be guessed. It doesn't contain
 * punctuation, because some phones omit punctuation at the end of a link.
 */
export const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/**
 * Returns a token's SHA-256 hash in hex. Only the hash is stored, so a copy of the database doesn't contain usable
 * tokens.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const keys = new Map<string, KeyObject>();

/**
 * Returns the key for a purpose. It's derived once per process. A token made for one purpose is invalid for any other.
 */
const keyFor = (secret: string, purpose: string): KeyObject => {
  const name = `${purpose}\n${secret}`;
  const key = keys.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'picket', purpose, 32)));
  keys.set(name, key);
  return key;
};

/**
 * Encrypts a string with a key derived from APP_SECRET (AES-256-GCM, HKDF). `context` says what the string is for, such
 * as 'estimate-link:<id>'. Decryption requires the same context.
 */
export const seal = (text: string, secret: string, context: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, 'seal'), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** Decrypts the result of `seal`. Returns undefined if it was altered, or if the secret or context differs. */
export const open = (sealed: string, secret: string, context: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(secret, 'seal'), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

const mac = (payload: string, secret: string, purpose: string): Buffer =>
  createHmac('sha256', keyFor(secret, `sign:${purpose}`))
    .update(payload)
    .digest();

/** Returns a token with a readable `payload` and a signature for `purpose`. The token never expires. */
export const signedToken = (payload: string, secret: string, purpose: string): string =>
  `${Buffer.from(payload).toString('base64url')}.${mac(payload, secret, purpose).toString('base64url')}`;

/** Returns a `signedToken`'s payload. Undefined if the token isn't ours, was altered, or has another purpose. */
export const readSignedToken = (token: string, secret: string, purpose: string): string | undefined => {
  const [encoded, signature, ...rest] = token.split('.');
  if (!encoded || !signature || rest.length > 0) return undefined;
  const payload = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(payload, secret, purpose);
  // Accepts only the canonical encoding. Other base64url strings can decode to the same bytes.
  if (given.length !== expected.length || given.toString('base64url') !== signature) return undefined;
  return timingSafeEqual(given, expected) ? payload : undefined;
};

const UNSUBSCRIBE = 'unsubscribe';

interface UnsubscribeLink {
  leadId: LeadId;
  /**
   * The id of the email's row, which determines the email address. Null in older links, which don't contain it.
   */
  rowId: string | null;
}

/** Returns the token for `/unsubscribe/:token`. It never expires, and the page doesn't require sign-in (C24). */
export const unsubscribeToken = (leadId: LeadId, secret: string, rowId?: string): string =>
  signedToken(rowId === undefined ? leadId : `${leadId} ${rowId}`, secret, UNSUBSCRIBE);

/** Returns the contents of an `unsubscribeToken`, or undefined if it's invalid. */
export const readUnsubscribeToken = (token: string, secret: string): UnsubscribeLink | undefined => {
  const [leadId, rowId = null] = readSignedToken(token, secret, UNSUBSCRIBE)?.split(' ') ?? [];
  return leadId === undefined ? undefined : { leadId: leadId as LeadId, rowId };
};

/** The purpose of an email address that Picket generates. */
export type MailTokenPurpose = 'reply' | 'bounce' | 'feedback';

const ID_BYTES = 16;
/**
 * 128 bits. The local part of the email address then consists of the purpose, a plus sign and 52 characters, which is
 * within the limit of 64.
 */
const MAIL_MAC_BYTES = 16;

/**
 * Returns a signed token with an id (UUID), for use in an email address. It has 52 letters and digits and isn't
 * case-sensitive.
 */
export const mailToken = (id: string, secret: string, purpose: MailTokenPurpose): string => {
  return base32(Buffer.concat([bytesOfId(id), mac(id, secret, `mail:${purpose}`).subarray(0, MAIL_MAC_BYTES)]));
};

/** Returns a `mailToken`'s id in lowercase. Undefined if the token isn't ours, was altered, or has another purpose. */
export const readMailToken = (token: string, secret: string, purpose: MailTokenPurpose): string | undefined => {
  const bytes = fromBase32(token);
  if (bytes?.length !== ID_BYTES + MAIL_MAC_BYTES) return undefined;
  const id = idOfBytes(bytes.subarray(0, ID_BYTES));
  const given = bytes.subarray(ID_BYTES);
  return timingSafeEqual(given, mac(id, secret, `mail:${purpose}`).subarray(0, MAIL_MAC_BYTES)) ? id : undefined;
};

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

const fromBase32 = (text: string): Buffer | undefined => {
  if (!/^[a-z2-7]*$/.test(text)) return undefined;
  const bits = text.replace(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const spare = bits.length % 8;
  const whole = bits.length - spare;
  // Accepts only the canonical encoding, where the unused bits are zero.
  if (spare > 4 || bits.slice(whole).includes('1')) return undefined;
  return Buffer.from((bits.slice(0, whole).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Compares two secrets in constant time. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
