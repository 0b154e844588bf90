import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MaterialRow } from '#core/features/pricing/pricing.table.ts';
import { sendEstimate } from '#core/features/agreements/send-estimate.ts';
import { hashToken } from '#core/platform/secrets.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { Feet } from '#shared/primitives/feet.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type CompanyOptions = Parameters<TestApp['a']['company']>[0];
const scene = async (options?: CompanyOptions) => {
  const company = await app.a.company(options);
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const input = {
    leadId: lead.id,
    perimeter: 184,
    materialId: vinyl.id,
    gateCount: 1,
    notes: 'Old chain link out first',
  };
  return { company, vinyl, lead, caller, input };
};

/** Returns the AppError of a refused call. */
const refusalOf = async (call: Promise<unknown>): Promise<AppError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const cause = error instanceof AppError ? error : error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof AppError)) throw new Error('not refused as expected', { cause: error });
  return cause;
};

const estimatesOf = (lead: LeadRow) =>
  app.deps.system.selectFrom('estimates').selectAll().where('lead_id', '=', lead.id).orderBy('version').execute();
const messagesOf = (lead: LeadRow) =>
  app.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'to_address', 'payload'])
    .where('lead_id', '=', lead.id)
    .orderBy('channel')
    .execute();
const timelineOf = (lead: LeadRow) =>
  app.deps.system
    .selectFrom('timeline_events')
    .select(['kind', 'data'])
    .where('lead_id', '=', lead.id)
    .orderBy('id')
    .execute();
const ledgerOf = (company: CompanyRow) =>
  app.deps.system
    .selectFrom('quota_ledger')
    .select(['kind', 'lead_id', 'delta'])
    .where('company_id', '=', company.id)
    .execute();
const leadOf = (lead: LeadRow) =>
  app.deps.system.selectFrom('leads').selectAll().where('id', '=', lead.id).executeTakeFirstOrThrow();

describe('previewing an estimate', () => {
  it('returns the estimate that would be sent, with the number PREVIEW, and stores nothing', async () => {
    const { caller, input, lead } = await scene();
    const preview = await caller.estimates.preview(input);
    const totalCents = 184 * (762 + 1_000) + 30_000;
    expect(preview).toMatchObject({
      number: 'PREVIEW',
      totalCents,
      depositCents: 177_104,
      materialType: 'Vinyl',
      date: '2026-11-16',
      validUntil: '2026-12-16',
      lines: [
        { kind: 'run', label: 'Vinyl fence', quantity: 184, unit: 'foot', unitCents: 1_762, totalCents: 324_208 },
        { kind: 'gate', label: 'Gate', quantity: 1, unit: 'each', unitCents: 30_000, totalCents: 30_000 },
      ],
    });
    expect(await estimatesOf(lead)).toEqual([]);
  });

  it('refuses a deleted material and another company’s lead', async () => {
    const { caller, input, vinyl } = await scene();
    const other = await scene();
    expect(await refusalOf(caller.estimates.preview({ ...input, leadId: other.lead.id }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await refusalOf(caller.estimates.preview({ ...input, materialId: other.vinyl.id }))).fields).toHaveProperty(
      'materialId',
    );
    await app.deps.system
      .updateTable('materials')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', vinyl.id)
      .execute();
    expect((await refusalOf(caller.estimates.send(input))).fields).toHaveProperty('materialId');
  });
});

describe('sending an estimate', () => {
  it('stores an immutable version with copies and an encrypted link, updates the lead and queues the email', async () => {
    const { caller, input, lead, company } = await scene({ terms: 'Deposit of {{deposit}} on acceptance.' });
    const sent = await caller.estimates.send(input);
    expect(sent.number).toMatch(/^EST-[0-9a-f]{6}-\d{4}$/);
    expect(lead.id.replaceAll('-', '')).toContain(sent.number.slice(4, 10));
    expect(sent.totalCents).toBe(354_208);
    const [estimate] = await estimatesOf(lead);
    expect(estimate).toMatchObject({
      id: sent.estimateId,
      version: 1,
      status: 'sent',
      total_cents: 354_208,
      base_price_cents: 762,
      premium_cents: 1_000,
      gate_price_cents: 30_000,
      terms: 'Deposit of {{deposit}} on acceptance.',
      deposit_terms: { rule: { kind: 'percent', percent: 50 }, cap: null, offerFull: true },
      notes: 'Old chain link out first',
      company: { name: company.name, postalAddress: company.postal_address, timeZone: 'America/Boise' },
      customer: { name: 'Marisol Vega', email: lead.email },
      valid_until: '2026-12-16',
    });
    const token = sent.url.replace('http://picket.test/estimate/', '');
    expect(token).toMatch(/^[\w-]{43}$/);
    const links = await app.deps.system
      .selectFrom('estimate_links')
      .selectAll()
      .where('estimate_id', '=', sent.estimateId as EstimateId)
      .execute();
    expect(links).toMatchObject([{ token_hash: hashToken(token) }]);
    expect(JSON.stringify([links, await messagesOf(lead), await timelineOf(lead)])).not.toContain(token);
    expect(await leadOf(lead)).toMatchObject({
      status: 'estimate_sent',
      quote_cents: 354_208,
      material_type: 'Vinyl',
      estimate_sent_at: app.clock.now(),
    });
    expect(await messagesOf(lead)).toEqual([
      { kind: 'estimate.sent', channel: 'email', to_address: lead.email, payload: { estimateId: sent.estimateId } },
    ]);
    expect(await timelineOf(lead)).toMatchObject([
      { kind: 'status_changed', data: { from: 'new', to: 'estimate_sent' } },
      { kind: 'estimate_sent', data: { number: sent.number, version: 1, totalCents: 354_208, resend: false } },
    ]);
    expect(await ledgerOf(company)).toEqual([{ kind: 'quote_used', lead_id: lead.id, delta: -1 }]);
    expect(app.enqueued).toContain(company.id);
  });

  it('texts the link only if this company has consent for the number (C4)', async () => {
    const { caller, input, lead, company } = await scene();
    await app.a.consent(company, lead);
    await caller.estimates.send(input);
    expect((await messagesOf(lead)).map(({ channel, to_address }) => [channel, to_address])).toEqual([
      ['email', lead.email],
      ['sms', lead.phone],
    ]);
  });

  it('says when the text with the link will be sent if it waits for the morning (C15)', async () => {
    const { caller, input, lead, company } = await scene();
    await app.a.consent(company, lead);
    const before = app.clock.now();
    app.clock.set('2026-11-16T19:00:00Z');
    expect(await caller.estimates.send(input)).toMatchObject({ textAt: null });
    app.clock.set('2026-11-17T05:30:00Z');
    const late = await caller.estimates.send({ ...input, gateCount: 2 });
    // Idaho has two time zones, so texts are allowed only when both zones allow them
    expect(late.textAt).toBe('2026-11-17T18:00:00.000Z');
    expect(await caller.estimates.resend({ leadId: lead.id })).toMatchObject({ textAt: late.textAt });
    app.clock.set(before);
  });

  it('invalidates earlier versions, and later settings never change a sent offer', async () => {
    const { caller, input, lead, company, vinyl } = await scene();
    const first = await caller.estimates.send(input);
    await app.deps.system.updateTable('materials').set({ premium_cents: 5_000 }).where('id', '=', vinyl.id).execute();
    const second = await caller.estimates.send({ ...input, gateCount: 2, terms: 'Other terms' });
    expect(second.number).not.toBe(first.number);
    expect(second.url).not.toBe(first.url);
    expect((await estimatesOf(lead)).map((row) => [row.version, row.status, row.total_cents, row.terms])).toEqual([
      [1, 'superseded', 354_208, company.terms],
      [2, 'sent', second.totalCents, 'Other terms'],
    ]);
    expect(await ledgerOf(company)).toHaveLength(1);
    const list = await caller.estimates.listForLead({ leadId: lead.id });
    expect(list.map(({ version, url, status }) => [version, url, status])).toEqual([
      [2, second.url, 'sent'],
      [1, first.url, 'superseded'],
    ]);
  });

  it('doesn’t void a paid version, but voids a signed unpaid one', async () => {
    const { caller, input, lead } = await scene();
    for (const [status, after] of [
      ['accepted', 'superseded'],
      ['deposit_paid', 'deposit_paid'],
      ['paid', 'paid'],
    ] as const) {
      const { estimateId } = await caller.estimates.send({ ...input, notes: status });
      const id = estimateId as EstimateId;
      await app.deps.system.updateTable('estimates').set({ status }).where('id', '=', id).execute();
      await caller.estimates.send({ ...input, notes: `after ${status}` });
      const rows = await estimatesOf(lead);
      expect(rows.find((row) => row.id === id)?.status).toBe(after);
    }
  });

  it('treats an identical request within ten seconds as the same request, even a simultaneous one', async () => {
    const { caller, input, lead } = await scene();
    const [one, two] = await Promise.all([caller.estimates.send(input), caller.estimates.send(input)]);
    expect(two).toEqual(one);
    app.clock.advance(9 * SECOND);
    expect(await caller.estimates.send(input)).toEqual(one);
    expect(await estimatesOf(lead)).toHaveLength(1);
    expect(await messagesOf(lead)).toHaveLength(1);
    app.clock.advance(2 * SECOND);
    expect((await caller.estimates.send(input)).estimateId).not.toBe(one.estimateId);
  });

  it('never repeats a version’s number, and never moves a paid lead back', async () => {
    const { caller, input, lead } = await scene();
    await app.deps.system.updateTable('leads').set({ status: 'paid' }).where('id', '=', lead.id).execute();
    await Promise.all([1, 2, 3, 4, 5].map((gateCount) => caller.estimates.send({ ...input, gateCount })));
    const rows = await estimatesOf(lead);
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(5);
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(1);
    expect((await leadOf(lead)).status).toBe('paid');
  });

  it.each([
    [{ phone: null, postal_address: null }, 'Add your phone and postal address in Admin → Company before sending'],
    [{ postal_address: ' ' }, 'Add your postal address in Admin → Company before sending'],
    [{ email: '' }, 'Add your email in Admin → Company before sending'],
  ])('names missing company details: %o', async (options, message) => {
    const { caller, input, lead, company } = await scene(options);
    expect(await refusalOf(caller.estimates.send(input))).toMatchObject({ message, code: 'APP_ERROR' });
    expect(await estimatesOf(lead)).toEqual([]);
    expect(await ledgerOf(company)).toEqual([]);
  });

  it('refuses invalid values, field by field', async () => {
    const { company, input } = await scene();
    const browser = await signedIn(company);
    for (const [field, given] of [
      ['perimeter', { perimeter: 0 }],
      ['perimeter', { perimeter: 1.234 }],
      ['gateCount', { gateCount: 101 }],
      ['materialId', { materialId: 'x' }],
      ['leadId', { leadId: '1' }],
      ['notes', { notes: 'x'.repeat(4_001) }],
      ['terms', { terms: 'x'.repeat(20_001) }],
    ] as const)
      await expect(browser.trpc.estimates.send.mutate({ ...input, ...given })).rejects.toMatchObject({
        data: { code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) as string } },
      });
  });
});

const signedIn = async (company: CompanyRow) => {
  const owner = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  return app.signIn(owner.email);
};

const moreLeads = (company: CompanyRow, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.a.lead(company)));
const sendTo = (company: CompanyRow, material: MaterialRow, leadId: LeadId, isAdmin = false) =>
  sendEstimate(app.deps, {
    companyId: company.id,
    isAdmin,
    input: { leadId, perimeter: 100 as Feet, materialId: material.id, gateCount: 0 },
  });

describe('the quote limit', () => {
  it('is never exceeded by simultaneous sends: eight leads, three quotes', async () => {
    const { company, vinyl } = await scene({ subscription: { subscription_tier: 'starter' } });
    const used = await moreLeads(company, 47);
    await app.deps.system
      .insertInto('quota_ledger')
      .values(
        used.map(({ id }) => ({
          company_id: company.id,
          lead_id: id,
          kind: 'quote_used' as const,
          delta: -1,
          at: app.clock.now(),
        })),
      )
      .execute();
    const leads = await moreLeads(company, 8);
    const results = await Promise.allSettled(leads.map(({ id }) => sendTo(company, vinyl, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'QUOTA_EXHAUSTED'));
    expect(await ledgerOf(company)).toHaveLength(50);
    app.clock.advance(DAY);
    const again = await Promise.allSettled(leads.map(({ id }) => sendTo(company, vinyl, id)));
    expect(again.map(({ status }) => status)).toEqual(results.map(({ status }) => status));
    expect(await ledgerOf(company)).toHaveLength(50);
  });

  it('lets exactly 3 of 100 simultaneous sends succeed with 3 remaining; the others are told how to continue', async () => {
    const { company, vinyl } = await scene({ subscription: { subscription_tier: 'starter' } });
    await app.deps.system
      .insertInto('quota_ledger')
      .values({ company_id: company.id, kind: 'granted', delta: -47, at: app.clock.now() })
      .execute();
    const leads = await moreLeads(company, 100);
    const results = await Promise.allSettled(leads.map(({ id }) => sendTo(company, vinyl, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
    expect(refusals).toHaveLength(97);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'QUOTA_EXHAUSTED', nextStep: 'buy_credit' });
      expect(refusal.message).toContain('“Buy Lead Credit”');
    }
    const used = (await ledgerOf(company)).filter(({ kind }) => kind === 'quote_used');
    expect(used.map(({ delta }) => delta)).toEqual([-1, -1, -1]);
  });

  it('spends one purchased credit per lead and refuses without one', async () => {
    const { company, vinyl } = await scene({
      subscription: { subscription_tier: 'pay_as_you_go', subscribed: false, usage_count: 2 },
    });
    const leads = await moreLeads(company, 5);
    const results = await Promise.allSettled(leads.map(({ id }) => sendTo(company, vinyl, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await ledgerOf(company)).map(({ kind }) => kind)).toEqual(['credit_used', 'credit_used']);
    const { usage_count: left } = await app.deps.system
      .selectFrom('subscribers')
      .select('usage_count')
      .where('company_id', '=', company.id)
      .executeTakeFirstOrThrow();
    expect(left).toBe(0);
    const lead = await app.a.lead(company);
    expect((await refusalOf(sendTo(company, vinyl, lead.id))).message).toMatch(/^No quotes left/);
  });

  it('resets with the billing period, even if the renewal’s webhook is late', async () => {
    const { company, vinyl } = await scene({ subscription: { subscription_tier: 'starter' } });
    const used = await moreLeads(company, 50);
    await app.deps.system
      .insertInto('quota_ledger')
      .values(
        used.map(({ id }) => ({
          company_id: company.id,
          lead_id: id,
          kind: 'quote_used' as const,
          delta: -1,
          at: app.clock.now(),
        })),
      )
      .execute();
    const lead = await app.a.lead(company);
    expect((await refusalOf(sendTo(company, vinyl, lead.id))).code).toBe('QUOTA_EXHAUSTED');
    app.clock.advance(21 * DAY);
    await expect(sendTo(company, vinyl, lead.id)).resolves.toHaveProperty('number');
  });

  it('requires an active plan, except for admins', async () => {
    for (const subscription of [
      null,
      { subscribed: false },
      { subscription_tier: 'free' as const, subscription_end: new Date('2020-01-01') },
    ]) {
      const { company, vinyl, lead } = await scene({ subscription });
      expect((await refusalOf(sendTo(company, vinyl, lead.id))).code).toBe('SUBSCRIPTION_REQUIRED');
      await expect(sendTo(company, vinyl, lead.id, true)).resolves.toHaveProperty('number');
      expect(await ledgerOf(company)).toEqual([]);
    }
  });
});

describe('spec:7.24 resending an estimate', () => {
  it('resends the newest version with its number and link, at no cost', async () => {
    const { caller, input, lead, company } = await scene();
    await caller.estimates.send(input);
    app.clock.advance(DAY);
    const second = await caller.estimates.send({ ...input, gateCount: 2 });
    const [again, pressedTwice] = [
      await caller.estimates.resend({ leadId: lead.id }),
      await caller.estimates.resend({ leadId: lead.id }),
    ];
    expect(again).toEqual(second);
    expect(pressedTwice).toEqual(second);
    const mails = await messagesOf(lead);
    expect(mails.map(({ payload }) => payload['estimateId'])).toEqual(expect.arrayContaining([second.estimateId]));
    expect(mails).toHaveLength(3);
    expect((await timelineOf(lead)).at(-1)).toMatchObject({
      kind: 'estimate_sent',
      data: { resend: true, version: 2 },
    });
    expect(await ledgerOf(company)).toHaveLength(1);
    expect(await estimatesOf(lead)).toHaveLength(2);
  });

  it('says if nothing was sent yet, or the version has expired', async () => {
    const { caller, input, lead } = await scene();
    expect((await refusalOf(caller.estimates.resend({ leadId: lead.id }))).code).toBe('CONFLICT');
    await caller.estimates.send(input);
    app.clock.advance(32 * DAY);
    expect((await refusalOf(caller.estimates.resend({ leadId: lead.id }))).code).toBe('ESTIMATE_EXPIRED');
    const [listed] = await caller.estimates.listForLead({ leadId: lead.id });
    expect(listed?.status).toBe('expired');
  });
});

describe('tenant isolation', () => {
  it('no one can preview, send, resend or list estimates of another company’s lead', async () => {
    const { caller } = await scene();
    const other = await scene();
    const { leadId } = other.input;
    for (const call of [
      () => caller.estimates.send(other.input),
      () => caller.estimates.resend({ leadId }),
      () => caller.estimates.listForLead({ leadId }),
    ])
      expect((await refusalOf(call())).code).toBe('NOT_FOUND');
  });
});
