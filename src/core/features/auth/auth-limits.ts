import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { SystemDb, SystemTx } from '../../platform/db/system.ts';
import { createRateLimit, type LimitDeps, type RateLimit } from '../../platform/rate-limit.ts';

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
  // emails that anyone can request; beyond these limits, earlier emails stay valid (`may-mail.ts`)
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

export type AuthLimit = keyof typeof RULES;

/** A flow's limit. With a transaction, it counts only if that commits. */
export const authLimit = (system: SystemDb | SystemTx, name: AuthLimit): RateLimit => {
  const { points, within, message } = RULES[name];
  return createRateLimit({ system }, { name, points, durationSeconds: within / SECOND, message });
};

/** Limits returns from Google by network. */
export const googleLimit = ({ system }: LimitDeps): RateLimit => authLimit(system, 'google-network');
