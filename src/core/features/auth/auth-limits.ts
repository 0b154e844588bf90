import { sql } from 'kysely';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CodePurpose } from '#shared/features/auth/auth.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import { createRateLimit, type LimitDeps, type RateLimit } from '../../platform/rate-limit.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';

/**
 * Limits on tries, in real time, counted across all server processes.
 *
 * Nobody may lock another person's account from outside, so what strangers use up limits new devices only:
 *
 * | try                       | from a new device                                               | from a known device                                        |
 * |---------------------------|-----------------------------------------------------------------|------------------------------------------------------------|
 * | password                  | 20 wrong per hour and account, 30 per 15 min and network        | 20 wrong per hour and device, then the new-device limits   |
 * | six-digit code            | 5 per code; 20 wrong per day and address; 60 per 15 min and network | 5 per code; 20 wrong per day and device, then the new-device limits |
 * | emailed link (256 bits)   | the right one always works; 60 wrong per 15 min and network     | the same                                                   |
 * | second step               | 5 per sign-in; 20 wrong per 12 h and account; 60 per 15 min and network | 5 per sign-in; 20 wrong per 12 h and device, then the new-device limits |
 * | request for an email      | always the same answer; 4 per hour and address; each kind again an hour after its last link | 6 more per hour and device |
 *
 * A known device is one on which this user has signed in before (`known-device.ts`). Each has its own counts, following
 * OWASP's device cookies. A network is an IPv4 address or an IPv6 /64 (`networkOf`). A correct secret refunds its try.
 * When the day's codes for new devices are used up, emails contain only the link. Strangers get 480 password guesses,
 * 20 code guesses (of a million) and 40 second-step guesses per account and day.
 */
interface Rule {
  points: number;
  /** Milliseconds of real time. */
  within: number;
  message: string;
}

const NO_DEVICES = 'Too many wrong passwords from new devices. Sign in with a one-time code instead';
const CODES = 'Too many wrong codes. Try again later';
const MAILS = 'We’ve already sent several emails. Check your spam folder, or try again later';

const RULES = {
  // password tries; only wrong ones count
  'sign-in-network': {
    points: 30,
    within: 15 * MINUTE,
    message: 'Too many wrong passwords from this network. Sign in with a one-time code instead',
  },
  'sign-in-account': { points: 20, within: HOUR, message: NO_DEVICES },
  'sign-in-device': { points: 20, within: HOUR, message: NO_DEVICES },
  // each creates an account; an office may share one network
  'sign-up-network': {
    points: 100,
    within: HOUR,
    message: 'Too many sign-ups from this network. Try again later, or from another network',
  },
  // a code has a million values and 5 tries; the daily limit covers all its codes. Only wrong ones count
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
    message: 'Too many wrong links from this network. Open the link in the newest email',
  },
  // reachable only after the right password or emailed secret
  'totp-network': { points: 60, within: 15 * MINUTE, message: CODES },
  'totp-account': {
    points: 20,
    within: DAY / 2,
    message: 'Too many wrong codes from new devices. Sign in on a device that you have used before, or try again later',
  },
  'totp-device': { points: 20, within: DAY / 2, message: CODES },
  // emails that anyone can request; beyond these limits, earlier emails stay valid
  'mail-network': { points: 60, within: HOUR, message: MAILS },
  'mail-address': { points: 4, within: HOUR, message: MAILS },
  'mail-known': { points: 1, within: HOUR, message: MAILS },
  'mail-device': { points: 6, within: HOUR, message: MAILS },
  // within a session: a change of email address, limited by user and by address
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

/** A flow's limit. With a transaction, it counts only if that commits. */
export const authLimit = (system: SystemDb | SystemTx, name: AuthLimit): RateLimit => {
  const { points, within, message } = RULES[name];
  return createRateLimit({ system }, { name, points, durationSeconds: within / SECOND, message });
};

/** Limits sign-ins that return from Google, by network. */
export const googleLimit = ({ system }: LimitDeps): RateLimit => authLimit(system, 'google-network');

/** A request to send an account email. */
interface MailRequest {
  /** The address, in lower case. */
  email: string;
  /** The result of `knownDevice` for the requester. */
  device: string | null;
  /** Their network has exceeded its share (`isCrowded`). */
  crowded: boolean;
  /** An email of this kind was sent within the last hour, and its link is valid for at least ten more minutes. */
  living: boolean;
}

/**
 * Whether to send one more email, in the transaction that would replace its code. The requester gets the same answer
 * either way, and an email that isn't sent replaces nothing, so the mailbox always has a valid link. Other people's
 * requests can therefore neither fill a mailbox nor lock out its owner. Requires the lock on the user's row or on the
 * address.
 */
export async function mayMail(tx: SystemTx, { email, device, crowded, living }: MailRequest): Promise<boolean> {
  if (living && device !== null && (await authLimit(tx, 'mail-device').take(device))) return true;
  if (living && crowded) return false;
  const hasRoom = await authLimit(tx, 'mail-address').take(email);
  return hasRoom || !living;
}

/** Counts a request and returns whether its network has exceeded its share. */
export const isCrowded = async ({ system }: Pick<AuthDeps, 'system'>, { ip }: Visit): Promise<boolean> =>
  !(await authLimit(system, 'mail-network').take(networkOf(ip)));

/**
 * Whether a link for this purpose was emailed within the hour and not used. It is then valid for at least ten more
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
 * The same for an email without a link: whether it was sent to this address within the hour. Counts this one as sent.
 */
export const wasToldAlready = async (tx: SystemTx, email: string): Promise<boolean> =>
  !(await authLimit(tx, 'mail-known').take(email));

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
