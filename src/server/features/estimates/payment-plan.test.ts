import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { lockLeadOrThrow } from '#core/features/lead-rows/lock-leads.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MailedLead } from '../../../../test/builders.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';
import { randomNumbers } from '../../../../test/random-numbers.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { atFullCount } from '../../../../test/suites.ts';

/** Tuesday noon in Boise. */
const START = '2026-12-01T19:00:00.000Z';
const TOTAL = 485_000;
const HALF_AND_QUARTERS = [
  { label: 'Deposit', percent: 50, due: 'signing' },
  { label: 'Progress payment', percent: 25, due: 'Work started' },
  { label: 'Final payment', percent: 25, due: 'done' },
];

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

interface Job {
  company: CompanyRow;
  caller: Caller;
  lead: MailedLead;
  estimateId: EstimateId;
  token: string;
}

async function sentJob(given: { lead?: Partial<LeadRow>; byDefault?: typeof HALF_AND_QUARTERS } = {}): Promise<Job> {
  const { a } = lab.app;
  const company = await a.company({
    stripe_account_id: `acct_${crypto.randomUUID()}`,
    stripe_connected: true,
  });
  const material = await a.material(company);
  const lead = await a.lead(company, { phone: newPhone(), ...given.lead });
  const caller = await lab.app.callerFor(company);
  if (given.byDefault) {
    const settings = {
      depositKind: 'percent',
      depositPercent: 50,
      depositAmountCents: null,
      offerFullPayment: true,
    } as const;
    await caller.payments.updateSettings({ ...settings, defaultPlan: given.byDefault });
  }
  const fence = { leadId: lead.id, materialId: material.id, perimeter: 100, gateCount: 0 };
  const { totalCents } = await caller.estimates.preview(fence);
  const lines = [{ label: 'Special order', quantity: 1, unitCents: TOTAL - totalCents }];
  const sent = await caller.estimates.send({ ...fence, lines });
  return {
    company,
    caller,
    lead,
    estimateId: sent.estimateId as EstimateId,
    token: sent.url.split('/').at(-1) ?? '',
  };
}

const sign = ({ token }: Job) =>
  lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
const plan = ({ caller, estimateId }: Job, stages: Parameters<Caller['estimates']['setPaymentPlan']>[0]['stages']) =>
  caller.estimates.setPaymentPlan({ estimateId, stages });
async function signedJob(given: Parameters<typeof sentJob>[0] = {}): Promise<Job> {
  const job = await sentJob(given);
  await plan(job, HALF_AND_QUARTERS);
  await sign(job);
  await lab.drain(job.company);
  return job;
}
const check = ({ caller, company, estimateId }: Job, cents: number) =>
  caller.payments.record({
    estimateId,
    method: 'check',
    cents,
    receivedOn: localDateOf(lab.app.clock.now(), company.time_zone),
    idempotencyKey: crypto.randomUUID(),
    over: true,
  });
const stagesOf = async ({ caller, estimateId }: Job) => (await caller.estimates.get({ estimateId })).stages;
const short = async (job: Job) =>
  (await stagesOf(job)).map(({ cents, paidCents, status, dueOn }) => `${cents} ${paidCents} ${status} ${dueOn ?? '-'}`);
const mails = ({ lead }: Job) => lab.mails(lead.email).map(({ text }) => text);
const requests = (job: Job) => mails(job).filter((text) => /is still open|next payment|is done\. Thank/.test(text));
const goTo = async (job: Job, at: string | number) => {
  if (typeof at === 'number') lab.app.clock.advance(at);
  else lab.app.clock.set(at);
  await lab.drain(job.company);
};
const waiting = async ({ company }: Job) =>
  (await lab.otherMessages(company))
    .filter(({ kind, status }) => kind.startsWith('stage.') && status === 'scheduled')
    .map(({ kind, channel, due_at: at }) => `${kind} ${channel} ${at?.toISOString()}`)
    .toSorted();
const fields = (asked: Promise<unknown>) => refusalOf(asked).then((refusal) => refusal?.fields);

describe('a payment plan', () => {
  test('without one, a deposit and the rest are asked for', async () => {
    const job = await sentJob();
    expect(await job.caller.estimates.paymentPlan({ estimateId: job.estimateId })).toMatchObject({
      isDefault: true,
      totalCents: TOTAL,
      plan: [
        { label: 'Deposit', due: 'signing', percent: 50 },
        { label: 'Balance', due: 'done', rest: true },
      ],
      stages: [
        { label: 'Deposit', cents: 242_500, due: 'signing', dueOn: null, paidCents: 0, status: 'planned' },
        { label: 'Balance', cents: 242_500, due: 'done', dueOn: null, paidCents: 0, status: 'planned' },
      ],
    });
  });

  test('the worked sums are the same in the answer, the estimate, the page and the signature', async () => {
    const job = await sentJob();
    const { stages } = await plan(job, HALF_AND_QUARTERS);
    expect(stages.map(({ cents }) => cents)).toEqual([242_500, 121_250, 121_250]);
    expect(await stagesOf(job)).toEqual(stages);
    await sign(job);
    const shown = await lab.app.browser().trpc.estimatePage.get.query({ token: job.token });
    expect(shown.stages.map(({ cents }) => cents)).toEqual([242_500, 121_250, 121_250]);
    expect(shown.depositCents).toBe(242_500);
    expect(shown.payment.due).toEqual({ deposit: 242_500, full: TOTAL, balance: null, part: null });
    const { document } = await lab.app.deps.system
      .selectFrom('estimate_acceptances')
      .select('document')
      .where('estimate_id', '=', job.estimateId)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(document)).toMatchObject({
      stages: [{ cents: 242_500 }, { cents: 121_250 }, { cents: 121_250 }],
    });
    const other = await sentJob();
    const thirds = await plan(other, [
      { label: 'First third', percent: 33.3333, due: 'signing' },
      { label: 'Second third', percent: 33.3333, due: 'Work started' },
      { label: 'Last third', rest: true, due: 'done' },
    ]);
    expect(thirds.stages.map(({ cents }) => cents)).toEqual([161_667, 161_667, 161_666]);
  });

  test('with a wrong sum, a day that has passed or two amounts, it’s refused at the field', async () => {
    const job = await sentJob();
    expect(
      await fields(
        plan(job, [
          { label: 'Deposit', percent: 50, due: 'signing' },
          { label: 'Rest', percent: 40, due: 'done' },
        ]),
      ),
    ).toHaveProperty(['stages.1.percent']);
    expect(
      await fields(
        plan(job, [
          { label: 'Deposit', percent: 50, due: '2026-11-30' },
          { label: 'Rest', rest: true, due: 'done' },
        ]),
      ),
    ).toEqual({ 'stages.0.due': 'Choose today or a later day' });
    expect(
      await fields(
        plan(job, [
          { label: 'Deposit', percent: 50, cents: 5, due: 'signing' },
          { label: '', rest: true, due: '2026-02-31' },
        ]),
      ),
    ).toEqual(expect.objectContaining({ 'stages.0.cents': expect.any(String) as string }));
    expect(await fields(plan(job, [{ label: 'Deposit', percent: 33.33333, due: 'signing' }]))).toEqual({
      'stages.0.percent': 'Use at most four decimals, such as 33.3333',
    });
  });

  test('its first stage is within the state’s cap, and a company’s default is reduced to it', async () => {
    const job = await sentJob({ lead: { zip: '94105' }, byDefault: HALF_AND_QUARTERS });
    expect((await stagesOf(job)).map(({ cents }) => cents)).toEqual([48_500, 121_250, 315_250]);
    expect(await fields(plan(job, HALF_AND_QUARTERS))).toEqual({
      'stages.0.percent': 'California limits what is due at the signature to $485.00',
    });
    await plan(job, [
      { label: 'Deposit', percent: 10, due: 'signing' },
      { label: 'Middle', percent: 45, due: '2026-12-03' },
      { label: 'Rest', rest: true, due: 'done' },
    ]);
    await sign(job);
    await check(job, 48_500);
    lab.app.clock.set('2026-12-04T19:00:00.000Z');
    // Before work starts, no more may be collected.
    expect((await short(job))[1]).toBe('218250 0 planned 2026-12-03');
    await job.caller.estimates.setWorkStarted({ estimateId: job.estimateId, started: true });
    expect((await short(job))[1]).toBe('218250 0 due 2026-12-03');
    expect(await waiting(job)).toHaveLength(4);
    await lab.drain(job.company);
    expect(requests(job).at(-1)).toContain('$2,182.50');
  });

  test('after the signature, only stages that aren’t due yet can change', async () => {
    const job = await signedJob();
    const [deposit, middle, last] = HALF_AND_QUARTERS;
    if (!deposit || !middle || !last) throw new Error('three stages');
    expect(await fields(plan(job, [{ ...deposit, percent: 40 }, { ...middle, percent: 35 }, last]))).toHaveProperty([
      'stages.0.percent',
    ]);
    expect(await fields(plan(job, [deposit, { ...middle, due: 'signing' }, last]))).toHaveProperty(['stages.1.due']);
    const { stages, kept } = await plan(job, [
      deposit,
      { label: 'Posts', cents: 100_000, due: '2026-12-15' },
      { label: 'Final payment', rest: true, due: 'done' },
    ]);
    expect(kept).toBe(1);
    expect(stages.map(({ cents }) => cents)).toEqual([242_500, 100_000, 142_500]);
    await check(job, 242_500);
    expect(await short(job)).toEqual([
      '242500 242500 paid 2026-12-01',
      '100000 0 planned 2026-12-15',
      '142500 0 planned -',
    ]);
  });

  test('another company can’t read or set it, and a viewer can’t set it', async () => {
    const job = await sentJob();
    const stranger = await lab.app.callerFor(await lab.app.a.company());
    const { estimateId } = job;
    expect(await refusalOf(stranger.estimates.paymentPlan({ estimateId }))).toMatchObject({ code: 'NOT_FOUND' });
    const byStranger = stranger.estimates.setPaymentPlan({ estimateId, stages: HALF_AND_QUARTERS });
    expect(await refusalOf(byStranger)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(stranger.estimates.workDone({ estimateId }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(stranger.estimates.reopenWork({ estimateId }))).toMatchObject({ code: 'NOT_FOUND' });
    const { a } = lab.app;
    const viewer = await lab.app.callerFor(job.company, {
      userId: (await a.member(job.company, 'viewer')).userId,
      role: 'viewer',
    });
    const byViewer = viewer.estimates.setPaymentPlan({ estimateId, stages: HALF_AND_QUARTERS });
    expect(await refusalOf(byViewer)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(viewer.estimates.workDone({ estimateId }))).toMatchObject({ code: 'FORBIDDEN' });
    const seller = await a.member(job.company, 'sales');
    const sales = await lab.app.callerFor(job.company, { userId: seller.userId, role: 'sales' });
    await job.caller.leads.assign({ leadId: job.lead.id, userId: (await a.member(job.company, 'sales')).userId });
    const byOther = sales.estimates.setPaymentPlan({ estimateId, stages: HALF_AND_QUARTERS });
    expect(await refusalOf(byOther)).toMatchObject({ code: 'NOT_FOUND' });
    await job.caller.leads.assign({ leadId: job.lead.id, userId: seller.userId });
    const set = await sales.estimates.setPaymentPlan({ estimateId, stages: HALF_AND_QUARTERS });
    expect(set.stages).toHaveLength(3);
  });
});

describe('a due stage', () => {
  test('is asked for, reminded of after 3, 7 and 14 days, and paid on the page; the payment stops the reminders', async () => {
    const job = await signedJob();
    expect(mails(job).at(-1)).toContain('$2,425.00');
    expect(await waiting(job)).toEqual([
      'stage.reminder email 2026-12-04T17:00:00.000Z',
      'stage.reminder email 2026-12-08T17:00:00.000Z',
      'stage.reminder email 2026-12-15T17:00:00.000Z',
    ]);
    await goTo(job, '2026-12-04T17:00:00.000Z');
    expect(requests(job)).toHaveLength(1);
    expect(requests(job)[0]).toContain('$2,425.00');
    expect(requests(job)[0]).toContain(`/estimate/${job.token}`);
    await check(job, 200_000);
    expect(await waiting(job)).toHaveLength(2);
    const shown = await lab.app.browser().trpc.estimatePage.get.query({ token: job.token });
    expect(shown.payment.due).toEqual({ deposit: null, full: null, part: 42_500, balance: 285_000 });
    await check(job, 42_500);
    expect(await waiting(job)).toEqual([]);
    await goTo(job, 20 * DAY);
    expect(requests(job)).toHaveLength(1);
  });

  test('on a day, it’s asked for in the morning of the job’s time zone', async () => {
    const job = await sentJob();
    await plan(job, [
      { label: 'Deposit', percent: 10, due: 'signing' },
      { label: 'Posts', percent: 40, due: '2026-12-07' },
      { label: 'Rest', rest: true, due: 'done' },
    ]);
    await sign(job);
    await check(job, 48_500);
    await goTo(job, '2026-12-07T15:59:00.000Z');
    expect(requests(job)).toEqual([]);
    await goTo(job, '2026-12-07T16:00:00.000Z');
    expect(requests(job)).toEqual([expect.stringContaining('$1,940.00')]);
    expect(await short(job)).toEqual(['48500 48500 paid 2026-12-01', '194000 0 due 2026-12-07', '242500 0 planned -']);
    expect(await job.caller.payments.owed()).toMatchObject([{ balanceCents: 436_500, nextDue: '2026-12-07' }]);
  });

  test('says what the next part waits for in ‘Who owes you’ while no day is known', async () => {
    const job = await signedJob();
    const { caller, estimateId } = job;
    const next = async () => (await caller.payments.owed()).map(({ nextDue, nextStep }) => ({ nextDue, nextStep }));
    const signedOn = localDateOf(lab.app.clock.now(), job.company.time_zone);
    expect(await next()).toEqual([{ nextDue: signedOn, nextStep: null }]);
    await check(job, 242_500);
    expect(await next()).toEqual([{ nextDue: null, nextStep: 'Work started' }]);
    await caller.estimates.setWorkStarted({ estimateId, started: true });
    expect(await next()).toEqual([{ nextDue: signedOn, nextStep: null }]);
    await check(job, 121_250);
    expect(await next()).toEqual([{ nextDue: null, nextStep: 'done' }]);
  });

  test('is asked for by text only with consent', async () => {
    const job = await sentJob();
    await lab.app.a.consent(job.company, job.lead, { method: 'widget' });
    await plan(job, HALF_AND_QUARTERS);
    await sign(job);
    await check(job, 242_500);
    await job.caller.estimates.setWorkStarted({ estimateId: job.estimateId, started: true });
    await lab.drain(job.company);
    const texts = lab.texts(job.lead.phone).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('$1,212.50'))).toHaveLength(1);
    expect(requests(job)).toHaveLength(1);
    const other = await signedJob();
    await check(other, 242_500);
    await other.caller.estimates.setWorkStarted({ estimateId: other.estimateId, started: true });
    await lab.drain(other.company);
    expect(lab.texts(other.lead.phone)).toEqual([]);
  });

  test('that is paid while its reminder is being prepared isn’t reminded of', async () => {
    const job = await signedJob();
    lab.app.clock.set('2026-12-04T17:00:00.000Z');
    // The payment holds the lead's lock while the reminder is claimed.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const holding = inCompany(lab.app.deps.db, job.company.id, async (tx) => {
      await lockLeadOrThrow(tx, job.company.id, job.lead.id);
      await held;
    });
    const paying = check(job, 242_500);
    const sending = lab.drain(job.company);
    release();
    await Promise.all([holding, paying, sending]);
    await lab.drain(job.company);
    const receiptFirst = mails(job).filter((text) => /received your payment|is still open/.test(text));
    // Whoever came first, a reminder never follows the payment.
    expect(receiptFirst.at(-1)).toContain('received your payment');
    expect(await waiting(job)).toEqual([]);
  });

  test('that was voided is reminded of again, and a refund asks for nothing', async () => {
    const job = await signedJob();
    const { paymentId } = await check(job, 242_500);
    expect(await waiting(job)).toEqual([]);
    await job.caller.payments.void({ paymentId, reason: 'It bounced' });
    expect(await waiting(job)).toHaveLength(3);
    const again = await check(job, 242_500);
    await job.caller.payments.refund({ paymentId: again.paymentId, cents: 1_000, idempotencyKey: crypto.randomUUID() });
    expect((await short(job))[0]).toBe('242500 241500 due 2026-12-01');
    expect(await waiting(job)).toEqual([]);
  });
});

/** Returns the words of the homeowner's page. */
const pageOf = async ({ token }: Job): Promise<string> => {
  const response = await lab.app.browser().fetch(`/estimate/${token}`);
  return (await response.text()).replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, '');
};

describe('a change of the job', () => {
  test('is the next step while it waits, and is said to be signed afterwards', async () => {
    const job = await sentJob();
    await sign(job);
    await check(job, 242_500);
    expect(await pageOf(job)).toContain('You’re done for now');
    const lines = [{ label: 'Cap rail', quantity: 1, unitCents: 15_000 }];
    const { changeId } = await job.caller.changes.create({ estimateId: job.estimateId, lines, note: '' });
    await job.caller.changes.send({ changeId });
    const waits = await pageOf(job);
    expect(waits).toContain('Read and sign the change');
    expect(waits).not.toContain('You’re done for now');
    await sign(job);
    expect(await pageOf(job)).toMatch(
      /You signed change EST-\S+-C1 on Dec 1, 2026\. You may cancel it until midnight of Friday, Dec 4, 2026\./,
    );
  });
});

describe('after a signed change, a plan', () => {
  test.each(['as shown', 'as entered'] as const)('keeps what was paid, and takes another stage (%s)', async (how) => {
    const job = await sentJob();
    await sign(job);
    await check(job, 242_500);
    const { changeId } = await job.caller.changes.create({
      estimateId: job.estimateId,
      lines: [{ label: 'Cap rail', quantity: 1, unitCents: 15_000 }],
      note: '',
    });
    await job.caller.changes.send({ changeId });
    await sign(job);
    const { plan: shown } = await job.caller.estimates.paymentPlan({ estimateId: job.estimateId });
    expect(shown[0]).toEqual({ label: 'Deposit', due: 'signing', cents: 242_500 });
    const entered = { label: 'Deposit', due: 'signing', percent: 50 };
    await plan(job, [
      how === 'as shown' ? { label: 'Deposit', due: 'signing', cents: 242_500 } : entered,
      { label: 'Posts', percent: 25, due: 'Work started' },
      { label: 'Balance', rest: true, due: 'done' },
    ]);
    expect((await stagesOf(job)).map(({ label, cents, status }) => [label, cents, status])).toEqual([
      ['Deposit', 242_500, 'paid'],
      ['Posts', 125_000, 'planned'],
      ['Balance', 132_500, 'planned'],
    ]);
    expect(
      await fields(
        plan(job, [
          { ...entered, percent: 40 },
          { label: 'Balance', rest: true, due: 'done' },
        ]),
      ),
    ).toEqual({
      'stages.0.percent': 'Keep this stage as it is. It’s due or paid',
    });
  });
});

describe('a deposit that a state limits', () => {
  test('stays as it was asked for when another stage is renamed after the signature', async () => {
    const job = await sentJob({ lead: { zip: '21201', address: '1 Calvert St, Baltimore, MD 21201' } });
    await sign(job);
    const { plan: shown } = await job.caller.estimates.paymentPlan({ estimateId: job.estimateId });
    const [deposit] = await stagesOf(job);
    expect(deposit?.cents).toBeLessThan(TOTAL / 2);
    expect(shown[0]).toEqual({ label: 'Deposit', due: 'signing', cents: deposit?.cents });
    await plan(job, [
      { label: 'Deposit', due: 'signing', percent: 50 },
      { label: 'Final', rest: true, due: 'done' },
    ]);
    expect((await stagesOf(job)).map(({ label, cents }) => [label, cents])).toEqual([
      ['Deposit', deposit?.cents],
      ['Final', TOTAL - (deposit?.cents ?? 0)],
    ]);
  });
});

describe('work that is done', () => {
  test('tells the homeowner, asks for what is due, and reopening takes it back', async () => {
    const job = await signedJob();
    await check(job, 242_500);
    const { estimateId } = job;
    await job.caller.estimates.workDone({ estimateId });
    await job.caller.estimates.workDone({ estimateId });
    await lab.drain(job.company);
    expect(requests(job)).toEqual([expect.stringContaining('the work on your fence is done. Thank you for choosing')]);
    expect(requests(job)[0]).toContain('$2,425.00');
    expect(requests(job)[0]).toContain(`/estimate/${job.token}`);
    expect(await short(job)).toEqual([
      '242500 242500 paid 2026-12-01',
      '121250 0 due 2026-12-01',
      '121250 0 due 2026-12-01',
    ]);
    expect(await waiting(job)).toHaveLength(3);
    await job.caller.estimates.reopenWork({ estimateId });
    // The work has still started.
    expect((await short(job))[2]).toBe('121250 0 planned -');
    expect(await waiting(job)).toHaveLength(4);
    lab.app.clock.advance(60_000);
    await job.caller.estimates.workDone({ estimateId, message: 'All done. Leave the gate shut for a day.' });
    await lab.drain(job.company);
    expect(mails(job).at(-1)).toContain('All done. Leave the gate shut for a day.');
    expect(mails(job).at(-1)).toContain('$2,425.00');
    const kinds = (await lab.timeline(job.company)).flatMap(({ kind, data }) =>
      kind === 'note' ? [data['text']] : [],
    );
    expect(kinds).toEqual(expect.arrayContaining([expect.stringMatching(/^Work on EST-.* isn’t done yet after all$/)]));
  });

  test('that is reopened before the message leaves isn’t told of', async () => {
    const job = await signedJob();
    const { estimateId } = job;
    await check(job, 242_500);
    await job.caller.estimates.workDone({ estimateId });
    await job.caller.estimates.reopenWork({ estimateId });
    await lab.drain(job.company);
    expect(mails(job).filter((text) => text.includes('the work on your fence is done'))).toEqual([]);
  });

  test('asks for the balance without a plan, too, and for nothing if all is paid', async () => {
    const job = await sentJob();
    await sign(job);
    await check(job, 242_500);
    await job.caller.estimates.workDone({ estimateId: job.estimateId });
    await lab.drain(job.company);
    expect(mails(job).at(-1)).toContain('$2,425.00');
    expect(await waiting(job)).toHaveLength(3);
    const paid = await sentJob();
    await sign(paid);
    await check(paid, TOTAL);
    await paid.caller.estimates.workDone({ estimateId: paid.estimateId });
    await lab.drain(paid.company);
    expect(mails(paid).at(-1)).toContain('is done. Thank you');
    expect(mails(paid).at(-1)).not.toContain('$');
    expect(await waiting(paid)).toEqual([]);
  });

  test('makes the page ask for all that is due, not only for the deposit', async () => {
    const job = await signedJob();
    expect(await pageOf(job)).toContain('Next, pay the $2,425.00 deposit.');
    await job.caller.estimates.workDone({ estimateId: job.estimateId });
    const page = await pageOf(job);
    expect(page).toContain('$4,850.00 is due now.');
    expect(page).not.toContain('deposit is due');
    expect(page).not.toContain('Next, pay the');
  });

  test('says through which day the homeowner may cancel what they signed last', async () => {
    const job = await sentJob();
    const read = async () => (await job.caller.estimates.paymentPlan({ estimateId: job.estimateId })).canCancel;
    expect(await read()).toBeNull();
    await sign(job);
    // Three business days after a Tuesday.
    expect(await read()).toEqual({ what: 'estimate', until: '2026-12-04' });
    lab.app.clock.set('2026-12-05T19:00:00.000Z');
    expect(await read()).toBeNull();
    const lines = [{ label: 'Rock', quantity: 1, unitCents: 10_000 }];
    const { changeId } = await job.caller.changes.create({ estimateId: job.estimateId, lines, note: '' });
    await job.caller.changes.send({ changeId });
    expect(await read()).toBeNull();
    await sign(job);
    expect(await read()).toEqual({ what: 'change', until: '2026-12-09' });
    lab.app.clock.set('2026-12-10T19:00:00.000Z');
    expect(await read()).toBeNull();
  });

  test('isn’t told for an estimate that isn’t signed', async () => {
    const job = await sentJob();
    expect(await refusalOf(job.caller.estimates.workDone({ estimateId: job.estimateId }))).toMatchObject({
      code: 'CONFLICT',
    });
  });
});

/** A payment by hand, as the test has noted it. */
interface Noted {
  paymentId: string;
  cents: number;
  back: number;
}

describe('random histories of a plan', () => {
  const PLANS = [
    { stages: HALF_AND_QUARTERS, cents: [242_500, 121_250, 121_250] },
    {
      stages: [
        { label: 'First third', percent: 33.3333, due: 'signing' },
        { label: 'Second third', percent: 33.3333, due: '2026-12-10' },
        { label: 'Last third', rest: true as const, due: 'done' },
      ],
      cents: [161_667, 161_667, 161_666],
    },
    {
      stages: [
        { label: 'Deposit', cents: 100_001, due: 'signing' },
        { label: 'Posts set', cents: 99_999, due: 'Posts set' },
        { label: 'Balance', rest: true as const, due: 'Work started' },
      ],
      cents: [100_001, 99_999, 285_000],
    },
  ];

  test.each(Array.from({ length: atFullCount(120, 4) }, (_each, index) => index + 1))(
    'each stage and the balance are what the test counts (history %i)',
    async (seed) => {
      const random = randomNumbers(seed * 104_729);
      // All homeowners sign from one address.
      await sql`delete from rate_limits`.execute(lab.app.deps.system);
      const job = await sentJob();
      const { stages, cents } = random.pick(PLANS);
      await plan(job, stages);
      await sign(job);
      const payments: Noted[] = [];
      const at = { started: false, done: false };
      const steps = [
        async () => {
          const amount = random.below(3) === 0 ? 121_250 : 1 + random.below(300_000);
          const { paymentId } = await check(job, amount);
          payments.push({ paymentId, cents: amount, back: 0 });
        },
        async () => {
          const paid = random.pick(payments.filter((one) => one.back < one.cents));
          if (!paid) return;
          const back = 1 + random.below(paid.cents - paid.back);
          const idempotencyKey = crypto.randomUUID();
          await job.caller.payments.refund({ paymentId: paid.paymentId, cents: back, idempotencyKey });
          paid.back += back;
        },
        async () => {
          const [paid] = payments.splice(random.below(payments.length || 1), 1);
          if (paid) await job.caller.payments.void({ paymentId: paid.paymentId, reason: 'Typed twice' });
        },
        async () => {
          at.done = !at.done;
          at.started = true;
          const { estimateId } = job;
          await (at.done
            ? job.caller.estimates.workDone({ estimateId })
            : job.caller.estimates.reopenWork({ estimateId }));
        },
        () => Promise.resolve(lab.app.clock.advance((1 + random.below(5)) * DAY)),
      ];
      for (let played = 0; played < 7; played += 1) {
        await random.pick(steps)();
        const received = payments.reduce((sum, one) => sum + one.cents, 0);
        const back = payments.reduce((sum, one) => sum + one.back, 0);
        const today = localDateOf(lab.app.clock.now(), 'America/Boise');
        let left = Math.max(0, received - back);
        const wanted = stages.map(({ due }, index) => {
          const asked = cents[index] ?? 0;
          const paid = Math.min(left, asked);
          left -= paid;
          const isDue =
            due === 'signing' ||
            (due === '2026-12-10' && today >= due) ||
            (due === 'Work started' ? at.started : at.done && due !== '2026-12-10');
          return { cents: asked, paidCents: paid, status: paid === asked ? 'paid' : isDue ? 'due' : 'planned' };
        });
        const { stages: shown, balanceCents } = await job.caller.estimates.get({ estimateId: job.estimateId });
        const about = { seed, played };
        const bare = shown.map(({ cents: asked, paidCents, status }) => ({ cents: asked, paidCents, status }));
        expect({ ...about, stages: bare }).toEqual({ ...about, stages: wanted });
        expect({ ...about, balanceCents }).toEqual({ ...about, balanceCents: TOTAL - received + back });
        // Nobody is reminded of what is paid.
        const rows = (await lab.otherMessages(job.company)).filter(
          ({ kind, status }) => kind.startsWith('stage.') && status === 'scheduled',
        );
        const statuses = rows.map(({ payload }) => wanted[Number(payload['position']) - 1]?.status);
        expect(statuses).not.toContain('paid');
      }
    },
    120_000,
  );
});
