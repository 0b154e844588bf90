import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { hashToken } from '../../platform/secrets.ts';
import { newRecoveryCode } from './totp.ts';

const HOW_MANY = 10;

/** Creates ten new codes to display; only hashes are stored, and the old ones become invalid. */
export async function replaceRecoveryCodes(tx: SystemTx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newRecoveryCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(({ plain }) => ({ user_id: userId, code_hash: hashToken(plain) })))
    .execute();
  return codes.map(({ shown }) => shown);
}

/** Spends a recovery code and returns whether it existed. With 80 random bits, a plain hash is safe. */
export async function spendRecoveryCode(tx: SystemTx, userId: UserId, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
