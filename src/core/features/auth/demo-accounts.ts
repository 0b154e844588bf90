import { isTrial } from '../../platform/trial.ts';
import type { Config } from '../../platform/config.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { verifyPassword } from './password.ts';

/**
 * The accounts of the demo company's owner and the platform's admin, listed in the README and printed by `npm start`.
 */
export const DEMO = { email: 'demo@picket.test', password: 'picket-demo' };
export const ADMIN = { email: 'admin@picket.test', password: 'picket-admin' };
const SIGN_INS = [DEMO, ADMIN];

/** Whether this database contains a demo account. */
export async function hasDemoAccounts(system: SystemDb): Promise<boolean> {
  const found = await system
    .selectFrom('users')
    .select('id')
    .where(
      'email',
      'in',
      SIGN_INS.map(({ email }) => email),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns the host that the server listens on: HOST, if it's set. Otherwise, the server listens only on this machine if
 * there are demo accounts, and on all interfaces (undefined) if there aren't. If the database doesn't respond, demo
 * accounts are assumed to exist in a trial, but not elsewhere.
 */
export async function hostOf(system: SystemDb, config: Config): Promise<string | undefined> {
  if (config.HOST !== undefined) return config.HOST;
  const demo = await hasDemoAccounts(system).catch(() => isTrial(config));
  return demo ? '127.0.0.1' : undefined;
}

/**
 * Outside a trial, ends the sessions of accounts that still use a published demo password, because such a password no
 * longer works. Returns the email addresses of these accounts.
 */
export async function endDemoSessions(system: SystemDb, config: Config): Promise<string[]> {
  if (isTrial(config)) return [];
  const ended: string[] = [];
  for (const { email, password } of SIGN_INS) {
    const user = await system
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!user || !(await verifyPassword(user.password_hash, password))) continue;
    await system.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    ended.push(email);
  }
  return ended;
}
