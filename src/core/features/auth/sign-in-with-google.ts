import type { MessageOwner } from '../../platform/deps.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { isTextingStandIn } from '../../platform/trial.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { dropReservation, findByAddress, foundAccount, lockAddress } from './found-account.ts';
import { type GoogleProfile, GoogleRefusal } from './google.ts';
import { finishFirstStep, type SignInOutcome } from './open-session.ts';

/**
 * Signs in a person whom Google has verified. If an account is linked to this Google user, signs in to that account.
 * Otherwise, if there's a confirmed account with the same email address, links that account and notifies its owner.
 * Otherwise, creates an account. An unconfirmed account with the same email address is deleted first. Throws
 * GoogleRefusal if the confirmed account is linked to another Google user.
 */
export async function signInWithGoogle(deps: AuthDeps, visit: Visit, profile: GoogleProfile): Promise<SignInOutcome> {
  const { userId, companyId } = await deps.system.transaction().execute((tx) => findOrFound(tx, deps, profile));
  if (companyId !== null) void deps.wakeUps.enqueue(companyId);
  return finishFirstStep(deps, visit, userId);
}

async function findOrFound(
  tx: SystemTx,
  deps: AuthDeps,
  { sub, email, name }: GoogleProfile,
): Promise<{ userId: UserId; companyId: MessageOwner | null }> {
  await lockAddress(tx, email);
  const linked = await tx.selectFrom('users').select('id').where('google_sub', '=', sub).executeTakeFirst();
  if (linked) return { userId: linked.id, companyId: null };
  const owner = await findByAddress(tx, email);
  if (owner?.email_verified_at) {
    if (owner.google_sub !== null) throw new GoogleRefusal('another Google account is linked to this address');
    await tx.updateTable('users').set({ google_sub: sub }).where('id', '=', owner.id).execute();
    const mail = { userId: owner.id, to: email, kind: 'auth.changed', change: 'google' } as const;
    return { userId: owner.id, companyId: await enqueueAuthMail(tx, deps, mail) };
  }
  if (owner) await dropReservation(tx, owner.id);
  const userId = await foundAccount(tx, {
    email,
    name,
    passwordHash: null,
    confirmed: true,
    googleSub: sub,
    textsApproved: isTextingStandIn(deps.config),
  });
  return { userId, companyId: null };
}
