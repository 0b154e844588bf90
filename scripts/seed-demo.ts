import { Kysely, PostgresDialect, sql } from 'kysely';
import { ADMIN, DEMO } from '#core/features/auth/demo-accounts.ts';
import { hashPassword } from '#core/features/auth/password.ts';
import { createCompany } from '#core/features/company/create-company.ts';
import { createPool } from '#core/platform/db/pool.ts';
import { asCompany, type SystemTx } from '#core/platform/db/system.ts';
import type { Database } from '#core/platform/db/tables.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createLogger } from '#core/platform/log.ts';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import { DEMO_ZONE, demoMonth } from './demo/demo-month.ts';
import { DEMO_ACCOUNT } from './demo/demo-payments.ts';
import { seedCrm } from './demo/seed-crm.ts';
import { seedLeads } from './demo/seed-leads.ts';

export { ADMIN, DEMO };

const LOCK = 727_001;

export interface SeedOptions {
  connectionString: string;
  /** The product's current time. All seeded data is dated earlier, and nothing is due. */
  now: Date;
  /**
   * The value of APP_SECRET. With it, the seeded estimates have private links. Without it, an estimate gets its link
   * when it's resent.
   */
  secret?: string;
  /** Whether Stripe is the stand-in. Unlike the real Stripe, the stand-in contains the demo company. Default: true. */
  stripeStandIn?: boolean;
  /**
   * The platform's number that sent the seeded texts. Replies to it are matched to the lead. Default: the company's
   * phone.
   */
  textsFrom?: string | undefined;
}

/**
 * Fills an empty database with the demo company 'Acme Fence' and an admin. Returns true if it did so. If the database
 * has any users, changes nothing and returns false. If it's called twice at the same time, the second call waits for
 * the first one and then finds users. The seeded data doesn't trigger any messages.
 */
export async function seedDemo({
  connectionString,
  now,
  secret,
  stripeStandIn = true,
  textsFrom,
}: SeedOptions): Promise<boolean> {
  const [demoHash, adminHash] = await Promise.all([hashPassword(DEMO.password), hashPassword(ADMIN.password)]);
  const logger = createLogger({ LOG_LEVEL: 'silent', NODE_ENV: 'development' }, 'seed');
  const pool = createPool({ connectionString, role: 'picket_system', max: 1, logger });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
      if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false;
      const demo = { email: DEMO.email, name: 'Alex Acme', hash: demoHash, roles: ['contractor'] as Role[] };
      const company = await foundDemoCompany(tx, demo, { now, stripeStandIn });
      await asCompany(tx, company.id, async (its) => {
        await seedLeads(its, { company, now, secret, textsFrom: textsFrom ?? company.phone ?? '' });
        await seedCrm(its, { company, now });
      });
      const admin = {
        email: ADMIN.email,
        name: 'Robin Reyes',
        hash: adminHash,
        roles: ['admin', 'contractor'] as Role[],
      };
      await found(tx, admin, 'Northside Fence');
      return true;
    });
  } finally {
    await db.destroy();
  }
}

interface Person {
  email: string;
  name: string;
  hash: string;
  roles: Role[];
}

async function found(tx: SystemTx, { email, name, hash, roles }: Person, companyName: string): Promise<CompanyRow> {
  const { id: userId } = await tx
    .insertInto('users')
    .values({ email, name, password_hash: hash, email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .execute();
  return createCompany(tx, { userId, name: companyName, email });
}

/**
 * Creates 'Acme Fence' with everything that sending requires, an active Pro plan for this month, and a connected
 * account.
 */
async function foundDemoCompany(
  tx: SystemTx,
  person: Person,
  { now, stripeStandIn }: { now: Date; stripeStandIn: boolean },
): Promise<CompanyRow> {
  const founded = await found(tx, person, 'Acme Fence');
  const month = demoMonth(now);
  const address = '702 W Idaho St, Boise, ID 83702';
  const company = await tx
    .updateTable('company_profiles')
    .set({
      email_confirmed_at: now,
      phone: '+12085550140',
      address,
      postal_address: address,
      time_zone: DEMO_ZONE,
      sms_registration: 'approved',
      widget_instant_quotes: true,
      widget_price_gating: false,
      widget_material_selection: true,
      widget_seen_at: month.start,
      // These are the ids in sandbox/stripe/demo.ts.
      ...(stripeStandIn && { stripe_account_id: DEMO_ACCOUNT, stripe_connected: true }),
    })
    .where('id', '=', founded.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (company.stripe_account_id !== null)
    await tx
      .insertInto('stripe_accounts')
      .values({
        id: company.stripe_account_id,
        company_id: company.id,
        charges_enabled: true,
        details_submitted: true,
        created_at: month.start,
      })
      .execute();
  await tx
    .updateTable('pricing_settings')
    .set({ confirmed_at: month.start })
    .where('company_id', '=', company.id)
    .execute();
  await tx
    .updateTable('subscribers')
    .set({
      subscribed: true,
      subscription_tier: 'pro',
      ...(stripeStandIn && {
        stripe_customer_id: 'cus_demo_acme_fence',
        stripe_subscription_id: 'sub_demo_acme_fence',
        stripe_status: 'active',
      }),
      period_start: month.start,
      subscription_end: month.end,
    })
    .where('company_id', '=', company.id)
    .execute();
  return company;
}
