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

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** 256 random bits as 43 characters that an address may hold. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

const CODE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 16;

/** 95 random bits as 16 letters and digits: short, unguessable, and no sign at its end that a phone leaves out of a link. */
export const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** SHA-256 in hex: what the database keeps of a token, so that a copy of it opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const keys = new Map<string, KeyObject>();

/** One key for each purpose: what was made for one place is worthless in another. Derived once a process. */
const keyFor = (secret: string, purpose: string): KeyObject => {
  const name = `${purpose}\n${secret}`;
  const key = keys.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'picket', purpose, 32)));
  keys.set(name, key);
  return key;
};

/**
 * Encrypts a text with a key derived from APP_SECRET (AES-256-GCM, HKDF). `context` names what it is for
 * (such as 'estimate-link:<id>') and must be the same when it is opened.
 */
export const seal = (text: string, secret: string, context: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, 'seal'), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** The text of `seal`; undefined where it was altered, or sealed with another secret or for another context. */
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

/** A token that carries `payload` readably, and proof that we made it for `purpose`. It does not expire. */
export const signedToken = (payload: string, secret: string, purpose: string): string =>
  `${Buffer.from(payload).toString('base64url')}.${mac(payload, secret, purpose).toString('base64url')}`;

/** The payload of `signedToken`; undefined where the token is not ours, altered, or made for another purpose. */
export const readSignedToken = (token: string, secret: string, purpose: string): string | undefined => {
  const [encoded, signature, ...rest] = token.split('.');
  if (!encoded || !signature || rest.length > 0) return undefined;
  const payload = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(payload, secret, purpose);
  // the canonical spelling only: base64url reads several texts as the same bytes
  if (given.length !== expected.length || given.toString('base64url') !== signature) return undefined;
  return timingSafeEqual(given, expected) ? payload : undefined;
};

const UNSUBSCRIBE = 'unsubscribe';

/** What an unsubscribe link names. */
export interface UnsubscribeLink {
  leadId: LeadId;
  /** The row that sent the mail, and so the address that was mailed; null in links from before it was named. */
  rowId: string | null;
}

/** What stands in `/unsubscribe/:token`: works for ever and without a session (C24). */
export const unsubscribeToken = (leadId: LeadId, secret: string, rowId?: string): string =>
  signedToken(rowId === undefined ? leadId : `${leadId} ${rowId}`, secret, UNSUBSCRIBE);

/** Whose mails a token of `unsubscribeToken` stops; undefined where it is not ours. */
export const readUnsubscribeToken = (token: string, secret: string): UnsubscribeLink | undefined => {
  const [leadId, rowId = null] = readSignedToken(token, secret, UNSUBSCRIBE)?.split(' ') ?? [];
  return leadId === undefined ? undefined : { leadId: leadId as LeadId, rowId };
};

/** What an address that we give out for mail is for. */
export type MailTokenPurpose = 'reply' | 'bounce';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ID_BYTES = 16;
/** 128 bits: 52 characters in all, for the part of an address before the @ may have 64. */
const MAIL_MAC_BYTES = 16;

/** A token of an id (UUID) for a mail address: 52 letters and digits that no mail program spells differently. */
export const mailToken = (id: string, secret: string, purpose: MailTokenPurpose): string => {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return base32(Buffer.concat([bytes, mac(id, secret, `mail:${purpose}`).subarray(0, MAIL_MAC_BYTES)]));
};

/** The id of a `mailToken` in lower case; undefined where it is not ours, altered, or made for another purpose. */
export const readMailToken = (token: string, secret: string, purpose: MailTokenPurpose): string | undefined => {
  const bytes = fromBase32(token);
  if (bytes?.length !== ID_BYTES + MAIL_MAC_BYTES) return undefined;
  const id = bytes
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!UUID.test(id)) return undefined;
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
  // one spelling only: what is over holds nothing
  if (spare > 4 || bits.slice(whole).includes('1')) return undefined;
  return Buffer.from((bits.slice(0, whole).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Whether two secrets are the same, told in the same time wherever they differ. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
