import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import { createRateLimit, type LimitDeps, type RateLimit } from '../../platform/rate-limit.ts';

/**
 * How often anyone may try, in real time, counted for all server processes together.
 *
 * Nobody may close another's account from outside, so what strangers can use up closes strangers' ways only:
 *
 * | try                          | from a new device                                  | from a known device     |
 * |------------------------------|----------------------------------------------------|-------------------------|
 * | password                     | 20 wrong an hour and account, 30 in 15 min and network | 20 wrong an hour and device, then as a new one |
 * | six digits                   | 5 a code; 20 wrong a day and address; 60 in 15 min and network | 5 a code; 20 wrong a day and device, then as a new one |
 * | a emailed link (256 bits)     | a right one always; 60 wrong in 15 min and network | the same                |
 * | second step                  | 5 a sign-in; 20 wrong in 12 h and account; 60 in 15 min and network | 5 a sign-in; 20 wrong in 12 h and device, then as a new one |
 * | asking for an email          | always the same answer; 4 an hour and address, and each kind when its last link is an hour old | 6 an hour and device beside them |
 *
 * A known device is one on which this user has signed in before (`known-device.ts`); each has counts of its own, as
 * OWASP's device cookies have it. A network is an IPv4 address or an IPv6 /64 (`networkOf`). A right secret takes its
 * try back, and the account's, or the device's, before it. When a new device's digits are used up for the day, emails
 * carry the link alone. The guesses of strangers a day and account are those from before there were known devices: 480
 * passwords, 20 codes (of a million), 40 second steps.
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
  // emails that anyone can request; beyond these, earlier ones stay valid (`may-mail.ts`)
  'mail-network': { points: 60, within: HOUR, message: MAILS },
  'mail-address': { points: 4, within: HOUR, message: MAILS },
  'mail-known': { points: 1, within: HOUR, message: MAILS },
  'mail-device': { points: 6, within: HOUR, message: MAILS },
  // within a session: a new address, by user and by address
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

export type AuthLimit = keyof typeof RULES;

/** A flow's limit. With a transaction, it counts only if that commits. */
export const authLimit = (system: SystemDb | SystemTx, name: AuthLimit): RateLimit => {
  const { points, within, message } = RULES[name];
  return createRateLimit({ system }, { name, points, durationSeconds: within / SECOND, message });
};

/** For a network returning from Google. */
export const googleLimit = ({ system }: LimitDeps): RateLimit => authLimit(system, 'google-network');
