import { sql } from 'kysely';
import { alike } from './alike.ts';
import { issueCode, spendCode, tryCode } from './auth-codes.ts';
import type { AuthDeps, Visit } from './auth-deps.ts';
import { authLimit } from './auth-limits.ts';
import { enqueueAuthMail } from './auth-mails.ts';
import { findByAddress, lockUser } from './found-account.ts';
import { proceed, type SignInOutcome } from './proceed.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { wrongCode } from './wrong.ts';

/** Mails six digits to sign in with; the earlier ones are dead. Nothing for an unknown address, same answer. */
export async function requestCode(deps: AuthDeps, { ip }: Visit, { email }: { email: string }): Promise<void> {
  const { system, config, bell } = deps;
  await authLimit(system, 'code-mail-ip').consume(ip);
  await authLimit(system, 'code-mail-account').consume(email);
  await alike(async () => {
    const companyId = await system.transaction().execute(async (tx) => {
      const user = await findByAddress(tx, email);
      if (!user) return null;
      const issued = await issueCode(tx, config.APP_SECRET, { userId: user.id, purpose: 'sign-in' });
      return enqueueAuthMail(tx, deps, { userId: user.id, to: email, kind: 'auth.code', issued });
    });
    if (companyId !== null) void bell.ring(companyId);
  });
}

/** Signs in by the mailed digits. Wrong, late, spent and unknown get the same answer (UNAUTHENTICATED). */
export async function signInWithCode(
  deps: AuthDeps,
  visit: Visit,
  { email, code }: { email: string; code: string },
): Promise<SignInOutcome> {
  const byIp = authLimit(deps.system, 'code-ip');
  const byAccount = authLimit(deps.system, 'code-account');
  await byIp.consume(visit.ip);
  await byAccount.consume(email);
  const userId = await alike(() => spend(deps, { email, code }));
  await Promise.all([byIp.giveBack(visit.ip), byAccount.forget(email)]);
  return proceed(deps, visit, userId);
}

async function spend({ system, config }: AuthDeps, { email, code }: { email: string; code: string }): Promise<UserId> {
  const user = await system.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const row = user && (await tryCode(system, config.APP_SECRET, { userId: user.id, purpose: 'sign-in', code }));
  if (!row) throw wrongCode(null);
  return system.transaction().execute(async (tx) => {
    const there = await lockUser(tx, row.user_id);
    if (!there || !(await spendCode(tx, row.id))) throw wrongCode(null);
    // this confirms the address; a password that was chosen before may be a stranger's
    await tx
      .updateTable('users')
      .set({ email_verified_at: sql<Date>`now()`, password_hash: null })
      .where('id', '=', row.user_id)
      .where('email_verified_at', 'is', null)
      .execute();
    return row.user_id;
  });
}
