import { ADMIN, hasDemoAccounts } from '#core/features/auth/demo-accounts.ts';
import type { Config } from '#core/platform/config.ts';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { isTrial } from '#core/platform/trial.ts';
import { seedDemo } from '../seed-demo.ts';

/** The contents of the database when the product starts. */
export interface DemoData {
  /** Whether the demo company's accounts exist. */
  there: boolean;
  /** Whether the demo accounts' published passwords are accepted. This is true only in a trial. */
  signIns: boolean;
  /** Whether a platform admin can sign in. */
  admin: boolean;
}

/**
 * Prepares the database before the server starts. In a trial, it fills an empty database with the demo company, so that
 * users can sign in as soon as `/readyz` returns 200. Otherwise, it writes nothing, because the demo passwords are
 * published. `stripeStandIn` is true if the sandbox replaces Stripe. The sandbox contains the demo company.
 */
export async function prepareDemo(
  config: Config,
  { now, stripeStandIn }: { now: Date; stripeStandIn: boolean },
): Promise<DemoData> {
  const trial = isTrial(config);
  if (trial)
    await seedDemo({
      connectionString: config.DATABASE_URL,
      now,
      secret: config.APP_SECRET,
      stripeStandIn,
      textsFrom: config.TWILIO_FROM,
    });
  const system = createSystemDb(config, createLogger({ LOG_LEVEL: 'silent', NODE_ENV: config.NODE_ENV }, 'start'), 1);
  try {
    const there = await hasDemoAccounts(system);
    return { there, signIns: trial && there, admin: await hasAdmin(system, { demoCounts: trial }) };
  } finally {
    await system.destroy();
  }
}

async function hasAdmin(system: SystemDb, { demoCounts }: { demoCounts: boolean }): Promise<boolean> {
  const admins = await system
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('email')
    .where('role', '=', 'admin')
    .execute();
  return admins.some(({ email }) => demoCounts || email !== ADMIN.email);
}
