import { sql } from 'kysely';
import type { CodePurpose } from '#shared/features/auth/auth.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';

/** A request to send an account email. */
export interface MailRequest {
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
