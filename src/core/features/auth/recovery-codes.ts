import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { hashToken } from '../../platform/secrets.ts';
import { newRecoveryCode } from './totp.ts';

const HOW_MANY = 10;

/** Ten new codes, as they are shown; only hashes are kept, and the old ones are dead. */
export async function replaceRecoveryCodes(tx: SystemTx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newRecoveryCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(({ plain }) => ({ user_id: userId, code_hash: hashToken(plain) })))
    .execute();
  return codes.map(({ shown }) => shown);
}

/** Uses a recovery code up and says whether there was one. 80 random bits: their plain hash gives nothing away. */
export async function spendRecoveryCode(tx: SystemTx, userId: UserId, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
