import { sql } from 'kysely';
import type { CodePurpose } from '#shared/features/auth/auth.schema.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';

/** Somebody asks that an email about an account be sent. */
export interface MailRequest {
  /** The address, in lower case. */
  email: string;
  /** What `knownDevice` says of who asks. */
  device: string | null;
  /** Their network has asked for more than its share (`isCrowded`). */
  crowded: boolean;
  /** An email of this kind from the last hour is in the mailbox, and its link is good for ten minutes at least. */
  living: boolean;
}

/**
 * Whether one more email is sent, in the transaction that would replace its code. Whoever asks gets the same answer
 * either way, and the mailbox holds a link that works either way: what is not sent replaces nothing. So strangers'
 * requests can neither fill a mailbox nor keep its owner out. Hold the user's row or the address's lock.
 */
export async function mayMail(tx: SystemTx, { email, device, crowded, living }: MailRequest): Promise<boolean> {
  if (living && device !== null && (await authLimit(tx, 'mail-device').take(device))) return true;
  if (living && crowded) return false;
  const hasRoom = await authLimit(tx, 'mail-address').take(email);
  return hasRoom || !living;
}

/** Counts a request and says whether its network has asked for more than its share. */
export const isCrowded = async ({ system }: Pick<AuthDeps, 'system'>, { ip }: Visit): Promise<boolean> =>
  !(await authLimit(system, 'mail-network').take(networkOf(ip)));

/** Whether a link of this purpose was mailed within the hour and not used; it lives ten minutes longer than that. */
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

/** The same for an email without a link: whether it was sent to this address within the hour. Counts it as sent. */
export const wasToldAlready = async (tx: SystemTx, email: string): Promise<boolean> =>
  !(await authLimit(tx, 'mail-known').take(email));
