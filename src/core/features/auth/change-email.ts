import { sql } from 'kysely';
import { AppError } from '#shared/primitives/app-error.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { type AuthCodeRow, issueCode } from './auth-codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { grantListedAdmins } from './admin-emails.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { dropReservation, findByAddress, lockAddress } from './found-account.ts';

/**
 * Stores the requested email address, and emails a code and a link to it. If another account has already confirmed this
 * email address, that account's owner gets a notice instead. The response is the same in both cases. Returns the
 * company (or the platform) that needs a wake-up job.
 */
export async function requestEmailChange(
  tx: SystemTx,
  deps: AuthDeps,
  { userId, email }: { userId: UserId; email: string },
): Promise<MessageOwner | null> {
  await lockAddress(tx, email);
  const owner = await findByAddress(tx, email);
  const issued = await issueCode(tx, deps.config.APP_SECRET, { userId, purpose: 'email-change', target: email });
  if (owner?.email_verified_at) return enqueueAuthMail(tx, deps, { userId: owner.id, to: email, kind: 'auth.known' });
  return enqueueAuthMail(tx, deps, { userId, to: email, kind: 'auth.verify', issued });
}

/**
 * Changes the account's email address to the new, confirmed email address. Notifies the old email address, ends earlier
 * sessions and invalidates earlier codes.
 */
export async function applyEmailChange(tx: SystemTx, deps: AuthDeps, row: AuthCodeRow): Promise<MessageOwner | null> {
  const { user_id: userId, target } = row;
  if (target === null) throw new Error('a change of address without an address');
  await lockAddress(tx, target);
  const owner = await findByAddress(tx, target);
  if (owner?.email_verified_at) throw new AppError('Another account now uses this email address', 'CONFLICT');
  if (owner) await dropReservation(tx, owner.id);
  const { email: old } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({ email: target, email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  await moveCopy(tx, { userId, old, target });
  await grantListedAdmins(tx, deps.config, userId);
  // Codes emailed to the old email address become invalid.
  await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  return enqueueAuthMail(tx, deps, { userId, to: old, kind: 'auth.changed', change: 'email' });
}

/**
 * Updates the copy of the email address in `subscribers.email`, which is unique. Otherwise, no other account could
 * later use the old email address.
 */
const moveCopy = async (
  tx: SystemTx,
  { userId, old, target }: { userId: UserId; old: string; target: string },
): Promise<void> => {
  await tx
    .updateTable('subscribers')
    .set({ email: target })
    .where('email', '=', old)
    .where('company_id', 'in', (query) =>
      query.selectFrom('company_profiles').select('id').where('user_id', '=', userId),
    )
    .execute();
};
