import { networkOf } from '#shared/primitives/network.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';

type Deps = Pick<AuthDeps, 'system'>;

/** One try at a secret. */
export interface CountedTry {
  /** The secret was right: the try is taken back, and those before it are forgotten. */
  right(): Promise<void>;
}

interface Counts {
  /** Whose limits: `sign-in-network`, `sign-in-account` and `sign-in-device`, or those of `totp`. */
  flow: 'sign-in' | 'totp';
  /** The account: an email address, known or not, or a user's id. */
  account: string;
  /** What `knownDevice` says. */
  device: string | null;
}

/**
 * Counts one try before the secret is looked at. On a known device it counts for that device alone; where that is
 * used up, or the device is new, for the network and for the account's new devices together. Throws RATE_LIMITED.
 */
export async function countTry(
  { system }: Deps,
  { ip }: Visit,
  { flow, account, device }: Counts,
): Promise<CountedTry> {
  const byDevice = authLimit(system, `${flow}-device`);
  if (device !== null && (await byDevice.take(device))) return { right: () => byDevice.forget(device) };
  const network = networkOf(ip);
  const byNetwork = authLimit(system, `${flow}-network`);
  const byAccount = authLimit(system, `${flow}-account`);
  await byNetwork.consume(network);
  await byAccount.consume(account);
  return {
    async right() {
      await Promise.all([byNetwork.giveBack(network), byAccount.forget(account)]);
    },
  };
}

/** The right to have digits compared with a living code. */
export interface Guesses {
  /** Whether a day's are used up. */
  isSpent(): Promise<boolean>;
  /** Counts one; false where it is one too many, and the digits must not be looked at. */
  take(): Promise<boolean>;
  /** The digits were right. */
  right(): Promise<void>;
}

/**
 * The guesses at digits that were mailed to `address`: a known device has its own, all new devices share the
 * address's. Counted where there is a living code only, so that strangers use nothing up by guessing at none. By address
 * and not by account: a sign-up that begins anew gets no new ones.
 */
export async function codeGuesses(
  db: SystemDb | SystemTx,
  { address, device }: { address: string; device: string | null },
): Promise<Guesses> {
  const byDevice = authLimit(db, 'code-device');
  const trusted = device !== null && !(await byDevice.isSpent(device));
  const [limit, key] = trusted ? [byDevice, device] : [authLimit(db, 'code-guesses'), address];
  return {
    isSpent: () => limit.isSpent(key),
    take: () => limit.take(key),
    right: () => limit.forget(key),
  };
}

/** Counts digits typed on a new device, or for nobody known, by the network. Throws RATE_LIMITED. */
export async function countDigits({ system }: Deps, { ip }: Visit): Promise<CountedTry> {
  const network = networkOf(ip);
  const byNetwork = authLimit(system, 'code-network');
  await byNetwork.consume(network);
  return { right: () => byNetwork.giveBack(network) };
}

/** Counts a link that opened nothing. Right ones are never refused: 256 bits are not guessed. Throws RATE_LIMITED. */
export const countWrongLink = ({ system }: Deps, { ip }: Visit): Promise<void> =>
  authLimit(system, 'link-network').consume(networkOf(ip));
