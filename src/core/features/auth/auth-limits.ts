import { sql } from 'kysely';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CodePurpose } from '#shared/features/auth/auth.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import { createRateLimit, type LimitDeps, type RateLimit } from '../../platform/rate-limit.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';

/**
 * Limits on attempts, in wall-clock time, counted across all server processes.
 *
 * Strangers must not be able to lock a user out, so their attempts count only against the limits for new devices:
 *
 * | attempt                   | from a new device                                               | from a known device                                        |
 * |---------------------------|-----------------------------------------------------------------|------------------------------------------------------------|
 * | password                  | 20 wrong per hour and account, 30 per 15 min and network        | 20 wrong per hour and device, then the new-device limits   |
 * | six-digit code            | 5 per code; 20 wrong per day and email address; 60 per 15 min and network | 5 per code; 20 wrong per day and device, then the new-device limits |
 * | emailed link (256 bits)   | a valid link always works; 60 invalid per 15 min and network     | the same                                                   |
 * | second step               | 5 per sign-in; 20 wrong per 12 h and account; 60 per 15 min and network | 5 per sign-in; 20 wrong per 12 h and device, then the new-device limits |
 * | request for an email      | always the same response; 4 per hour and email address, but the first email of a kind within an hour is always sent | 6 more per hour and device |
 *
 * A known device is one that this user has signed in on before (`known-device.ts`). Each known device has its own
 * counts, as with OWASP's device cookies. A network is an IPv4 address or an IPv6 /64 (`networkOf`). A correct secret
 * refunds its attempt. When new devices have used up an email address's code attempts for the day, the emails that they
 * request contain only the link. Per account and day, strangers can make 480 password guesses, 20 code guesses (of a
 * million possible codes) and 40 second-step guesses.
 */
interface Rule {
  points: number;
  /** The period that the limit covers, in milliseconds of wall-clock time. */
  within: number;
  message: string;
}

const NO_DEVICES = 'Too many wrong passwords from new devices. Sign in with a one-time code instead';
const CODES = 'Too many wrong codes. Try again later';
const MAILS = 'We’ve already sent several emails. Check your spam folder, or try again later';

const RULES = {
  // Passwords. Only wrong attempts count.
  'sign-in-network': {
    points: 30,
    within: 15 * MINUTE,
    message: 'Too many wrong passwords from this network. Sign in with a one-time code instead',
  },
  'sign-in-account': { points: 20, within: HOUR, message: NO_DEVICES },
  'sign-in-device': { points: 20, within: HOUR, message: NO_DEVICES },
  // Generous, because an office may share one network.
  'sign-up-network': {
    points: 100,
    within: HOUR,
    message: 'Too many sign-ups from this network. Try again later, or from another network',
  },
  // A code has a million possible values and allows 5 attempts. The daily limit covers all codes for an email address.
  // Only wrong attempts count.
  'code-network': {
    points: 60,
    within: 15 * MINUTE,
    message: 'Too many wrong codes from this network. Open the link in the newest email instead',
  },
  'code-guesses': { points: 20, within: DAY, message: CODES },
  'code-device': { points: 20, within: DAY, message: CODES },
  'link-network': {
    points: 60,
    within: 15 * MINUTE,
    message: 'Too many invalid links from this network. Open the link in the newest email',
  },
  // The second step requires the correct password or emailed secret first.
  'totp-network': { points: 60, within: 15 * MINUTE, message: CODES },
  'totp-account': {
    points: 20,
    within: DAY / 2,
    message: 'Too many wrong codes from new devices. Sign in on a device you’ve used before, or try again later',
  },
  'totp-device': { points: 20, within: DAY / 2, message: CODES },
  // Emails that anyone can request. Once a limit is reached, no more emails are sent, and earlier emails stay valid.
  'mail-network': { points: 60, within: HOUR, message: MAILS },
  'mail-address': { points: 4, within: HOUR, message: MAILS },
  'mail-known': { points: 1, within: HOUR, message: MAILS },
  'mail-device': { points: 6, within: HOUR, message: MAILS },
  // A signed-in user's email address change, limited per user and per new email address.
  'change-mail-account': { points: 6, within: HOUR, message: MAILS },
  'again-account': {
    points: 10,
    within: 15 * MINUTE,
    message: 'Too many wrong passwords. Wait a few minutes and try again',
  },
  'google-network': {
    points: 60,
    within: 15 * MINUTE,
    message: 'Too many attempts from this network. Sign in with a one-time code instead',
  },
} satisfies Record<string, Rule>;

type AuthLimit = keyof typeof RULES;

/** Returns a limit by name. If a transaction is passed, counts are stored only when the transaction commits. */
export const authLimit = (system: SystemDb | SystemTx, name: AuthLimit): RateLimit => {
  const { points, within, message } = RULES[name];
  return createRateLimit({ system }, { name, points, durationSeconds: within / SECOND, message });
};

/** Limits each network's redirects back from Google's sign-in page. */
export const googleLimit = ({ system }: LimitDeps): RateLimit => authLimit(system, 'google-network');

interface MailRequest {
  /** The email address, in lowercase. */
  email: string;
  /** The result of `knownDevice` for the requester. */
  device: string | null;
  /** The result of `isCrowded`: whether the requester's network has exceeded its limit. */
  crowded: boolean;
  /**
   * Whether an email of this kind was sent within the last hour. If so, its link is valid for at least ten more
   * minutes.
   */
  living: boolean;
}

/**
 * Whether to send another email to this email address. Called in the transaction that would replace the previous
 * email's code. If this returns false, the caller must keep the previous code, so that the mailbox always contains a
 * valid link. Strangers therefore can't flood a mailbox or lock out its owner. The requester gets the same response
 * either way. The caller must have locked the user's row or the email address.
 */
export async function mayMail(tx: SystemTx, { email, device, crowded, living }: MailRequest): Promise<boolean> {
  if (living && device !== null && (await authLimit(tx, 'mail-device').take(device))) return true;
  if (living && crowded) return false;
  const hasRoom = await authLimit(tx, 'mail-address').take(email);
  return hasRoom || !living;
}

/** Counts a request and returns whether its network has exceeded its limit. */
export const isCrowded = async ({ system }: Pick<AuthDeps, 'system'>, { ip }: Visit): Promise<boolean> =>
  !(await authLimit(system, 'mail-network').take(networkOf(ip)));

/**
 * Whether an unused link for this purpose was emailed within the last hour. Such a link is valid for at least ten more
 * minutes.
 */
export async function hasLivingLink(tx: SystemTx, userId: UserId, purpose: CodePurpose): Promise<boolean> {
  const row = await tx
    .selectFrom('auth_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the email about an existing account (`auth.known`, without a link) was sent to this email address within the
 * last hour. If not, records it as sent now.
 */
export const wasToldAlready = async (tx: SystemTx, email: string): Promise<boolean> =>
  !(await authLimit(tx, 'mail-known').take(email));

type Deps = Pick<AuthDeps, 'system'>;

/** One attempt to enter a secret. */
export interface CountedTry {
  /** Must be called if the secret was correct. Refunds this attempt and resets the account's or device's count. */
  right(): Promise<void>;
}

interface Counts {
  /** The group of limits to apply: the network, account and device limits for `sign-in` or for `totp`. */
  flow: 'sign-in' | 'totp';
  /** An email address (with or without an account) or a user id. */
  account: string;
  /** The result of `knownDevice`. */
  device: string | null;
}

/**
 * Counts one attempt before the secret is checked. On a known device that has attempts left, the attempt counts only
 * against that device's limit. Otherwise, it counts against the network's and the account's limits. All of an account's
 * new devices share the account's limit. Throws RATE_LIMITED.
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

/** Limits how often entered digits are compared with a valid code. */
export interface Guesses {
  /** Whether the daily limit is used up. */
  isSpent(): Promise<boolean>;
  /**
   * Counts one comparison. Returns false if the limit is used up. In that case, the caller must not compare the digits.
   */
  take(): Promise<boolean>;
  /** Must be called if the digits were correct. Resets the count. */
  right(): Promise<void>;
}

/**
 * Returns the limit on attempts to enter six-digit codes that were emailed to `address`. Each known device has its own
 * limit, and all other devices share one limit. Attempts count only while a code is valid, so that strangers can't use
 * them up in advance. The shared limit belongs to the email address rather than to the account, so that restarting a
 * sign-up doesn't allow more attempts.
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

/**
 * Counts an attempt to enter a six-digit code against the network's limit. Not used for sign-ins on a known device.
 * Throws RATE_LIMITED.
 */
export async function countDigits({ system }: Deps, { ip }: Visit): Promise<CountedTry> {
  const network = networkOf(ip);
  const byNetwork = authLimit(system, 'code-network');
  await byNetwork.consume(network);
  return { right: () => byNetwork.giveBack(network) };
}

/**
 * Counts an invalid link against the network's limit. A valid link is never refused, because 256 bits can't be guessed.
 * Throws RATE_LIMITED.
 */
export const countWrongLink = ({ system }: Deps, { ip }: Visit): Promise<void> =>
  authLimit(system, 'link-network').consume(networkOf(ip));
