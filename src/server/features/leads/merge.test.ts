import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captureLead } from '#core/features/leads/capture-lead.ts';
import { TABLES_OF_A_LEAD } from '#core/features/leads/merge-rows.ts';
import { addOptOut } from '#core/features/permission/opt-out.repository.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { widgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { addRowsOfLead } from '../../../../test/rows-of-a-lead.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let older: LeadRow;
let newer: LeadRow;
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY);

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
  older = await app.a.lead(company, { email: 'dana@example.com', phone: null, notes: 'Dog', created_at: daysAgo(9) });
  newer = await app.a.lead(company, {
    name: 'D. Whitfield',
    email: 'dana@example.com',
    address: '9 New St',
    perimeter_ft: 90,
    notes: 'Side gate',
    created_at: daysAgo(2),
  });
});

const merge = (takeNewer: ('name' | 'address' | 'fence')[] = []) =>
  caller.leads.merge({ leadId: newer.id, otherLeadId: older.id, takeNewer });
const conflict = (words: string) => ({
  cause: { code: 'CONFLICT', message: expect.stringContaining(words) as string },
});
const exec = (query: ReturnType<typeof sql>) => query.execute(app.deps.system);

const payment = (lead: LeadRow, estimateId: string, status: string) =>
  exec(sql`insert into payments (company_id, lead_id, estimate_id, kind, amount_cents, fee_cents, status, paid_at,
      stripe_account_id, expires_at, created_at)
    values (${company.id}, ${lead.id}, ${estimateId}, 'deposit', 100, 1, ${status},
      ${status === 'succeeded' ? app.clock.now() : null}, 'acct_1', ${app.clock.now()}, ${app.clock.now()})`);

/** Creates rows for this lead in every table with a lead_id. */
async function fillTables(lead: LeadRow): Promise<void> {
  const at = app.clock.now();
  const estimate = await app.a.estimate(company, lead);
  await payment(lead, estimate.id, 'succeeded');
  await app.a.followUp(await app.a.schedule(company, lead));
  await app.a.consent(company, lead);
  const org = await caller.crm.organizations.create({ name: `Org of ${lead.id}` });
  const deal = await caller.crm.deals.create({ orgId: org.id, title: 'Fence' });
  await exec(sql`update deals set lead_id = ${lead.id} where id = ${deal.id}`);
  await addRowsOfLead(app.deps.system, { companyId: company.id, leadId: lead.id, at });
  await exec(sql`insert into estimate_acceptances (company_id, lead_id, estimate_id, name, mark_kind, mark, consent_text,
      consent_version, document, document_hash, terms_hash, discount_cents, total_cents, deposit_cents, cancel_days,
      cancel_until, cancel_zone, ip, user_agent, at)
    values (${company.id}, ${lead.id}, ${estimate.id}, 'Dana', 'typed', 'Dana', 'I agree', '1', '{}',
      encode(sha256('{}'::bytea), 'hex'), '', 0, 100, 50, 3, current_date, 'UTC', '', '', ${at})`);
  await exec(sql`insert into messages (company_id, lead_id, direction, channel, kind, from_address, to_address, body, status, at)
    values (${company.id}, ${lead.id}, 'out', 'sms', 'text', 'a', 'b', 'Hello', 'sent', ${at})`);
  await exec(sql`insert into quota_ledger (company_id, lead_id, kind, delta, at)
    values (${company.id}, ${lead.id}, 'quote_used', -1, ${at})`);
  await caller.leads.addNote({ leadId: lead.id, text: `Note of ${lead.name}` });
}

const countRows = async (leadId: string | null): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of TABLES_OF_A_LEAD) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where company_id = ${company.id} and lead_id is not distinct from ${leadId}`.execute(app.deps.system);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
};

describe('merging two leads', () => {
  test('covers every table with lead rows', async () => {
    // lead_search is left out because it only copies data from leads, and its rows are deleted with the lead
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name) where table_type = 'BASE TABLE'
        and table_schema = 'public' and column_name = 'lead_id' and table_name <> 'lead_search'`.execute(
      app.deps.system,
    );
    expect(rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      TABLES_OF_A_LEAD.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test('loses no row of either, and the old id redirects to the kept lead', async () => {
    await fillTables(older);
    await fillTables(newer);
    const before = await countRows(older.id);
    for (const [table, count] of Object.entries(before)) expect([table, count]).not.toEqual([table, 0]);
    const kept = await merge();
    expect(kept.id).toBe(older.id);
    const after = await countRows(older.id);
    expect(Object.values(await countRows(newer.id))).toEqual(Object.values(before).map(() => 0));
    const alone = ['follow_up_schedules', 'quota_ledger', 'instant_requests'];
    const expected = Object.entries(before).map(([table, count]) => [table, alone.includes(table) ? 1 : count * 2]);
    // leaves out the timeline events of the merge itself
    expect({ ...after, timeline_events: (after['timeline_events'] ?? 0) - 2 }).toEqual(Object.fromEntries(expected));
    // a lead can have only one of these rows, so the others are kept without a lead
    expect(await countRows(null)).toMatchObject({ follow_up_schedules: 1, quota_ledger: 1 });
    expect((await caller.leads.get({ leadId: newer.id })).id).toBe(older.id);
    const { items } = await caller.leads.timeline({ leadId: older.id });
    const notes = items.flatMap(({ data }: { data: AnyTimelineData }) => data.text ?? []);
    expect(notes).toEqual(expect.arrayContaining(['Note of Dana Whitfield', 'Note of D. Whitfield']));
    expect(notes.some((text) => text.startsWith('Merged with the lead from Nov 14, 2026 (D. Whitfield'))).toBe(true);
    expect((await caller.leads.list({})).items.map(({ id }) => id)).toEqual([older.id]);
  });

  test('keeps the older lead’s values, fills its gaps, and applies the choices', async () => {
    expect(await merge(['name', 'fence'])).toMatchObject({
      name: 'D. Whitfield',
      phone: newer.phone,
      address: older.address,
      perimeter: 90,
      notes: 'Dog\n\nSide gate',
      createdAt: older.created_at.toISOString(),
    });
  });

  test('requested twice and from both sides, happens once', async () => {
    const answers = await Promise.all([
      merge(),
      caller.leads.merge({ leadId: older.id, otherLeadId: newer.id, takeNewer: ['name'] }),
      merge(),
    ]);
    expect(answers.map(({ id }) => id)).toEqual([older.id, older.id, older.id]);
    expect(new Set(answers.map(({ name }) => name)).size).toBe(1);
    const { items } = await caller.leads.timeline({ leadId: older.id });
    expect(items).toHaveLength(1);
  });

  test('a chain of merges redirects every old id to the last lead', async () => {
    const first = await app.a.lead(company, { created_at: daysAgo(20) });
    await merge();
    await caller.leads.merge({ leadId: first.id, otherLeadId: older.id });
    for (const id of [older.id, newer.id]) expect((await caller.leads.get({ leadId: id })).id).toBe(first.id);
  });

  test('of two active follow-ups, the kept lead’s continue; the other’s aren’t sent, with the reason', async () => {
    const going = await app.a.schedule(company, older);
    const stopped = await app.a.schedule(company, newer);
    const message = await app.a.followUp(stopped);
    await app.a.followUp(going, { due_at: daysAgo(-3) });
    expect(await merge()).toMatchObject({
      followUpStatus: 'active',
      nextFollowUp: { dueAt: daysAgo(-3).toISOString() },
    });
    const row = await app.deps.system
      .selectFrom('follow_up_messages')
      .select(['status', 'reason', 'lead_id'])
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      status: 'cancelled',
      lead_id: older.id,
      reason: expect.stringContaining('merged') as string,
    });
    expect(await caller.followUps.get({ leadId: older.id })).toMatchObject({ active: true });
  });

  test('the other lead’s follow-ups continue if they’re the only active ones', async () => {
    await app.a.schedule(company, older, { status: 'draft', activated_at: null });
    await app.a.schedule(company, newer);
    expect(await merge()).toMatchObject({ followUpStatus: 'active' });
  });

  test('the binding version counts, or else the last one sent', async () => {
    const accepted = await app.a.estimate(company, older, { status: 'accepted', sent_at: daysAgo(8) });
    await app.a.estimate(company, newer, { status: 'viewed', sent_at: daysAgo(1), number: 'EST-abcdef-0001' });
    await merge();
    const versions = await caller.estimates.listForLead({ leadId: older.id });
    expect(versions.map(({ id, version, status }) => [id === accepted.id, version, status])).toEqual([
      [true, 2, 'accepted'],
      [false, 1, 'superseded'],
    ]);
  });

  test('a job counts even if part of its payment was refunded', async () => {
    const job = await app.a.estimate(company, older, { status: 'refunded', sent_at: daysAgo(8) });
    const other = await app.a.estimate(company, newer, { status: 'accepted', sent_at: daysAgo(1) });
    await payment(older, job.id, 'succeeded');
    await exec(
      sql`update payments set status = 'partially_refunded', refunded_cents = 40 where estimate_id = ${job.id}`,
    );
    await expect(merge()).rejects.toMatchObject(conflict('Both leads have an accepted'));
    await exec(sql`update estimates set status = 'viewed' where id = ${other.id}`);
    await merge();
    const versions = await caller.estimates.listForLead({ leadId: older.id });
    expect(versions.map(({ id, version }) => [id === job.id, version])).toEqual([
      [true, 2],
      [false, 1],
    ]);
  });

  test('an opt-out of either number is kept (C13)', async () => {
    await app.a.consent(company, newer);
    await inCompany(app.deps.db, company.id, (tx) =>
      addOptOut(tx, {
        companyId: company.id,
        channel: 'sms',
        address: newer.phone ?? '',
        source: 'reply',
        at: daysAgo(1),
      }),
    );
    const kept = await merge();
    expect(kept).toMatchObject({
      phone: newer.phone,
      sms: { allowed: false, reason: expect.stringContaining('Opted out') as string },
    });
  });

  test('is refused while a message or two payments are in progress, or if both were accepted', async () => {
    const message = await app.a.followUp(await app.a.schedule(company, newer), { status: 'sending' });
    await expect(merge()).rejects.toMatchObject(conflict('being sent'));
    await exec(sql`update follow_up_messages set status = 'sent' where id = ${message.id}`);
    const first = await app.a.estimate(company, older);
    const second = await app.a.estimate(company, newer);
    await payment(older, first.id, 'open');
    await payment(newer, second.id, 'processing');
    await expect(merge()).rejects.toMatchObject(conflict('pending payment'));
    await exec(sql`delete from payments where company_id = ${company.id}`);
    await exec(sql`update estimates set status = 'accepted' where company_id = ${company.id}`);
    await expect(merge()).rejects.toMatchObject(conflict('Both leads have an accepted'));
  });

  test('a repeated widget request is answered with the kept lead', async () => {
    const request = widgetLeadInput.parse({
      contractorId: company.contractor_id,
      name: 'Dana',
      email: 'dana@example.com',
      perimeter: 100,
      gateCount: 0,
      smsConsent: false,
      idempotencyKey: 'once-only-key',
      ticket: ticketOf(company, app),
    });
    const facts = { ip: '', userAgent: '' };
    const { leadId } = await captureLead(app.deps, request, facts);
    await caller.leads.merge({ leadId, otherLeadId: older.id });
    expect((await captureLead(app.deps, request, facts)).leadId).toBe(older.id);
  });
});

describe('duplicates', () => {
  const alike = async (lead: LeadRow) => (await caller.leads.duplicates({ leadId: lead.id })).items.map(({ id }) => id);

  test('are leads with the same email address or phone, until someone says they differ', async () => {
    const byPhone = await app.a.lead(company, { phone: newer.phone });
    await app.a.lead(company, { phone: '+12085550188' });
    await app.a.lead(await app.a.company(), { email: 'dana@example.com' });
    expect(await alike(newer)).toEqual([byPhone.id, older.id]);
    expect(await alike(older)).toEqual([newer.id]);
    await caller.leads.keepApart({ leadId: newer.id, otherLeadId: older.id });
    await caller.leads.keepApart({ leadId: older.id, otherLeadId: newer.id });
    expect(await alike(newer)).toEqual([byPhone.id]);
    // a pair that was marked as different people stays separate after a merge
    await caller.leads.merge({ leadId: byPhone.id, otherLeadId: newer.id });
    expect(await alike(older)).toEqual([]);
  });
});
