import { foldFacts } from '#core/features/reports/fold-facts.ts';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { addRowsOfLead } from '../../../../test/rows-of-a-lead.ts';
import { seedDemo } from '../../../../scripts/seed-demo.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from './app.ts';

let app: TestApp;
let tables: { name: string; column: string }[];
let acme: CompanyId;
let other: CompanyId;

beforeAll(async () => {
  app = await startTestApp();
  await seedDemo({ connectionString: app.database.url, now: app.clock.now(), secret: app.config.APP_SECRET });
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, 'company_id' as column from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id'
    union all select 'company_profiles', 'id' order by name`.execute(app.deps.system);
  tables = rows;
  const companies = await app.deps.system.selectFrom('company_profiles').select(['id', 'contractor_id']).execute();
  acme = companies.find((company) => company.contractor_id === 'acme-fence')?.id as CompanyId;
  other = companies.find((company) => company.contractor_id !== 'acme-fence')?.id as CompanyId;
  await fillEmptyTables();
});
afterAll(() => app.close());

/** Fills the tables that the demo seed leaves empty. Otherwise an empty result below would prove nothing. */
async function fillEmptyTables(): Promise<void> {
  const lead = await app.deps.system
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', acme)
    .limit(1)
    .executeTakeFirstOrThrow();
  await addRowsOfLead(app.deps.system, { companyId: acme, leadId: lead.id, at: new Date() });
  await sql`insert into reminder_rules (company_id, rule, enabled, days, channel, message)
    values (${acme}, 'not_viewed', true, 2, 'email', 'Hi')`.execute(app.deps.system);
  await sql`insert into stopped_templates (company_id, template_hash, code, at)
    values (${acme}, repeat('0', 64), '30007', now())`.execute(app.deps.system);
  await sql`insert into mail_bounces (company_id, address, kind, at)
    values (${acme}, 'x@example.com', 'soft', now())`.execute(app.deps.system);
  await sql`insert into stripe_operations (company_id, kind, fingerprint, request)
    values (${acme}, 'portal', 'none', '{}')`.execute(app.deps.system);
  await sql`insert into payment_refunds (company_id, payment_id, cents, idempotency_key, status, created_at)
    select company_id, id, 1, 'x', 'done', now() from payments where company_id = ${acme} limit 1`.execute(
    app.deps.system,
  );
  await sql`with exported as (insert into company_exports (company_id, requested_at) values (${acme}, now()) returning id)
    insert into company_export_parts (company_id, export_id, position, content)
    select ${acme}, id, 0, '\\x00' from exported`.execute(app.deps.system);
  await sql`insert into invoice_counters (company_id, last_number) values (${acme}, 1)`.execute(app.deps.system);
  await sql`insert into invoices (company_id, number, estimate_id, created_at)
    select company_id, 1, id, now() from estimates where company_id = ${acme} limit 1`.execute(app.deps.system);
  await sql`insert into estimate_options (company_id, estimate_id, position, label, perimeter_ft, gate_count,
      material_type, base_price_cents, premium_cents, gate_price_cents, total_cents)
    select company_id, id, 1, 'Vinyl', 100, 0, 'Vinyl', 762, 0, 0, 76200 from estimates
    where company_id = ${acme} limit 1`.execute(app.deps.system);
  await sql`insert into estimate_pdfs (company_id, estimate_id, hash, content, drawn_at)
    select company_id, id, repeat('0', 64), '\\x00', now() from estimates
    where company_id = ${acme} limit 1`.execute(app.deps.system);
  await sql`insert into company_logos (company_id, hash, content, width, height, created_at)
    values (${acme}, repeat('0', 64), '\\x00', 1, 1, now())`.execute(app.deps.system);
  await sql`insert into lead_merges (old_lead_id, company_id, kept_lead_id, old_lead, merged_at)
    select uuidv7(), ${acme}, id, '{}', now() from leads where company_id = ${acme} limit 1`.execute(app.deps.system);
  await sql`insert into company_codes (company_id, what, target, code_hash, expires_at)
    values (${acme}, 'email', 'x@example.com', repeat('0', 64), now())`.execute(app.deps.system);
  await sql`insert into invitations (company_id, email, role, token_hash, created_at, expires_at)
    values (${acme}, 'x@example.com', 'sales', repeat('0', 64), now(), now())`.execute(app.deps.system);
  await sql`insert into source_costs (company_id, source, month, cost_cents)
    values (${acme}, 'widget', '2026-11-01', 100)`.execute(app.deps.system);
  await sql`insert into take_off_rules (company_id, default_bag_lb, changes)
    values (${acme}, 80, '{}')`.execute(app.deps.system);
  await sql`insert into company_costs (company_id, hourly_cents, items, labor)
    values (${acme}, 100, '{}', '[]')`.execute(app.deps.system);
  await sql`insert into visit_settings (company_id, enabled, hours, length_minutes, step_minutes, notice_hours,
      horizon_days, max_per_day) values (${acme}, true, '[]', 60, 30, 24, 21, 5)`.execute(app.deps.system);
  await sql`insert into instant_settings (company_id, enabled, max_total_cents, max_feet, zips, material_ids,
      require_drawing, visit_first) values (${acme}, false, 100, 1, '{}', '{}', false, false)`.execute(app.deps.system);
  await sql`insert into visit_feeds (company_id, user_id, token_hash, sealed_token, created_at)
    select id, user_id, 't', 's', now() from company_profiles where id = ${acme}`.execute(app.deps.system);
  await sql`insert into busy_calendars (company_id, user_id, sealed_url, due_at)
    select id, user_id, 's', now() from company_profiles where id = ${acme}`.execute(app.deps.system);
  await sql`insert into busy_times (company_id, user_id, starts_at, ends_at)
    select id, user_id, now(), now() + interval '1 hour' from company_profiles where id = ${acme}`.execute(
    app.deps.system,
  );
  await sql`with change as (
      insert into estimate_changes (company_id, estimate_id, position, status, note, fence, take_off, added, removed,
        added_cents, removed_cents, total_cents, created_at, sent_at, valid_until, job_zone, decided_at)
      select company_id, id, 1, 'signed', '', '{}', '{}', '{}', '{}', 1, 0, 1, now(), now(), '2026-12-01', 'UTC', now()
      from estimates where company_id = ${acme} limit 1 returning id)
    insert into change_signatures (change_id, company_id, name, mark_kind, mark, consent_text, consent_version, language,
      estimate_hash, document, document_hash, cancel_days, cancel_until, cancel_zone, ip, user_agent, at)
    select id, ${acme}, 'A', 'typed', 'A', 'I agree', 'v', 'en', 'h', 'h', encode(sha256('h'), 'hex'), 3, '2026-12-01',
      'UTC', '::1', 'x', now() from change`.execute(app.deps.system);
  await sql`insert into payment_stages (company_id, estimate_id, position, label, due)
    select company_id, id, 1, 'Rest', 'done' from estimates where company_id = ${acme} limit 1`.execute(
    app.deps.system,
  );
  await sql`insert into price_lists (company_id, hash, prices) values (${acme}, repeat('0', 64), '{}')`.execute(
    app.deps.system,
  );
  await sql`insert into crm_rules (company_id) values (${acme})`.execute(app.deps.system);
  await sql`insert into deal_events (company_id, deal_id, kind, at)
    select company_id, id, 'created', now() from deals where company_id = ${acme}`.execute(app.deps.system);
  await foldFacts(app.deps.db, acme);
  await sql`insert into agent_settings (company_id) values (${acme})`.execute(app.deps.system);
  await sql`insert into agent_facts (company_id, question, answer, created_at)
    values (${acme}, 'Do you paint?', 'Yes.', now())`.execute(app.deps.system);
  await sql`insert into agent_messages (company_id, conversation_id, author, body, at)
    select ${acme}, id, 'homeowner', 'Hi', now() from agent_conversations`.execute(app.deps.system);
  await sql`insert into agent_costs (company_id, conversation_id, model, cost_micros, at)
    select ${acme}, id, 'model', 1, now() from agent_conversations`.execute(app.deps.system);
  await sql`insert into agent_replies (message_id, company_id, lead_id, channel, due_at, created_at)
    select id, company_id, lead_id, 'sms', now(), now() from messages
    where company_id = ${acme} and lead_id is not null limit 1`.execute(app.deps.system);
  await sql`insert into message_attempts (message_id, company_id, at, to_address, status)
    select id, company_id, now(), to_address, 'failed' from messages where company_id = ${acme} limit 1`.execute(
    app.deps.system,
  );
  await sql`insert into agent_unanswered (company_id, conversation_id, question, at)
    select ${acme}, id, 'Why?', now() from agent_conversations`.execute(app.deps.system);
  await sql`insert into report_marks (company_id, lead)
    select company_id, id from leads where company_id = ${acme}`.execute(app.deps.system);
  await sql`insert into widget_tickets (id, company_id, leads, expires_at)
    values (uuidv7(), ${acme}, 1, now())`.execute(app.deps.system);
  await sql`insert into widget_days (company_id, day, seen) values (${acme}, '2026-11-01', 1)`.execute(app.deps.system);
  await sql`insert into lead_pairs_apart (company_id, lead_a, lead_b)
    select ${acme}, min(id::text)::uuid, max(id::text)::uuid from leads where company_id = ${acme}`.execute(
    app.deps.system,
  );
}

const count = (name: string) => CompiledQuery.raw(`select count(*)::int as rows from ${name}`);
const rowsOf = (result: { rows: unknown[] }): number => (result.rows[0] as { rows: number }).rows;

describe('row-level security', () => {
  test('is forced on every table with a company_id, and no Picket role bypasses it', async () => {
    expect(tables.length).toBeGreaterThan(15);
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relname = any(${tables.map(({ name }) => name)})
        and not case relkind when 'v' then 'security_invoker=true' = any(reloptions)
          else relrowsecurity and relforcerowsecurity end`.execute(app.deps.system);
    expect(rows).toEqual([]);
    const roles =
      await sql`select rolname from pg_roles where rolname like 'picket_%' and (rolbypassrls or rolsuper)`.execute(
        app.deps.system,
      );
    expect(roles.rows).toEqual([]);
  });

  test('a query outside a company’s transaction sees no rows in any table', async () => {
    for (const { name } of tables) {
      expect([name, rowsOf(await app.deps.system.executeQuery(count(name)))]).not.toEqual([name, 0]);
      expect([name, rowsOf(await app.deps.db.executeQuery(count(name)))]).toEqual([name, 0]);
    }
  });

  test('a company sees only its own rows, and can’t write another company’s rows', async () => {
    for (const { name, column } of tables) {
      const seen = await inCompany(app.deps.db, other, (tx) =>
        tx.executeQuery(
          CompiledQuery.raw(`select count(*)::int as rows from ${name} where ${column} is distinct from $1`, [other]),
        ),
      );
      expect([name, rowsOf(seen)]).toEqual([name, 0]);
    }
    await expect(
      inCompany(app.deps.db, other, (tx) =>
        tx.insertInto('materials').values({ company_id: acme, name: 'Smuggled' }).execute(),
      ),
    ).rejects.toThrow(/row-level security/);
    const moved = await inCompany(app.deps.db, other, (tx) =>
      tx.updateTable('leads').set({ notes: 'mine' }).where('company_id', '=', acme).executeTakeFirst(),
    );
    expect(moved.numUpdatedRows).toBe(0n);
  });

  test('the next transaction on the same connection isn’t in the company', async () => {
    await inCompany(app.deps.db, acme, (tx) => tx.executeQuery(count('leads')));
    expect(rowsOf(await app.deps.db.executeQuery(count('leads')))).toBe(0);
  });

  test('the app role can’t read accounts or sign-in secrets', async () => {
    for (const name of ['users', 'sessions', 'user_roles', 'rate_limits'])
      await expect(app.deps.db.executeQuery(count(name))).rejects.toThrow(/permission denied/);
  });
});
