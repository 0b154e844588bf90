import { AppError } from '#shared/primitives/app-error.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Deps } from '../../platform/deps.ts';
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts';
import { verifyPassword } from './password.ts';
import type { Sessions, Viewer } from './sessions.ts';

interface SignIn {
  email: string;
  password: string;
  ip: string;
  /** The cookies that the browser brought along; a session among them ends. */
  cookieHeader: string | undefined;
}

const TOO_MANY = 'Too many tries to sign in. Wait a few minutes and try again';

/** 30 wrong tries an address in 15 minutes; 20 an account in an hour, forgotten when one succeeds. */
const limitsOf = (system: Deps['system']): { byIp: RateLimit; byAccount: RateLimit } => ({
  byIp: createRateLimit(system, {
    name: 'sign-in-ip',
    points: 30,
    durationSeconds: (15 * MINUTE) / SECOND,
    message: TOO_MANY,
  }),
  byAccount: createRateLimit(system, {
    name: 'sign-in-account',
    points: 20,
    durationSeconds: HOUR / SECOND,
    message: TOO_MANY,
  }),
});

/**
 * Opens a session for a mail address and its password. An unknown address and a wrong password get the same
 * answer after the same time (UNAUTHENTICATED); too many tries get RATE_LIMITED.
 */
export async function signIn(
  { system, sessions }: { system: Deps['system']; sessions: Sessions },
  { email, password, ip, cookieHeader }: SignIn,
): Promise<{ viewer: Viewer; setCookie: string }> {
  const limits = limitsOf(system);
  await limits.byIp.consume(ip);
  await limits.byAccount.consume(email);
  const user = await system
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const right = await verifyPassword(user?.password_hash, password);
  if (!right || !user) throw new AppError('Email or password is not right', 'UNAUTHENTICATED');
  await Promise.all([limits.byIp.giveBack(ip), limits.byAccount.forget(email)]);
  const { setCookie } = await sessions.open(user.id, cookieHeader);
  const { viewer } = await sessions.read(setCookie.split(';')[0]);
  if (!viewer) throw new Error('a session that was just opened cannot be read');
  return { viewer, setCookie };
}
