import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** Creates a lead whose estimate of $3,542.08 was sent with the given offer. */
async function sent({ offer, message }: { offer?: Offer; message?: string } = {}) {
  const made = await dueFollowUp(lab, message === undefined ? {} : { row: { body: message } });
  const { company, lead } = made;
  const vinyl = await lab.app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const caller = await lab.app.callerFor(company);
  const input = { leadId: lead.id, perimeter: 184, materialId: vinyl.id, gateCount: 1, ...(offer && { offer }) };
  const org = await caller.crm.organizations.create({ name: 'Residential' });
  const preview = await caller.estimates.preview(input);
  const { url, totalCents, estimateId } = await caller.estimates.send(input);
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  const page = lab.app.browser().trpc.estimatePage;
  /** Every price that a person sees, by where it stands. */
  const prices = async () => {
    const listed = (await caller.leads.list({})).items.find(({ id }) => id === lead.id);
    const { csv } = await caller.leads.exportCsv({});
    const { head, rows } = readCsv(csv);
    return {
      list: listed?.quoteCents,
      lead: (await caller.leads.get({ leadId: lead.id })).quoteCents,
      estimate: (await caller.estimates.get({ estimateId })).totalCents,
      versions: (await caller.estimates.listForLead({ leadId: lead.id }))[0]?.totalCents,
      page: (await page.get.query({ token })).totalCents,
      board: (await caller.crm.deals.list({ orgId: org.id }))[0]?.amountCents,
      csv: Math.round(Number(rows[0]?.cells[head.indexOf('Estimate')]) * 100),
    };
  };
  return { ...made, caller, preview, totalCents, estimateId, token, page, prices, org };
}

const everywhere = (cents: number) => ({
  list: cents,
  lead: cents,
  estimate: cents,
  versions: cents,
  page: cents,
  board: cents,
  csv: cents,
});

test.each([
  [{ percent: 10, days: 7 }, 318_787],
  [{ percent: 12.5, days: 3 }, 309_932],
  [{ amountCents: 20_000, days: 7 }, 334_208],
  [{ amountCents: 10_000_000, days: 7 }, 0],
] as [Offer, number][])(
  'an estimate’s own offer %j gives the same price everywhere, until its last day ends',
  async (offer, cents) => {
    const scene = await sent({ offer });
    expect(scene.preview.totalCents).toBe(cents);
    expect(scene.totalCents).toBe(cents);
    expect(await scene.prices()).toEqual(everywhere(cents));
    expect((await scene.caller.leads.get({ leadId: scene.lead.id })).offer).toMatchObject(offer);
    lab.app.clock.advance((offer.days + 1) * DAY);
    expect(await scene.prices()).toEqual(everywhere(354_208));
    expect((await scene.caller.leads.get({ leadId: scene.lead.id })).offer).toBeNull();
  },
);

test('a lead marked as won by hand counts with the price of that time, also after the offer ends', async () => {
  const scene = await sent({ offer: { percent: 10, days: 7 } });
  const won = async () => (await scene.caller.analytics.overview({ from: '2026-01-01', to: '2026-12-31' })).wonCents;
  expect((await scene.caller.leads.summary()).statuses.estimate_sent.cents).toBe(318_787);
  await scene.caller.leads.update({ leadId: scene.lead.id, outcome: 'won' });
  expect(await won()).toBe(318_787);
  while (await foldFacts(lab.app.deps.db, scene.company.id)) continue;
  lab.app.clock.advance(8 * DAY);
  expect(await won()).toBe(318_787);
  await scene.caller.leads.update({ leadId: scene.lead.id, outcome: null });
  expect(await won()).toBe(0);
  await scene.caller.leads.update({ leadId: scene.lead.id, outcome: 'won' });
  expect(await won()).toBe(354_208);
});

test('the sums by status and a deal made by hand follow a follow-up’s offer', async () => {
  const { company, lead } = await dueFollowUp(lab, {
    lead: { quote_cents: 100_000 },
    row: { offer: JSON.stringify({ percent: 10, days: 2 }) },
  });
  const caller = await lab.app.callerFor(company);
  const org = await caller.crm.organizations.create({ name: 'Residential' });
  const create = (amountCents?: number) =>
    caller.crm.deals.create({ orgId: org.id, title: 'Dana', leadId: lead.id, ...(amountCents && { amountCents }) });
  const sums = async () => {
    const { statuses } = await caller.leads.summary();
    return statuses.new.cents + statuses.contacted.cents;
  };
  expect(await sums()).toBe(100_000);
  const ids = [await create(100_000), await create(120_000), await create()].map(({ id }) => id);
  await lab.drain(company);
  const amounts = async () => {
    const deals = await caller.crm.deals.list({ orgId: org.id });
    return ids.map((id) => deals.find((deal) => deal.id === id)?.amountCents);
  };
  expect(await amounts()).toEqual([90_000, 120_000, null]);
  expect(await sums()).toBe(90_000);
  lab.app.clock.advance(4 * DAY);
  expect(await amounts()).toEqual([100_000, 120_000, null]);
  expect(await sums()).toBe(100_000);
});

test('what was signed with an offer stays the price after the offer ends, and the document names the offer', async () => {
  const scene = await sent({ offer: { percent: 10, days: 2 } });
  await scene.page.accept.mutate({ token: scene.token, name: 'Dana Whitfield', agreed: true });
  lab.app.clock.advance(10 * DAY);
  expect(await scene.prices()).toEqual(everywhere(318_787));
  expect(await scene.caller.analytics.offers({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    made: 1,
    signed: 1,
    discountCents: 35_421,
  });
  const { document } = await lab.app.deps.system
    .selectFrom('estimate_acceptances')
    .select('document')
    .where('estimate_id', '=', scene.estimateId as never)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(document)).toMatchObject({ offer: { percent: 10, endsOn: '2026-11-18' }, discountCents: 35_421 });
});

test.each([
  'vinyl needs 50% less upkeep than wood',
  'Save 10% today',
  'Take 20% off, {{name}}',
  '$400 less than our competitor',
])('words never change a price: %s', async (message) => {
  const scene = await sent({ message });
  await lab.drain(scene.company);
  expect(lab.texts(scene.phone).length).toBeGreaterThan(0);
  expect(await scene.prices()).toEqual(everywhere(354_208));
});

test('tags need an offer, defaults keep theirs, and it can be left out once', async () => {
  const { caller, lead } = await sent();
  const steps = [{ day: 1, message: 'Take {{offer}}, until {{offer_ends}}' }];
  const save = { leadId: lead.id, channel: 'sms' as const, active: false };
  await expect(caller.followUps.save({ ...save, steps })).rejects.toThrow('Set an offer for this message');
  const kept = await caller.followUps.save({
    ...save,
    steps: steps.map((step) => ({ ...step, offer: { amountCents: 5_000, days: 3 } })),
  });
  expect(kept.steps).toMatchObject([{ offer: { amountCents: 5_000, days: 3 } }]);
  expect(await caller.workflow.offerQuestion()).toEqual({ asks: true, offer: { percent: 10, days: 7 } });
  const workflow = await caller.workflow.decideOffer({ keep: false });
  expect(workflow.offers).toEqual([null, null, null]);
  expect(workflow.messages[2]).not.toContain('{{offer');
  expect((await caller.workflow.offerQuestion()).asks).toBe(false);
  const updated = await caller.workflow.update({
    channel: 'sms',
    sendTime: '10:00',
    steps: [{ day: 2, message: 'Take {{offer}}', offer: { percent: 5, days: 4 } }],
  } as never);
  expect(updated).toMatchObject({ cadence: [2], offers: [{ percent: 5, days: 4 }] });
});

test('the options that weren’t signed keep the price at which they were offered', async () => {
  const company = await lab.app.a.company();
  const caller = await lab.app.callerFor(company);
  const wood = await lab.app.a.material(company, { name: 'Cedar' });
  const lead = await lab.app.a.lead(company);
  const fence = (perimeter: number) => ({ perimeter, materialId: wood.id, gateCount: 0 });
  const { url, estimateId } = await caller.estimates.send({
    leadId: lead.id,
    ...fence(100),
    options: [
      { label: 'Back', ...fence(100) },
      { label: 'All sides', ...fence(200) },
    ],
    offer: { percent: 10, days: 7 },
  });
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  const page = lab.app.browser().trpc.estimatePage;
  const totals = async () => (await page.get.query({ token })).options.map(({ totalCents }) => totalCents);
  const listed = async () =>
    (await caller.estimates.listForLead({ leadId: lead.id }))
      .find(({ id }) => id === estimateId)
      ?.options.map(({ totalCents }) => totalCents);
  const offered = await totals();
  expect(offered).toEqual([68_580, 137_160]);
  const { options } = await page.get.query({ token });
  await page.accept.mutate({ token, name: 'Dana Whitfield', agreed: true, optionId: options[1]?.id });
  expect(await totals()).toEqual(offered);
  // The offer has ended, which changes nothing.
  lab.app.clock.advance(9 * DAY);
  expect(await totals()).toEqual(offered);
  expect(await listed()).toEqual(offered);
});
