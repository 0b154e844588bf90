import { afterAll, beforeAll, expect, test } from 'vitest';
import { followEstimate } from '#core/features/deals/follow-estimates.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { MAX_DEALS } from '#shared/features/crm/crm.limits.ts';
import type { DealView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { sql } from 'kysely';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { openAccount } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

const FENCE = { perimeter: 184, gateCount: 1 };

/** Creates a company with a board and a lead who can get an estimate, sign it and pay. */
async function shop() {
  const { app } = lab;
  const company = await app.a.company({ stripe_account_id: await openAccount(lab), stripe_connected: true });
  const material = await app.a.material(company, { name: 'Vinyl' });
  const lead = await app.a.lead(company, { name: 'Dana Whitfield', zip: '83702' });
  const caller = await app.callerFor(company);
  const org = await caller.crm.organizations.create({ name: 'Residential' });
  const pipeline = await caller.crm.pipelines.create({ orgId: org.id, name: 'Spring jobs' });
  const deals = () => caller.crm.deals.list({ orgId: org.id });
  const stageOf = (deal: DealView | undefined, of: PipelineView = pipeline) =>
    of.stages.find(({ id }) => id === deal?.stageId)?.name;
  const send = async (perimeter = FENCE.perimeter) => {
    lab.app.clock.advance(MINUTE);
    return caller.estimates.send({ leadId: lead.id, materialId: material.id, ...FENCE, perimeter });
  };
  const page = app.browser().trpc.estimatePage;
  const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
  const sign = (sent: { url: string }) =>
    page.accept.mutate({ token: tokenOf(sent), name: 'Dana Whitfield', agreed: true });
  const pay = async (sent: { url: string }) => {
    const { url } = await page.pay.mutate({ token: tokenOf(sent), what: 'deposit' });
    await lab.act('checkouts', sessionOf({ url }), 'complete', { paymentStatus: 'paid' });
    await lab.work();
    return sessionOf({ url });
  };
  const stage = (name: string) => pipeline.stages.find((one) => one.name === name)?.id ?? '';
  const add = (at = 'Lead in') =>
    caller.crm.deals.create({ orgId: org.id, title: 'Dana', leadId: lead.id, stageId: stage(at) });
  const history = async (deal: DealView | undefined) =>
    (await caller.crm.deals.history({ dealId: deal?.id ?? '' })).items.map(({ kind, from, to, rule, by }) =>
      [kind, from, to, rule, by?.name].map((part) => part ?? '-').join(' '),
    );
  return { company, caller, lead, org, pipeline, deals, stageOf, send, sign, pay, stage, add, history };
}

test('an estimate sent to a lead without a deal creates one deal, in the same transaction', async () => {
  const { caller, lead, deals, stageOf, send, history } = await shop();
  const { totalCents } = await send();
  const [deal, ...others] = await deals();
  expect(others).toEqual([]);
  expect(deal).toMatchObject({ title: 'Dana Whitfield', amountCents: totalCents, lead: { id: lead.id } });
  expect(stageOf(deal)).toBe('Bid sent');
  await caller.estimates.resend({ leadId: lead.id });
  const second = await send(200);
  expect(await deals()).toMatchObject([{ id: deal?.id, amountCents: second.totalCents }]);
  expect(await history(deal)).toEqual([
    expect.stringMatching(/^amount \$[\d,.]+ \$[\d,.]+ sent /) as string,
    expect.stringMatching(/^created - Bid sent sent /) as string,
  ]);
});

test('no deal is created by an unsent estimate, without an organization, or beyond the maximum number of deals', async () => {
  const one = await shop();
  await one.caller.crm.organizations.delete({ orgId: one.org.id });
  await one.send();
  expect(await one.caller.crm.organizations.list()).toEqual([]);

  const two = await shop();
  await lab.deps.system
    .updateTable('company_profiles')
    .set({ postal_address: '' })
    .where('id', '=', two.company.id)
    .execute();
  await expect(two.send()).rejects.toThrow(/address/);
  expect(await two.deals()).toEqual([]);

  const three = await shop();
  await sql`insert into deals (company_id, org_id, pipeline_id, stage_id, title, position, stage_since, created_at)
    select ${three.company.id}, ${three.org.id}, ${three.pipeline.id}, ${three.stage('Won')}, 'Deal ' || n, n, now(), now()
    from generate_series(1, ${MAX_DEALS}) n`.execute(lab.deps.system);
  await three.send();
  expect(await three.deals()).toHaveLength(MAX_DEALS);
});

test('a deal moves forward when its estimate is sent, signed and paid, and its history says why', async () => {
  const { caller, pipeline, deals, stageOf, send, sign, pay, add, history } = await shop();
  const stages = ['Lead in', 'Measured', 'Bid sent', 'Signed', 'Won'].map((name) => ({
    id: pipeline.stages.find((stage) => stage.name === name)?.id,
    name,
    follows: name === 'Signed' ? ['accepted' as const] : name === 'Won' ? ['paid' as const] : undefined,
  }));
  const edited = await caller.crm.pipelines.update({ pipelineId: pipeline.id, stages });
  expect(edited.stages.map(({ name, follows }) => [name, follows])).toEqual([
    ['Lead in', []],
    ['Measured', []],
    ['Bid sent', ['sent']],
    ['Signed', ['accepted']],
    ['Won', ['paid']],
  ]);
  const deal = await add();
  const sent = await send();
  expect(stageOf((await deals())[0], edited)).toBe('Bid sent');
  await sign(sent);
  expect(stageOf((await deals())[0], edited)).toBe('Signed');
  await pay(sent);
  expect(await deals()).toMatchObject([{ id: deal.id, status: 'won', amountCents: null }]);
  const by = 'Robin Palmer';
  expect(await history(deal)).toEqual([
    'moved Signed Won paid -',
    'moved Bid sent Signed accepted -',
    `moved Lead in Bid sent sent ${by}`,
    `created - Lead in - ${by}`,
  ]);
});

test('each rule can be turned off', async () => {
  const { caller, lead, deals, stageOf, send, sign, pay, add } = await shop();
  expect(await caller.crm.rules.get()).toEqual({
    makeDeal: true,
    followSent: true,
    followAccepted: true,
    followPaid: true,
    pipelineId: null,
  });
  await caller.crm.rules.update({ makeDeal: false, followSent: false });
  expect(await caller.crm.rules.update({ followAccepted: false })).toMatchObject({ makeDeal: false, followPaid: true });
  await send();
  expect(await deals()).toEqual([]);
  const deal = await add();
  const sent = await send(190);
  await sign(sent);
  expect(stageOf((await deals())[0])).toBe('Lead in');
  await caller.crm.rules.update({ followPaid: false });
  await pay(sent);
  expect(stageOf((await deals())[0])).toBe('Lead in');
  expect((await caller.leads.get({ leadId: lead.id })).status).toBe('paid');
  expect((await caller.crm.deals.history({ dealId: deal.id })).items).toHaveLength(1);
});

test('new deals are added to the chosen pipeline or, after it’s deleted, to the first one', async () => {
  const { caller, org, deals, send } = await shop();
  const service = await caller.crm.pipelines.create({ orgId: org.id, name: 'Service calls' });
  await caller.crm.rules.update({ pipelineId: service.id });
  await send();
  expect(await deals()).toMatchObject([{ pipelineId: service.id }]);
  await caller.crm.pipelines.delete({ pipelineId: service.id });
  expect((await caller.crm.rules.get()).pipelineId).toBeNull();
});

test('a deal never moves back, and a person’s later move is kept', async () => {
  const { company, caller, lead, deals, stageOf, send, sign, stage, add } = await shop();
  const deal = await add('Won');
  const sent = await send();
  expect(stageOf((await deals())[0])).toBe('Won');
  await caller.crm.deals.move({ dealId: deal.id, stageId: stage('Measured') });
  const event = {
    companyId: company.id,
    leadId: lead.id,
    estimateId: sent.estimateId as EstimateId,
    totalCents: sent.totalCents,
    rule: 'sent' as const,
  };
  // an event from before the person's move
  const before = new Date(lab.app.clock.now().getTime() - MINUTE / 2);
  await inCompany(lab.deps.db, company.id, (tx) => followEstimate(tx, { ...event, at: before }));
  expect(stageOf((await deals())[0])).toBe('Measured');
  lab.app.clock.advance(MINUTE);
  await sign(sent);
  expect(stageOf((await deals())[0])).toBe('Won');
  // the same event again, after the person moved the deal back
  await caller.crm.deals.move({ dealId: deal.id, stageId: stage('Lead in') });
  const again = { ...event, rule: 'accepted' as const, at: lab.app.clock.now() };
  await inCompany(lab.deps.db, company.id, (tx) => followEstimate(tx, again));
  expect(stageOf((await deals())[0])).toBe('Lead in');
});

test('a lost deal is reopened when a later estimate is sent, and a typed amount is kept', async () => {
  const { caller, deals, stageOf, send } = await shop();
  await send();
  const [deal] = await deals();
  await caller.crm.deals.update({ dealId: deal?.id ?? '', amountCents: 100, lost: true, lostReason: 'price' });
  await send(150);
  expect(await deals()).toMatchObject([{ id: deal?.id, status: 'open', lostReason: null, amountCents: 100 }]);
  expect(stageOf((await deals())[0])).toBe('Bid sent');
});

test('merged leads keep their deals, and only the one furthest along moves', async () => {
  const { caller, company, lead, org, deals, stageOf, send, sign, stage, add } = await shop();
  const other = await lab.app.a.lead(company, { name: 'D. Whitfield', email: lead.email });
  await add('Measured');
  await caller.crm.deals.create({ orgId: org.id, title: 'Also Dana', leadId: other.id, stageId: stage('Lead in') });
  await caller.leads.merge({ leadId: lead.id, otherLeadId: other.id, takeNewer: [] });
  expect((await deals()).map((deal) => deal.lead?.id)).toEqual([lead.id, lead.id]);
  const sent = await send();
  await sign(sent);
  const stages = Object.fromEntries((await deals()).map((deal) => [deal.title, stageOf(deal)]));
  expect(stages).toEqual({ Dana: 'Won', 'Also Dana': 'Lead in' });
});

test('concurrent estimates to one lead, while its deals are edited, create one deal without deadlocks', async () => {
  const { caller, company, lead, org, deals, send, stage } = await shop();
  const seller = await lab.app.a.member(company, 'sales');
  const sales = await lab.app.callerFor(company, { userId: seller.userId, role: 'sales' });
  await Promise.all(
    [150, 160, 170, 180].flatMap((feet) => [
      send(feet),
      sales.crm.deals.create({ orgId: org.id, title: `Deal ${feet}`, leadId: lead.id, stageId: stage('Lead in') }),
    ]),
  );
  const byTitle = (await deals()).map(({ title }) => title).filter((title) => !title.startsWith('Deal'));
  expect(byTitle.length).toBeLessThanOrEqual(1);
  expect((await caller.crm.deals.list({ orgId: org.id, search: 'deal' })).length).toBe(4);
});

test('a deal says when everything that was paid for it was given back', async () => {
  const { deals, send, sign, pay } = await shop();
  const sent = await send();
  await sign(sent);
  const session = await pay(sent);
  expect(await deals()).toMatchObject([{ status: 'won', amountCents: sent.totalCents, lead: { refunded: false } }]);
  await lab.act('payments', session, 'refund');
  await lab.work();
  expect(await deals()).toMatchObject([{ amountCents: sent.totalCents, lead: { refunded: true } }]);
});
