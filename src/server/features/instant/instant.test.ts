import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settlePending } from '#core/features/instant/settle-pending.ts';
import { ON_YOUR_MEASURES } from '#shared/features/instant/measures.words.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { chatWith, dataOf } from '../../../../test/agent-chat.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { instantYard, type InstantYard } from '../../../../test/instant.ts';
import { VISIT_WEEK, visitKey } from '../../../../test/visits.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

const NOW = '2026-11-28T19:00:00.000Z';

let app: TestApp;
let widget: WidgetPosts;
beforeAll(async () => {
  app = await startTestApp({ now: NOW, env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(NOW));

const BOISE = { zip: '83702', address: '120 Sandbox Ln, Boise, ID 83702' };
const ask = ({ company }: Pick<InstantYard, 'company'>, given: Record<string, unknown> = {}, ip?: string) =>
  widget.taken(widget.lead(company, { ...BOISE, ...given }), ip);
const whyNot = async ({ caller }: InstantYard, { leadId }: { leadId: string }) => {
  const { instant, instantReason } = await caller.leads.get({ leadId: leadId });
  return instant ? 'sent' : instantReason;
};
const estimatesOf = ({ company }: InstantYard) =>
  app.deps.system.selectFrom('estimates').selectAll().where('company_id', '=', company.id).execute();
const quotesOf = ({ company }: InstantYard) =>
  app.deps.system
    .selectFrom('quota_ledger')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('kind', '=', 'quote_used')
    .execute();
const messagesOf = ({ company }: InstantYard) =>
  app.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'status'])
    .where('company_id', '=', company.id)
    .orderBy('kind')
    .execute();

describe('a request within the bounds', () => {
  test('gets a real estimate at once: number, page, PDF, one quote, one email', async () => {
    const yard = await instantYard(app);
    const { leadId, estimate } = await ask(yard);
    expect(estimate).toMatchObject({ perimeter: 184, gateCount: 1, materialType: '6ft Wood Picket' });
    const [row, ...more] = await estimatesOf(yard);
    expect(more).toEqual([]);
    expect(estimate).toMatchObject({ estimateId: row?.id, number: row?.number, totalCents: row?.total_cents });
    expect(estimate?.number).toMatch(/^EST-/);
    expect(await quotesOf(yard)).toHaveLength(1);
    const page = await (await fetch((estimate?.url ?? '').replace(app.config.PUBLIC_URL, app.url))).text();
    expect(page).toContain(ON_YOUR_MEASURES.en);
    const pdf = await fetch(`${(estimate?.url ?? '').replace(app.config.PUBLIC_URL, app.url)}.pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const sent = await messagesOf(yard);
    expect(sent).toContainEqual({ kind: 'estimate.sent', channel: 'email', status: 'scheduled' });
    // The first answer would only repeat what the estimate says.
    expect(sent).toContainEqual({ kind: 'lead.received', channel: 'email', status: 'cancelled' });
    expect(sent).toContainEqual({ kind: 'lead.notice', channel: 'email', status: 'scheduled' });
    const lead = await yard.caller.leads.get({ leadId: leadId });
    expect(lead).toMatchObject({ instant: true, instantReason: null, status: 'estimate_sent' });
    const listed = await yard.caller.leads.list({});
    expect(listed.items[0]).toMatchObject({ instant: true, instantReason: null });
  });

  test('is priced as the widget prices it, with heights, gates and the removal', async () => {
    const yard = await instantYard(app);
    const { version, ...rest } = (await yard.caller.pricing.get()).book;
    await yard.caller.pricing.updateBook({
      version,
      book: {
        ...rest,
        heights: [
          { materialId: yard.materialId, heightFt: 6, perFootCents: 3200 },
          { materialId: yard.materialId, heightFt: 4, perFootCents: 2400 },
        ],
        removalPerFootCents: 400,
        corners: { cornerCents: 2500, endCents: 0 },
        minimumCents: 100_000,
        tax: { bps: 600, on: 'all', text: 'Tax' },
      } as never,
    });
    const fence = {
      perimeter: 140,
      gateCount: 1,
      runs: [
        { feet: 100, heightFt: 6 },
        { feet: 40, heightFt: 4 },
      ],
      removalFeet: 60,
    };
    const priced = await ask(yard, fence);
    const [row] = await estimatesOf(yard);
    const lead = await app.deps.system
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', priced.leadId as LeadId)
      .executeTakeFirstOrThrow();
    const own = await instantYard(app, { settings: { maxFeet: 10 } });
    expect(row?.total_cents).toBe(priced.estimate?.totalCents);
    expect(lead.quote_cents).toBe(row?.total_cents);
    expect(row?.total_cents).toBeGreaterThan(400_000);
    expect(await whyNot(own, await ask(own))).toBe('feet');
  });

  test('says it in Spanish, on the page and in what is signed', async () => {
    const yard = await instantYard(app);
    const { estimate } = await ask(yard, { language: 'es' });
    const url = (estimate?.url ?? '').replace(app.config.PUBLIC_URL, app.url);
    expect(await (await fetch(url)).text()).toContain(ON_YOUR_MEASURES.es);
    expect(await (await fetch(`${url}?lang=en`)).text()).toContain(ON_YOUR_MEASURES.en);
    const token = url.split('/').at(-1) ?? '';
    const { documentHash, terms, optionId } = await yard.caller.estimatePage.get({ token });
    expect(terms).toContain(ON_YOUR_MEASURES.es);
    await app.browser().trpc.estimatePage.accept.mutate({
      token,
      optionId,
      documentHash,
      name: 'Dana Whitfield',
      agreed: true,
    });
    const signed = await app.deps.system
      .selectFrom('estimate_acceptances')
      .select('document')
      .where('estimate_id', '=', estimate?.estimateId as never)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(signed.document)).toContain('Este precio supone las medidas que usted dio.');
  });

  test('a repeated request gets the same estimate, also at the same moment', async () => {
    const yard = await instantYard(app);
    const body = widget.lead(yard.company, BOISE);
    const answers = await Promise.all(Array.from({ length: 5 }, () => widget.taken(body)));
    const again = await widget.taken(body);
    expect(new Set([...answers, again].map(({ estimate }) => estimate?.url)).size).toBe(1);
    expect(again.estimate?.number).toBe(answers[0]?.estimate?.number);
    expect(await estimatesOf(yard)).toHaveLength(1);
    expect(await quotesOf(yard)).toHaveLength(1);
  });

  test('the agent’s lead carries the estimate', async () => {
    const yard = await instantYard(app);
    const chat = chatWith(app, yard.company);
    await chat.say('I need 150 feet of fence with 1 gate at 120 Sandbox Ln, Boise, ID 83702');
    const events = await chat.say(`I'm Pat Lee, pat${Date.now()}@example.com`);
    const lead = dataOf(events, 'lead');
    expect(await whyNot(yard, lead as { leadId: string })).toBe('sent');
    const [row, ...more] = await estimatesOf(yard);
    expect(more).toEqual([]);
    expect(lead?.['estimate']).toMatchObject({ number: row?.number, totalCents: row?.total_cents });
  });

  test('is decided by the worker if the server was killed after it stored the lead', async () => {
    const yard = await instantYard(app);
    const lead = await app.a.lead(yard.company, { phone: null, material_id: yard.materialId as never });
    await app.deps.system
      .insertInto('instant_requests')
      .values({
        company_id: yard.company.id,
        lead_id: lead.id,
        state: 'pending',
        idempotency_key: 'k-of-the-kill',
        network: null,
      })
      .execute();
    await Promise.all([settlePending(app.deps), settlePending(app.deps)]);
    expect(await whyNot(yard, { leadId: lead.id })).toBe('sent');
    expect(await estimatesOf(yard)).toHaveLength(1);
    expect(app.enqueued).toContain(yard.company.id);
  });
});

describe('a request that gets none says why', () => {
  test('nothing is on at first', async () => {
    const company = await app.a.company();
    await app.a.material(company);
    const caller = await app.callerFor(company);
    expect(await caller.instant.settings()).toMatchObject({
      enabled: false,
      zips: [],
      materialIds: [],
      requireDrawing: false,
      visitFirst: false,
    });
    const answer = await ask({ company });
    expect(answer.estimate?.url).toBeUndefined();
    expect(await caller.leads.get({ leadId: answer.leadId })).toMatchObject({
      instant: false,
      instantReason: 'off',
    });
  });

  test.each([
    ['zip', { zips: ['83703'] }, {}],
    ['zip', {}, { zip: undefined, address: undefined }],
    ['zip', {}, { zip: '00000', address: undefined }],
    ['material', { materialIds: 'other' }, {}],
    ['drawing', { requireDrawing: true }, {}],
    ['feet', { maxFeet: 183.5 }, {}],
    ['total', { maxTotalCents: 100_000 }, {}],
    ['visit', { visitFirst: true }, {}],
  ] as const)('%s: %o %o', async (reason, settings, given) => {
    const yard = await instantYard(app);
    const other = await app.a.material(yard.company, { name: 'Vinyl' });
    const materialIds = 'materialIds' in settings ? { materialIds: [other.id] } : {};
    await yard.caller.instant.updateSettings({ ...settings, ...materialIds } as never);
    const answer = await ask(yard, given);
    expect(answer.estimate?.url).toBeUndefined();
    // It's a lead as always, with the price that the widget shows.
    expect(await whyNot(yard, answer)).toBe(reason);
    expect(await estimatesOf(yard)).toEqual([]);
    expect(await quotesOf(yard)).toEqual([]);
    expect(await messagesOf(yard)).toContainEqual({ kind: 'lead.received', channel: 'email', status: 'scheduled' });
  });

  test('a service area or a price book that leaves the ZIP out', async () => {
    const yard = await instantYard(app, { company: { service_zips: ['83703'] } });
    expect(await whyNot(yard, await ask(yard))).toBe('zip');
    expect(await whyNot(yard, await ask(yard, { zip: '83703', address: undefined }))).toBe('sent');
  });

  test('a request that only lacked a visit gets its estimate once the visit is booked', async () => {
    const yard = await instantYard(app, { settings: { visitFirst: true } });
    await yard.caller.visits.updateSettings(VISIT_WEEK);
    const { leadId } = await ask(yard);
    const other = await ask(yard, { perimeter: 9_000 });
    for (const lead of [leadId, other.leadId])
      await yard.caller.visits.book({
        leadId: lead,
        startsAt: lead === leadId ? '2026-12-01T18:00:00.000Z' : '2026-12-02T18:00:00.000Z',
        idempotencyKey: visitKey(),
      });
    await Promise.all([settlePending(app.deps), settlePending(app.deps)]);
    expect(await whyNot(yard, { leadId })).toBe('sent');
    expect(await whyNot(yard, other)).toBe('feet');
    expect(await estimatesOf(yard)).toHaveLength(1);
    expect(await quotesOf(yard)).toHaveLength(1);
  });

  test('a visit that is booked lets the next request through', async () => {
    const yard = await instantYard(app, { settings: { visitFirst: true } });
    await yard.caller.visits.updateSettings(VISIT_WEEK);
    const person = { email: `visit${Date.now()}@example.com` };
    const { leadId } = await ask(yard, person);
    expect(await whyNot(yard, { leadId })).toBe('visit');
    await yard.caller.visits.book({
      leadId: leadId,
      startsAt: '2026-12-01T18:00:00.000Z',
      idempotencyKey: visitKey(),
    });
    const again = await ask(yard, person);
    expect(again.leadId).toBe(leadId);
    expect(await whyNot(yard, again)).toBe('sent');
  });

  test('no quote left, no plan, or payments that were disconnected', async () => {
    const empty = await instantYard(app, { company: {} });
    await app.deps.system.deleteFrom('subscribers').where('company_id', '=', empty.company.id).execute();
    expect(await whyNot(empty, await ask(empty))).toBe('quota');
    const cut = await instantYard(app);
    await app.deps.system
      .updateTable('company_profiles')
      .set({ stripe_connected: false })
      .where('id', '=', cut.company.id)
      .execute();
    expect(await whyNot(cut, await ask(cut))).toBe('off');
  });
});

describe('nobody can use it to mail strangers', () => {
  test('one a day per email and per phone, ten a week per network', async () => {
    const yard = await instantYard(app);
    const phone = '2085550143';
    const email = `one${Date.now()}@example.com`;
    expect(await whyNot(yard, await ask(yard, { email, phone }))).toBe('sent');
    app.clock.advance(2 * HOUR);
    expect(await whyNot(yard, await ask(yard, { email }))).toBe('recent');
    expect(await whyNot(yard, await ask(yard, { phone, name: 'Someone Else' }))).toBe('recent');
    app.clock.advance(DAY);
    expect(await whyNot(yard, await ask(yard, { email }))).toBe('sent');
    const ip = '203.0.113.7';
    const busy = await instantYard(app);
    const got = [];
    for (let times = 0; times < 11; times += 1) got.push(await whyNot(busy, await ask(busy, {}, ip)));
    expect(got).toEqual([...Array.from({ length: 10 }, () => 'sent'), 'recent']);
    expect(await whyNot(busy, await ask(busy, {}, '203.0.113.8'))).toBe('sent');
    app.clock.advance(7 * DAY);
    expect(await whyNot(busy, await ask(busy, {}, ip))).toBe('sent');
  });

  test('the budgets of first messages bind: what they hold gets nothing', async () => {
    const email = `victim${Date.now()}@example.com`;
    const yards = await Promise.all(Array.from({ length: 4 }, () => instantYard(app)));
    const got = [];
    const answered = [];
    for (const yard of yards) {
      const answer = await ask(yard, { email });
      got.push(await whyNot(yard, answer));
      answered.push(answer.estimate?.number !== undefined);
    }
    expect(got).toEqual(['sent', 'sent', 'sent', 'held']);
    expect(answered).toEqual([true, true, true, false]);
  });

  test('a correction of the email doesn’t send a second estimate', async () => {
    const yard = await instantYard(app);
    const person = { name: 'Kim Typo', phone: '2085550144' };
    const first = await ask(yard, { ...person, email: 'kim@exmaple.com' });
    const second = await ask(yard, { ...person, email: 'kim@example.com' });
    expect(second.leadId).toBe(first.leadId);
    expect(second.estimate?.url).toBeUndefined();
    expect(await estimatesOf(yard)).toHaveLength(1);
    expect(await whyNot(yard, second)).toBe('sent');
  });

  test('a held request that is accepted gets its estimate once, if it’s within the bounds by then', async () => {
    const yard = await instantYard(app);
    const held = await ask(yard, { website: 'http://spam.example' });
    expect(held.estimate?.url).toBeUndefined();
    expect(await whyNot(yard, held)).toBe('held');
    const leadId = held.leadId as LeadId;
    expect(await yard.caller.leads.review({ leadId, decision: 'accept' })).toMatchObject({ instant: true });
    await yard.caller.leads.review({ leadId, decision: 'accept' });
    expect(await estimatesOf(yard)).toHaveLength(1);
    const far = await ask(yard, { website: 'http://spam.example' });
    await yard.caller.instant.updateSettings({ maxFeet: 50 });
    expect(await yard.caller.leads.review({ leadId: far.leadId, decision: 'accept' })).toMatchObject({
      instant: false,
      instantReason: 'feet',
    });
    const spam = await ask(yard, { website: 'http://spam.example' });
    await yard.caller.leads.review({ leadId: spam.leadId, decision: 'spam' });
    expect(await estimatesOf(yard)).toHaveLength(1);
  });
});

describe('races', () => {
  test('two requests with one quote left give one estimate', async () => {
    const yard = await instantYard(app);
    await app.deps.system
      .updateTable('subscribers')
      .set({
        subscribed: false,
        subscription_tier: 'pay_as_you_go',
        usage_count: 1,
        credits_bought_at: app.clock.now(),
      } as never)
      .where('company_id', '=', yard.company.id)
      .execute();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(yard)));
    const got = await Promise.all(answers.map((answer) => whyNot(yard, answer)));
    expect(got.filter((one) => one === 'sent')).toHaveLength(1);
    expect(got.filter((one) => one === 'quota')).toHaveLength(3);
    expect(await estimatesOf(yard)).toHaveLength(1);
  });

  test('a switch that is turned off between the price and the request sends nothing', async () => {
    const yard = await instantYard(app);
    const price = await fetch(`${app.url}/api/widget/v1/config/${yard.company.contractor_id}`);
    expect(price.status).toBe(200);
    await yard.caller.instant.updateSettings({ enabled: false });
    expect(await whyNot(yard, await ask(yard))).toBe('off');
    expect(await estimatesOf(yard)).toEqual([]);
  });

  test('a switch and twenty requests at once: nothing goes out after the switch has answered', async () => {
    const yard = await instantYard(app);
    let off = Number.POSITIVE_INFINITY;
    const asking = Array.from({ length: 20 }, (_, index) => ask(yard, {}, `198.51.100.${index}`));
    const switching = yard.caller.instant.updateSettings({ enabled: false }).then(async () => {
      off = (await estimatesOf(yard)).length;
    });
    await Promise.all([...asking, switching]);
    expect(await estimatesOf(yard)).toHaveLength(off);
    expect(await quotesOf(yard)).toHaveLength(off);
  });
});

describe('the settings', () => {
  test('can’t be turned on before the conditions are met, and the error says which', async () => {
    const company = await app.a.company({ email_confirmed_at: null, terms: '', postal_address: null });
    const caller = await app.callerFor(company);
    const error = await caller.instant.updateSettings({ enabled: true }).catch((refused: unknown) => refused);
    const { cause } = error as { cause: AppError };
    expect(cause).toBeInstanceOf(AppError);
    expect(cause.code).toBe('CONFLICT');
    expect(cause.missing).toEqual(['email', 'payments', 'terms', 'postalAddress']);
    expect(await caller.instant.missing()).toEqual(cause.missing);
    expect(await caller.instant.settings()).toMatchObject({ enabled: false });
    // The bounds can be set before.
    expect(await caller.instant.updateSettings({ maxFeet: 120 })).toMatchObject({ enabled: false, maxFeet: 120 });
    const browser = await app.signIn(
      (
        await app.deps.system
          .selectFrom('users')
          .select('email')
          .where('id', '=', company.user_id)
          .executeTakeFirstOrThrow()
      ).email,
    );
    const said = await browser.trpc.instant.updateSettings
      .mutate({ enabled: true })
      .catch((refused: unknown) => refused);
    expect(said).toMatchObject({
      data: { code: 'CONFLICT', missing: ['email', 'payments', 'terms', 'postalAddress'] },
    });
  });

  test('refuse another company’s material, a wrong ZIP, and an edit of old values', async () => {
    const yard = await instantYard(app);
    const other = await instantYard(app);
    await expect(yard.caller.instant.updateSettings({ materialIds: [other.materialId] })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_FAILED', fields: { 'materialIds.0': 'Choose a material from your list' } },
    });
    await expect(yard.caller.instant.updateSettings({ zips: ['8370'] })).rejects.toThrow(/five-digit/);
    await expect(yard.caller.instant.updateSettings({ maxFeet: 10, was: { maxFeet: 9 } })).rejects.toMatchObject({
      cause: { code: 'CONFLICT' },
    });
  });

  test('the preview is the very page, and leaves nothing behind', async () => {
    const yard = await instantYard(app);
    const { url } = await yard.caller.instant.preview();
    const path = url.replace(app.config.PUBLIC_URL, app.url);
    const page = await (await fetch(path)).text();
    expect(page).toContain(ON_YOUR_MEASURES.en);
    expect(page).toContain('Sample Homeowner');
    expect(page).not.toContain('<script');
    expect(await (await fetch(`${path}?lang=es`)).text()).toContain(ON_YOUR_MEASURES.es);
    expect(await estimatesOf(yard)).toEqual([]);
    expect(await widget.leads(yard.company)).toEqual([]);
    expect((await fetch(`${path.slice(0, -2)}xx`)).status).toBe(404);
    const signing = new URLSearchParams({ name: 'X', agreed: 'yes', documentHash: 'f'.repeat(64) });
    const signed = await fetch(`${path}/accept`, { method: 'POST', body: signing, redirect: 'manual' });
    expect(signed.status).toBeGreaterThanOrEqual(400);
  });
});
