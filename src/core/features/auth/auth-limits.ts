import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts';

const SIGN_IN = 'Too many tries to sign in. Wait a few minutes and try again';
const MAILS = 'Too many mails were asked for. Wait a while, and look into your spam folder';
const CODES = 'Too many wrong codes. Wait a while and try again';

interface Rule {
  points: number;
  /** Milliseconds of real time. */
  within: number;
  message: string;
}

/** Each flow is limited by address of the client (`…-ip`) and by account: a mail address, known or not, or a user's id. */
const RULES = {
  // tries with a password; only wrong ones count
  'sign-in-ip': { points: 30, within: 15 * MINUTE, message: SIGN_IN },
  'sign-in-account': { points: 20, within: HOUR, message: SIGN_IN },
  // each writes at most one mail; an office or a show-room may share one address
  'sign-up-ip': { points: 100, within: HOUR, message: 'Too many sign-ups from here. Wait a while and try again' },
  'sign-up-account': { points: 6, within: HOUR, message: MAILS },
  'code-mail-ip': { points: 60, within: HOUR, message: MAILS },
  'code-mail-account': { points: 6, within: HOUR, message: MAILS },
  'reset-mail-ip': { points: 60, within: HOUR, message: MAILS },
  'reset-mail-account': { points: 6, within: HOUR, message: MAILS },
  'change-mail-account': { points: 6, within: HOUR, message: MAILS },
  // a code has a million values and 5 tries; these bound all codes of a day together. Only wrong ones count
  'code-ip': { points: 60, within: 15 * MINUTE, message: CODES },
  'code-account': { points: 20, within: DAY, message: CODES },
  'link-ip': { points: 60, within: 15 * MINUTE, message: 'Too many wrong links. Wait a while and try again' },
  'totp-ip': { points: 60, within: 15 * MINUTE, message: CODES },
  'totp-account': { points: 20, within: DAY / 2, message: CODES },
  'again-account': {
    points: 10,
    within: 15 * MINUTE,
    message: 'Too many wrong passwords. Wait a few minutes and try again',
  },
  'google-ip': { points: 60, within: 15 * MINUTE, message: SIGN_IN },
} satisfies Record<string, Rule>;

export type AuthLimit = keyof typeof RULES;

/** The limit of one flow, counted in Postgres for all server processes. */
export const authLimit = (system: SystemDb, name: AuthLimit): RateLimit => {
  const { points, within, message } = RULES[name];
  return createRateLimit(system, { name, points, durationSeconds: within / SECOND, message });
};
