import { networkOf } from '#shared/primitives/network.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';

type Deps = Pick<AuthDeps, 'system'>;

/** One try at a secret. */
export interface CountedTry {
  /** Call this if the secret was right. Takes back this try and clears the earlier ones. */
  right(): Promise<void>;
}

interface Counts {
  /** Which limits apply: `sign-in-network`, `sign-in-account` and `sign-in-device`, or those of `totp`. */
  flow: 'sign-in' | 'totp';
  /** The account: an email address, known or not, or a user's id. */
  account: string;
  /** The result of `knownDevice`. */
  device: string | null;
}

/**
 * Counts one try before checking the secret. On a known device it counts for that device only; if that is used up, or
 * the device is new, for the network and for all the account's new devices. Throws RATE_LIMITED.
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

/** Permission to compare digits with a valid code. */
export interface Guesses {
  /** Whether the daily limit is used up. */
  isSpent(): Promise<boolean>;
  /** Counts one comparison. False if it is over the limit, and then the digits must not be compared. */
  take(): Promise<boolean>;
  /** Call this if the digits were right. */
  right(): Promise<void>;
}

/**
 * Limits tries at digits emailed to `address`: each known device has its own limit, and all new devices share one.
 * Counted only while a code is valid, so that strangers can't use up the tries without one. Counted by address rather
 * than account, so that restarting a sign-up gives no new tries.
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

/** Counts digits typed on a new device, or without a known user, by network. Throws RATE_LIMITED. */
export async function countDigits({ system }: Deps, { ip }: Visit): Promise<CountedTry> {
  const network = networkOf(ip);
  const byNetwork = authLimit(system, 'code-network');
  await byNetwork.consume(network);
  return { right: () => byNetwork.giveBack(network) };
}

/** Counts an invalid link. A valid link is never refused, because 256 bits can't be guessed. Throws RATE_LIMITED. */
export const countWrongLink = ({ system }: Deps, { ip }: Visit): Promise<void> =>
  authLimit(system, 'link-network').consume(networkOf(ip));
