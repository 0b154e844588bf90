import type { UserId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { open } from '../../platform/secrets.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { type CountedTry, countTry } from './count-try.ts';
import { knownDevice } from './known-device.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

/** The encryption context of an authenticator secret. */
export const sealContext = (userId: UserId): string => `totp:${userId}`;

/** Counts a try at the second factor. On a known device, it counts for that device only. Throws RATE_LIMITED. */
export async function countFactor(deps: AuthDeps, visit: Visit, userId: UserId): Promise<CountedTry> {
  const owner = await deps.system
    .selectFrom('users')
    .select(['id', 'device_epoch'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const device = knownDevice(deps.config, visit.cookieHeader, owner);
  return countTry(deps, visit, { flow: 'totp', account: userId, device });
}

/**
 * Verifies and spends six digits of the authenticator app or a recovery code. Null if it is neither. Each time step
 * works once, so that observed digits can't be reused (RFC 6238, 5.2).
 */
export async function checkSecondFactor(
  tx: SystemTx,
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  { userId, code }: { userId: UserId; code: string },
): Promise<'app' | 'recovery' | null> {
  if (!/^\d{6}$/.test(code)) return (await spendRecoveryCode(tx, userId, code)) ? 'recovery' : null;
  const { totp_sealed: sealed } = await tx
    .selectFrom('users')
    .select('totp_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (sealed === null) return null;
  const secret = open(sealed, APP_SECRET, sealContext(userId));
  if (secret === undefined) throw new Error('a second factor was sealed with another APP_SECRET');
  const step = totpStep(secret, code, Date.now());
  if (step === null) return null;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((user) => user.or([user('totp_last_step', 'is', null), user('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'app' : null;
}
