import { hash } from '@node-rs/argon2';
import type { Insertable, Selectable } from 'kysely';
import type { SystemDb } from '#core/platform/db/system.ts';
import { createCompany } from '#core/features/company/create-company.ts';
import type { CompanyProfilesTable, CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow, LeadsTable } from '#core/features/lead-rows/lead-rows.table.ts';
import type { ConsentsTable } from '#core/features/permission/permission.table.ts';
import type { EstimateRow, EstimatesTable } from '#core/features/estimates/estimates.table.ts';
import type {
  FollowUpMessageRow,
  FollowUpMessagesTable,
  FollowUpSchedulesTable,
  ScheduleRow,
} from '#core/features/follow-ups/follow-ups.table.ts';
import type { MaterialRow, MaterialsTable } from '#core/features/pricing/pricing.table.ts';
import type { SubscribersTable } from '#core/features/billing/billing.table.ts';
import type { UsersTable } from '#core/features/auth/auth.table.ts';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import { DEFAULT_MESSAGES, DEFAULT_OFFERS } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import { BASIC_MATERIALS } from '#shared/features/pricing/least-price.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { CONSENT_VERSION, consentText } from '#shared/features/permission/text-consent.words.ts';

/** A lead with an email address, like nearly all leads. */
export type MailedLead = LeadRow & { email: string };
export type UserRow = Selectable<UsersTable>;

/** The password of every user that the builders create. */
export const PASSWORD = 'a good password';
/**
 * Argon2id's smallest cost, because tests sign in often. A hash names its own cost, so checking this one takes well under
 * a millisecond. `password.ts` has the product's cost.
 */
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
let hashed: Promise<string> | undefined;
let made = 0;
/** Returns a number that's unique within this process, so that two rows of a test never conflict. */
const next = (): number => (made += 1);

type Given<Table> = Partial<Insertable<Table>>;
type CompanyOptions = Given<CompanyProfilesTable> & { subscription?: Given<SubscribersTable> | null; role?: Role };

/**
 * Inserts valid rows. A test passes only the values that it depends on: `await a.lead(company, { status: 'contacted'
 * })`. Times come from the test's clock.
 */
export function builders(db: SystemDb, clock: Clock) {
  const user = async (given: Given<UsersTable> = {}, roles: Role[] = ['contractor']): Promise<UserRow> => {
    hashed ??= hash(PASSWORD, CHEAP);
    const row = await db
      .insertInto('users')
      .values({
        email: `person${next()}@picket.test`,
        name: 'Robin Palmer',
        password_hash: await hashed,
        email_verified_at: new Date(),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (roles.length > 0)
      await db
        .insertInto('user_roles')
        .values(roles.map((role) => ({ user_id: row.id, role })))
        .execute();
    return row;
  };

  /**
   * A company that can send: it has a postal address, approval for texts, the Pro plan, prices, and one owner
   * (`user_id`).
   */
  const company = async ({ subscription = {}, ...given }: CompanyOptions = {}): Promise<CompanyRow> => {
    const owner: UserId = given.user_id ?? (await user()).id;
    const number = next();
    const row = await db
      .insertInto('company_profiles')
      .values({
        user_id: owner,
        name: `Fences ${number}`,
        email: `office${number}@picket.test`,
        phone: '+12085550100',
        address: '1 Main St, Boise, ID 83702',
        postal_address: '1 Main St, Boise, ID 83702',
        email_confirmed_at: new Date(),
        time_zone: 'America/Boise',
        contractor_id: `fences-${number}-${process.pid}`,
        terms: 'Terms of the company.',
        sms_registration: 'approved',
        workflow_messages: [...DEFAULT_MESSAGES],
        workflow_offers: JSON.stringify(DEFAULT_OFFERS.slice(0, given.workflow_messages?.length)),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (row.stripe_account_id !== null)
      await db
        .insertInto('stripe_accounts')
        .values({ id: row.stripe_account_id, company_id: row.id, charges_enabled: row.stripe_connected })
        .execute();
    await db.insertInto('company_members').values({ company_id: row.id, user_id: owner, role: 'owner' }).execute();
    await db.insertInto('pricing_settings').values({ company_id: row.id }).execute();
    if (subscription !== null)
      await db
        .insertInto('subscribers')
        .values({
          company_id: row.id,
          email: row.email,
          subscribed: true,
          subscription_tier: 'pro',
          period_start: new Date(clock.now().getTime() - 10 * DAY),
          subscription_end: new Date(clock.now().getTime() + 20 * DAY),
          stripe_customer_id: `cus_${number}`,
          stripe_subscription_id: `sub_${number}`,
          ...subscription,
        })
        .execute();
    return row;
  };

  /**
   * Adds another member to the company. Like everyone who signs up, they also have a company of their own. Accepting the
   * invitation has made this company their active one.
   */
  const member = async (of: CompanyRow, role: TeamRole, given: Given<UsersTable> = {}) => {
    const row = await user({ active_company_id: of.id, ...given });
    await db.transaction().execute(async (tx) => {
      const { name, email } = row;
      await createCompany(tx, {
        userId: row.id,
        name: `${name} Fencing`,
        email,
        reserved: row.email_verified_at === null,
      });
      await tx.insertInto('company_members').values({ company_id: of.id, user_id: row.id, role }).execute();
    });
    return { ...row, userId: row.id, role };
  };

  /** As on the Prices screen, a new material is basic if fewer than two are. */
  const material = async (of: CompanyRow, given: Given<MaterialsTable> = {}): Promise<MaterialRow> => {
    const basics = await db
      .selectFrom('materials')
      .select('id')
      .where('company_id', '=', of.id)
      .where('basic', '=', true)
      .execute();
    return db
      .insertInto('materials')
      .values({ company_id: of.id, name: `Wood ${next()}`, basic: basics.length < BASIC_MATERIALS, ...given })
      .returningAll()
      .executeTakeFirstOrThrow();
  };

  const lead = async (of: CompanyRow, given: Given<LeadsTable> = {}): Promise<MailedLead> => {
    const email = given.email ?? `dana${next()}@example.com`;
    const row = await db
      .insertInto('leads')
      .values({
        company_id: of.id,
        name: 'Dana Whitfield',
        phone: '+12085550172',
        address: '118 Larkmeadow Ct, Boise, ID 83702',
        zip: '83702',
        perimeter_ft: 184,
        gate_count: 1,
        material_type: '6ft Wood Picket',
        quote_cents: 170_208,
        created_at: clock.now(),
        // A lead who requested an estimate, and whom the company has messaged before.
        homeowner_email: given.source === 'manual' || given.source === 'csv' ? null : email,
        counted_as_recipient_at: clock.now(),
        ...given,
        email,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, email };
  };

  /** A lead who called. They were entered by hand, with a phone number and no email address. */
  const caller = async (of: CompanyRow, given: Given<LeadsTable> = {}): Promise<LeadRow & { phone: string }> => {
    const { id, phone } = await lead(of, { source: 'manual', ...given });
    if (phone === null) throw new Error('a caller has a phone');
    const row = await db
      .updateTable('leads')
      .set({ email: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, phone };
  };

  /** Records that the lead's phone consented to texts from this company (C3). */
  const consent = async (of: CompanyRow, to: LeadRow, given: Given<ConsentsTable> = {}): Promise<void> => {
    await db
      .insertInto('consents')
      .values({
        company_id: of.id,
        lead_id: to.id,
        phone: to.phone ?? '+12085550172',
        method: 'widget',
        text: consentText(of.name),
        version: CONSENT_VERSION,
        at: clock.now(),
        ...given,
      })
      .execute();
  };

  /** A sent estimate of $1,702.08 with a deposit of one half. It's valid for 30 days. */
  const estimate = (of: CompanyRow, to: LeadRow, given: Given<EstimatesTable> = {}): Promise<EstimateRow> =>
    db
      .insertInto('estimates')
      .values({
        company_id: of.id,
        lead_id: to.id,
        version: 1,
        number: `EST-${to.id.replaceAll('-', '').slice(-6)}-${String(next() % 10_000).padStart(4, '0')}`,
        perimeter_ft: 184,
        gate_count: 1,
        material_type: '6ft Wood Picket',
        base_price_cents: 762,
        premium_cents: 0,
        gate_price_cents: 30_000,
        total_cents: 170_208,
        terms: of.terms,
        company: JSON.stringify({
          name: of.name,
          email: of.email,
          phone: of.phone,
          address: of.address,
          postalAddress: of.postal_address,
          timeZone: of.time_zone,
        }),
        customer: JSON.stringify({
          name: to.name,
          email: to.email,
          phone: to.phone,
          address: to.address,
          zip: to.zip,
        }),
        sent_at: clock.now(),
        valid_until: new Date(clock.now().getTime() + 30 * DAY).toISOString().slice(0, 10),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow();

  const schedule = (of: CompanyRow, to: LeadRow, given: Given<FollowUpSchedulesTable> = {}): Promise<ScheduleRow> =>
    db
      .insertInto('follow_up_schedules')
      .values({
        company_id: of.id,
        lead_id: to.id,
        status: 'active',
        channel: 'sms',
        activated_at: clock.now(),
        created_at: clock.now(),
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow();

  /** One step of a follow-up schedule. It's due now. */
  const followUp = (of: ScheduleRow, given: Given<FollowUpMessagesTable> = {}): Promise<FollowUpMessageRow> => {
    if (of.lead_id === null) throw new Error('a schedule without a lead gets no more messages');
    return db
      .insertInto('follow_up_messages')
      .values({
        company_id: of.company_id,
        lead_id: of.lead_id,
        schedule_id: of.id,
        step: 1,
        day: 1,
        channel: 'sms',
        body: DEFAULT_MESSAGES[0],
        due_at: clock.now(),
        status: 'scheduled',
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  };

  return { user, company, member, material, lead, caller, consent, estimate, schedule, followUp };
}

export type Builders = ReturnType<typeof builders>;
