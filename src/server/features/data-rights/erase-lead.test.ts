import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { addRowsOfLead } from '../../../../test/rows-of-a-lead.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let lead: LeadRow;
let fence: { perimeter: number; gateCount: number; materialId: string };

const PERSON = {
  name: 'Quillon Zarabeth',
  email: 'quillon@zarabeth.example',
  phone: '+12085550177',
  address: '77 Zarabeth Lane, Boise',
  zip: '83702',
  notes: 'Zarabeth wants it by Easter',
};
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const FORGOTTEN = /zarabeth|quillon|5550177/i;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T18:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
  fence = { perimeter: 100, gateCount: 1, materialId: (await app.a.material(company)).id };
  lead = await app.a.lead(company, PERSON);
});

/** Returns the rows of all tables that still say who the person was. */
async function whatIsLeft(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'company_id'`.execute(
    app.deps.system,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t
      where company_id = ${company.id}`.execute(app.deps.system);
    if (rows.some(({ row }) => FORGOTTEN.test(row))) found.push(name);
  }
  return found.toSorted();
}

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';
const erase = () => caller.leads.erase({ leadId: lead.id });

describe('erasing a homeowner', () => {
  test('leaves nothing that says who they were, and an entry in the history', async () => {
    await addRowsOfLead(app.deps.system, { companyId: company.id, leadId: lead.id, at: app.clock.now() });
    const { url } = await caller.estimates.send({ leadId: lead.id, ...fence, notes: 'For Quillon' });
    await app.browser().trpc.estimatePage.ask.mutate({ token: tokenOf(url), question: 'Is Zarabeth Lane too steep?' });
    await caller.leads.addNote({ leadId: lead.id, text: 'Quillon called' });
    await caller.leads.logCall({ leadId: lead.id, outcome: 'voicemail', text: 'Quillon is out' });
    await caller.messages.send({
      leadId: lead.id,
      channel: 'email',
      text: 'Hi Quillon',
      idempotencyKey: crypto.randomUUID(),
    });
    await caller.followUps.save({
      leadId: lead.id,
      channel: 'email',
      steps: [{ day: 1, message: 'Quillon?' }],
      active: true,
    });
    expect(await whatIsLeft()).toContain('estimates');
    const { erasedAt, kept } = await erase();
    expect(erasedAt).toBe(app.clock.now().toISOString());
    expect(kept).toEqual([]);
    expect(await whatIsLeft()).toEqual([]);
    const shown = await caller.leads.get({ leadId: lead.id });
    expect(shown).toMatchObject({
      name: 'Erased homeowner',
      email: null,
      phone: null,
      address: null,
      notes: '',
      erasedAt,
    });
    const { items } = await caller.leads.timeline({ leadId: lead.id });
    // The call's time stays, because it's in the reports.
    expect(items.map(({ data }) => data)).toEqual([
      expect.objectContaining({ text: 'Erased the homeowner from this lead' }),
      { call: 'voicemail' },
    ]);
    expect((await caller.company.auditLog()).items.map(({ what }) => what)).toEqual(['Erased a homeowner from a lead']);
  });

  test('keeps consents, opt-outs, what was signed and what was paid, and names them', async () => {
    await caller.leads.update({ leadId: lead.id, smsConsent: { method: 'written' } });
    const { url, estimateId } = await caller.estimates.send({ leadId: lead.id, ...fence });
    await app.browser().trpc.estimatePage.accept.mutate({ token: tokenOf(url), name: PERSON.name, agreed: true });
    await caller.payments.record({
      estimateId,
      method: 'check',
      cents: 10_000,
      receivedOn: '2026-11-20',
      idempotencyKey: 'x',
    });
    await app.deps.system
      .insertInto('opt_outs')
      .values({
        company_id: company.id,
        channel: 'sms',
        address: PERSON.phone,
        source: 'reply',
        words: 'STOP',
        created_at: app.clock.now(),
      })
      .execute();
    const before = await caller.leads.erasure({ leadId: lead.id });
    const { kept } = await erase();
    expect(kept).toEqual(before.kept);
    expect(kept.map(({ what, count, years }) => [what, count, years])).toEqual([
      ['Consents to texts', 1, 5],
      ['Opt-outs from texts and email', 1, null],
      ['Signed contracts and changes', 1, 10],
      ['Payments, refunds and invoices', 1, 7],
    ]);
    expect(await whatIsLeft()).toEqual(['consents', 'estimate_acceptances', 'estimates', 'opt_outs']);
    const again = await caller.leads.create({ name: 'New', phone: PERSON.phone });
    expect(again.sms).toMatchObject({ allowed: false, refusal: 'opted_out' });
  });

  test('leaves the reports as they were', async () => {
    const { url, estimateId } = await caller.estimates.send({ leadId: lead.id, ...fence });
    await app.browser().trpc.estimatePage.accept.mutate({ token: tokenOf(url), name: PERSON.name, agreed: true });
    await caller.payments.record({
      estimateId,
      method: 'cash',
      cents: 5_000,
      receivedOn: '2026-11-20',
      idempotencyKey: 'y',
    });
    const won = await app.a.lead(company, { name: 'Won by hand', quote_cents: 123_400 });
    await caller.leads.update({ leadId: won.id, outcome: 'won' });
    await foldFacts(app.deps.db, company.id);
    const { asOf: _before, ...before } = await caller.analytics.overview(NOVEMBER);
    await erase();
    await caller.leads.erase({ leadId: won.id });
    await foldFacts(app.deps.db, company.id);
    const { asOf: _after, ...after } = await caller.analytics.overview(NOVEMBER);
    expect(after).toEqual(before);
    expect(after.leads).toBe(2);
  });

  test('stops everything that was waiting, and refuses while a message is being sent', async () => {
    await caller.followUps.save({ leadId: lead.id, channel: 'both', steps: [{ day: 1, message: 'Hi' }], active: true });
    await caller.estimates.send({ leadId: lead.id, ...fence });
    await sql`update messages set status = 'sending' where id = (select id from messages
      where company_id = ${company.id} and status = 'scheduled' limit 1)`.execute(app.deps.system);
    await expect(erase()).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    await sql`update messages set status = 'scheduled' where company_id = ${company.id} and status = 'sending'`.execute(
      app.deps.system,
    );
    await sql`update messages set claimed_until = now() + interval '1 minute' where company_id = ${company.id}
      and status = 'scheduled'`.execute(app.deps.system);
    await erase();
    const { rows } = await sql<{
      status: string;
      claimed_until: Date | null;
    }>`select distinct status, claimed_until from messages
      where company_id = ${company.id} and status <> 'skipped'`.execute(app.deps.system);
    expect(rows).toEqual([{ status: 'cancelled', claimed_until: null }]);
    expect((await caller.leads.get({ leadId: lead.id })).followUpStatus).toBe('stopped');
  });

  test('can be repeated, also at the same time', async () => {
    const [first] = await Promise.all([erase(), erase(), erase()]);
    app.clock.set('2026-11-21T18:00:00Z');
    expect((await erase()).erasedAt).toBe(first.erasedAt);
    expect((await caller.company.auditLog()).items).toHaveLength(1);
    app.clock.set('2026-11-20T18:00:00Z');
  });

  test('is final: the lead can’t be filled, messaged or merged again', async () => {
    await erase();
    const refused = { cause: { code: 'CONFLICT' } };
    const { id: leadId } = lead;
    await expect(caller.leads.update({ leadId, name: 'Quillon', email: PERSON.email })).rejects.toMatchObject(refused);
    await expect(caller.estimates.send({ leadId, ...fence })).rejects.toMatchObject(refused);
    await expect(
      caller.followUps.save({ leadId, channel: 'email', steps: [{ day: 1, message: 'Hi' }], active: true }),
    ).rejects.toMatchObject(refused);
    const other = await app.a.lead(company);
    await expect(caller.leads.merge({ leadId, otherLeadId: other.id, takeNewer: [] })).rejects.toMatchObject(refused);
    await expect(
      app.deps.system.updateTable('leads').set({ name: PERSON.name }).where('id', '=', leadId).execute(),
    ).rejects.toThrow('stays erased');
  });

  test('takes the lead out of the lists', async () => {
    await erase();
    expect((await caller.leads.list({})).items).toEqual([]);
    expect((await caller.leads.list({ archived: true })).items).toMatchObject([
      { id: lead.id, name: 'Erased homeowner' },
    ]);
    expect((await caller.leads.list({ search: 'Zarabeth' })).items).toEqual([]);
  });

  test('makes the estimate’s page say so', async () => {
    const { url } = await caller.estimates.send({ leadId: lead.id, ...fence });
    await erase();
    const response = await app.browser().fetch(`/estimate/${tokenOf(url)}`);
    expect(response.status).toBe(410);
    const page = await response.text();
    expect(page).toContain('was deleted');
    expect(page).not.toMatch(FORGOTTEN);
    expect((await app.browser().fetch(`/estimate/${tokenOf(url)}.pdf`)).status).toBe(404);
    await expect(
      app.browser().trpc.estimatePage.accept.mutate({ token: tokenOf(url), name: 'Q', agreed: true }),
    ).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
  });

  test('is for owners and managers of that company only', async () => {
    const sales = await app.a.member(company, 'sales');
    const seller = await app.callerFor(company, sales);
    await expect(seller.leads.erase({ leadId: lead.id })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } });
    const stranger = await app.callerFor(await app.a.company());
    await expect(stranger.leads.erase({ leadId: lead.id })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } });
    expect((await caller.leads.get({ leadId: lead.id })).name).toBe(PERSON.name);
  });
});
