import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#shared/primitives/durations.ts';

const PERIOD = 30;
/** One step before and after, because clocks differ and typing takes time. */
const WINDOW = 1;

const generator = (base32: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  // the values that every authenticator app supports (RFC 6238)
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(base32) });

/** A new shared secret of 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI that an authenticator app reads from a QR code. */
export const totpUri = (base32: string, names: { issuer: string; label: string }): string =>
  generator(base32, names).toString();

/** The time step of six digits at a real time in ms; null if they match none nearby. */
export function totpStep(base32: string, digits: string, at: number): number | null {
  const delta = generator(base32).validate({ token: digits, window: WINDOW, timestamp: at });
  return delta === null ? null : Math.floor(at / SECOND / PERIOD) + delta;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A recovery code of 80 bits: sixteen letters and digits; `shown` groups them in fours. */
export function newRecoveryCode(): { plain: string; shown: string } {
  const plain = [...randomBytes(16)].map((byte) => BASE32[byte % BASE32.length]).join('');
  return { plain, shown: plain.replace(/(.{4})(?=.)/g, '$1-') };
}
