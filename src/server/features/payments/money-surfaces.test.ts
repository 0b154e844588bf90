import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#shared/primitives/durations.ts';
import type { StageView } from '#shared/features/payments/payment-plan.schema.ts';
import { type PaymentId, paymentIdSchema } from '#shared/primitives/ids.ts';
import { localDate, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { openAccount } from '../../../../test/payments.ts';
import { randomNumbers } from '../../../../test/random-numbers.ts';
import { atFullCount, EVERYTHING } from '../../../../test/suites.ts';

// Plays random histories of one job, recounts the money from what the test itself did, and compares the result with each
// place that shows it: the lead, the list, the figures above it, 'Who owes you', the homeowner's page and Reports.

let lab: BillingLab;
let began: Date;
beforeAll(async () => {
  lab = await startBillingLab();
  began = lab.app.clock.now();
});
afterAll(() => lab.close());

interface Version {
  estimateId: string;
  token: string;
  cents: number;
  sentAt: Date;
  state: 'open' | 'signed' | 'declined' | 'replaced';
  /** If it's to be paid in a half and two quarters, the day of the first quarter. Otherwise, in two halves. */
  quarterOn: LocalDate | null;
  /** What changes of the signed estimate added, less credits. `cents` has them. */
  changed: number;
  isDone: boolean;
}
interface Paid {
  /** The checkout. Null for a payment that was recorded by hand. */
  session: string | null;
  paymentId: PaymentId;
  version: Version;
  cents: number;
  refunded: number;
  dispute: 'none' | 'open' | 'won' | 'lost';
}

const startHistory = async () => {
  const account = await openAccount(lab);
  const company = await lab.app.a.company({ stripe_account_id: account, stripe_connected: true });
  const wood = await lab.app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await lab.app.a.lead(company, { status: 'contacted' });
  const caller = await lab.app.callerFor(company);
  const versions: Version[] = [];
  const payments: Paid[] = [];
  // Whether Stripe's events come late or twice.
  const state = { lost: false, isUnruly: false };
  return { company, wood, lead, caller, versions, payments, state };
};
type History = Awaited<ReturnType<typeof startHistory>>;
type Step = (history: History, random: ReturnType<typeof randomNumbers>) => Promise<void>;

const page = () => lab.app.browser().trpc.estimatePage;
const newest = ({ versions }: History): Version | undefined => versions.at(-1);
/** Whether the newest version can still be answered. */
const isOpen = (version: Version | undefined): version is Version =>
  version?.state === 'open' && lab.app.clock.now().getTime() - version.sentAt.getTime() < 29 * DAY;

/** Processes Stripe's events: in unruly histories, sometimes after another step, and sometimes once more. */
const settle: Step = async (history, random) => {
  const { company, state } = history;
  if (!state.isUnruly) return lab.work();
  if (random.below(3) === 0) {
    state.isUnruly = false;
    await random.pick([send, check, change, work])(history, random);
    state.isUnruly = true;
    happened.add('late');
  }
  await lab.work();
  if (random.below(3) > 0) return;
  await lab.deps.system
    .updateTable('stripe_events')
    .set({ processed_at: null })
    .where('account', '=', company.stripe_account_id)
    .execute();
  await lab.work();
  happened.add('twice');
};

const send: Step = async ({ caller, lead, wood, versions }, random) => {
  lab.app.clock.advance(60_000);
  const input = {
    leadId: lead.id,
    perimeter: 100 + random.below(150),
    materialId: wood.id,
    gateCount: random.below(3),
  };
  const sent = await caller.estimates.send(input);
  for (const version of versions) if (version.state === 'open') version.state = 'replaced';
  const token = new URL(sent.url).pathname.split('/').at(-1) ?? '';
  const { estimateId, totalCents: cents } = sent;
  versions.push({
    estimateId,
    token,
    cents,
    sentAt: lab.app.clock.now(),
    state: 'open',
    quarterOn: null,
    changed: 0,
    isDone: false,
  });
};
const sign: Step = async (history) => {
  const version = newest(history);
  if (!isOpen(version)) return;
  await page().accept.mutate({ token: version.token, name: 'Marisol Vega', agreed: true });
  version.state = 'signed';
};
/** Sets a payment plan before the signature. */
const plan: Step = async (history) => {
  const version = newest(history);
  if (!isOpen(version)) return;
  const quarterOn = localDateOf(new Date(lab.app.clock.now().getTime() + 20 * DAY), history.company.time_zone);
  const stages = [
    { label: 'Deposit', percent: 50, due: 'signing' },
    { label: 'Progress payment', percent: 25, due: quarterOn },
    { label: 'Final payment', percent: 25, due: 'done' },
  ];
  await history.caller.estimates.setPaymentPlan({ estimateId: version.estimateId, stages });
  version.quarterOn = quarterOn;
  happened.add('in stages');
};
/** Marks the work as done, or takes that back. */
const work: Step = async ({ caller, versions }) => {
  const version = versions.findLast(({ state }) => state === 'signed');
  if (!version) return;
  const { estimateId } = version;
  await (version.isDone ? caller.estimates.reopenWork({ estimateId }) : caller.estimates.workDone({ estimateId }));
  version.isDone = !version.isDone;
};
const decline: Step = async (history) => {
  const version = newest(history);
  if (!isOpen(version)) return;
  await page().decline.mutate({ token: version.token });
  version.state = 'declined';
};
const pay: Step = async (history, random) => {
  const version = newest(history);
  if (version?.state !== 'signed') return;
  // The Stripe stand-in keeps its own time, and a checkout must end soon by it.
  const now = lab.app.clock.now();
  lab.app.clock.set(began);
  const { due } = (await page().get.query({ token: version.token })).payment;
  const what = (['deposit', 'full', 'part', 'balance'] as const).find((one) => due[one] !== null);
  if (what === undefined) {
    lab.app.clock.set(now);
    return;
  }
  const session = sessionOf(await page().pay.mutate({ token: version.token, what }));
  lab.app.clock.set(now);
  const fails = random.below(4) === 0;
  await lab.act('checkouts', session, 'complete', fails ? { paymentStatus: 'unpaid' } : {});
  if (fails) {
    await lab.work();
    await lab.act('payments', session, 'settle', { outcome: 'failed' });
    return settle(history, random);
  }
  await settle(history, random);
  const paymentId = await paymentOf(session);
  history.payments.push({ session, paymentId, version, cents: due[what] ?? 0, refunded: 0, dispute: 'none' });
};
const paymentOf = async (session: string): Promise<PaymentId> => {
  const { id } = await lab.deps.system
    .selectFrom('payments')
    .select('id')
    .where('stripe_session_id', '=', session)
    .executeTakeFirstOrThrow();
  return paymentIdSchema.parse(id);
};
/** Records a check of any amount for the agreed version, also of more than is left to pay. */
const check: Step = async ({ caller, company, versions, payments }, random) => {
  const version = versions.findLast(({ state }) => state === 'signed');
  if (!version) return;
  lab.app.clock.advance(1_000);
  const cents = random.below(3) === 0 ? version.cents : 1 + random.below(version.cents);
  const { paymentId } = await caller.payments.record({
    estimateId: version.estimateId,
    method: random.pick(['check', 'cash', 'card', 'other'] as const),
    cents,
    receivedOn: localDateOf(lab.app.clock.now(), company.time_zone),
    idempotencyKey: crypto.randomUUID(),
    over: true,
  });
  payments.push({
    session: null,
    paymentId: paymentIdSchema.parse(paymentId),
    version,
    cents,
    refunded: 0,
    dispute: 'none',
  });
  happened.add('by hand');
};
const voidOne: Step = async ({ caller, payments }) => {
  const at = payments.findIndex(({ session }) => session === null);
  const [paid] = at < 0 ? [] : payments.splice(at, 1);
  if (!paid) return;
  await caller.payments.void({ paymentId: paid.paymentId, reason: 'The check bounced' });
  happened.add('voided');
};
const refund: Step = async (history, random) => {
  const { caller, payments } = history;
  const paid = payments.find((one) => one.dispute === 'none' && one.refunded < one.cents);
  if (!paid) return;
  const amountCents = random.below(3) === 0 ? paid.cents - paid.refunded : 1 + random.below(paid.cents - paid.refunded);
  // In Stripe itself, or on the lead. One by hand can only be refunded there.
  if (paid.session !== null && random.below(2) === 0) {
    await lab.act('payments', paid.session, 'refund', { amountCents });
    await settle(history, random);
    paid.refunded += amountCents;
  } else {
    const idempotencyKey = crypto.randomUUID();
    const press = () => caller.payments.refund({ paymentId: paid.paymentId, cents: amountCents, idempotencyKey });
    await Promise.all([press(), press()]);
    paid.refunded += amountCents;
    await settle(history, random);
  }
};
const dispute: Step = async (history, random) => {
  const { payments } = history;
  const paid = payments.find(
    (one) => one.session !== null && (one.dispute === 'open' || (one.dispute === 'none' && one.refunded === 0)),
  );
  if (!paid || paid.session === null) return;
  const outcome = random.pick(['won', 'lost'] as const);
  if (paid.dispute === 'none') {
    await lab.act('payments', paid.session, 'dispute');
    paid.dispute = 'open';
    if (random.below(3) === 0) return settle(history, random);
  }
  await lab.act('payments', paid.session, 'dispute', { outcome });
  await settle(history, random);
  paid.dispute = outcome;
};
/** Changes the newest signed job. The homeowner signs what costs more, or declines it. A credit counts at once. */
const change: Step = async (history, random) => {
  const { caller, state } = history;
  const version = newest(history);
  if (version?.state !== 'signed' || state.lost || recount(history, false).isGivenBack) return;
  const unitCents = 1 + random.below(version.cents);
  const line = { label: 'Rock in the ground', quantity: 1, unitCents };
  const isMore = random.below(2) === 0;
  if (!isMore && unitCents > version.cents) return;
  const { changeId, netCents } = await caller.changes.create({
    estimateId: version.estimateId,
    ...(isMore ? { lines: [line] } : { removed: { lines: [line] } }),
    note: '',
  });
  expect(netCents).toBe(isMore ? unitCents : -unitCents);
  if (random.below(5) === 0) {
    await caller.changes.cancel({ changeId });
    return;
  }
  await caller.changes.send({ changeId });
  if (!isMore) {
    version.cents -= unitCents;
    version.changed -= unitCents;
    happened.add('credited');
    return;
  }
  if (random.below(4) === 0) {
    await page().decline.mutate({ token: version.token });
    return;
  }
  await page().accept.mutate({ token: version.token, name: 'Marisol Vega', agreed: true });
  version.cents += unitCents;
  version.changed += unitCents;
  happened.add('changed');
};
const mark: Step = async ({ caller, lead, state }) => {
  state.lost = !state.lost;
  await caller.leads.update({ leadId: lead.id, outcome: state.lost ? 'lost' : 'won' });
};
const wait: Step = () => Promise.resolve(lab.app.clock.advance(16 * DAY));

const STEPS: readonly Step[] = [
  plan,
  work,
  send,
  send,
  sign,
  sign,
  sign,
  pay,
  pay,
  pay,
  pay,
  pay,
  check,
  check,
  change,
  change,
  voidOne,
  refund,
  refund,
  dispute,
  decline,
  wait,
  mark,
];

/** The first steps of the histories, so that each kind of money is reached. Random steps follow. */
const BEGINNINGS: readonly (readonly Step[])[] = [
  [sign, pay, refund, pay, refund],
  [sign, pay, pay, send, sign, refund],
  [sign, pay, dispute, send, sign],
  [sign, pay, send, decline, send, sign, pay],
  [sign, pay, pay, refund, send, sign, pay],
  [sign, check, refund, voidOne, check, pay],
  [sign, pay, check, voidOne, send, sign, refund],
  [sign, change, pay, pay, change, change, check],
  [sign, check, check, change, refund, change, pay],
  [plan, sign, pay, work, pay, refund, pay],
];

/** What happened in the histories, to prove that they reach each kind of money. */
const happened = new Set<string>();

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Counts the money again, from the test's own notes. */
function recount({ versions, payments, state }: History, isMarked: boolean) {
  const agreed = versions.findLast((one) => one.state === 'signed');
  const received = sum(payments.map(({ cents }) => cents));
  const back = sum(payments.map(({ cents, refunded, dispute: of }) => (of === 'lost' ? cents : refunded)));
  const balance = (agreed?.cents ?? 0) - received + back;
  const givenBack =
    payments.some(({ version }) => version === agreed) && payments.every(({ cents, refunded }) => refunded === cents);
  const isStanding = !state.lost && !givenBack;
  const last = versions.at(-1);
  return {
    isGivenBack: agreed !== undefined && received > 0 && givenBack,
    received,
    back,
    balance,
    owed: agreed && isStanding ? Math.max(0, balance) : 0,
    won: agreed && isStanding ? agreed.cents : 0,
    pending: isOpen(last) && !isMarked ? last.cents : 0,
    agreed,
  };
}

/** Counts the stages of the agreed version again: what each asks for, what of it is paid, and whether it's due. */
function recountStages({ agreed, received, back }: ReturnType<typeof recount>) {
  if (!agreed) return undefined;
  const { changed, quarterOn, isDone } = agreed;
  const signed = agreed.cents - changed;
  const half = Math.floor((signed + 1) / 2);
  const quarter = Math.floor((signed + 2) / 4);
  const amounts = quarterOn ? [half, quarter, signed - half - quarter] : [half, signed - half];
  // A change is added to the last stage, and a credit is taken from it and then from those before.
  amounts.push((amounts.pop() ?? 0) + changed);
  for (let at = amounts.length - 1; at > 0; at -= 1) {
    const [before = 0, own = 0] = [amounts[at - 1], amounts[at]];
    amounts[at - 1] = before + Math.min(0, own);
    amounts[at] = Math.max(0, own);
  }
  const hasDayCome = quarterOn !== null && localDateOf(lab.app.clock.now(), 'America/Boise') >= quarterOn;
  const areDue = quarterOn ? [true, hasDayCome, isDone] : [true, isDone];
  const paid = Math.max(0, received - back);
  const stages = amounts.map((amount, index) => {
    const before = sum(amounts.slice(0, index));
    const paidCents = Math.min(amount, Math.max(0, paid - before));
    const isDue = areDue[index] === true;
    return { cents: amount, paidCents, status: paidCents === amount ? 'paid' : isDue ? 'due' : 'planned' };
  });
  const asking = stages.filter((stage) => stage.cents > 0);
  return asking.length > 0 ? asking : stages.slice(0, 1);
}

async function surfacesOf({ caller, lead, company, versions }: History) {
  const leadId = lead.id;
  const to = localDateOf(new Date(lab.app.clock.now().getTime() + DAY), company.time_zone);
  const [one, list, summary, owed, report] = await Promise.all([
    caller.leads.get({ leadId }),
    caller.leads.list({}),
    caller.leads.summary(),
    caller.payments.owed(),
    caller.analytics.overview({ from: localDate('2020-01-01'), to }),
  ]);
  const signed = versions.findLast(({ state }) => state === 'signed');
  const read = signed && (await page().get.query({ token: signed.token }));
  const shown = read && { ...read.payment, stages: read.stages };
  const stored = signed && (await caller.estimates.get({ estimateId: signed.estimateId }));
  return { one, listed: list.items.find(({ id }) => id === leadId), summary, owed, report, shown, stored };
}

/** The seeds of the random histories. The first ones compare every surface after every step. */
const THOROUGH = atFullCount(20, 1);
const HISTORIES = Array.from({ length: atFullCount(300, 2) }, (_each, at) => at + 1);

describe('the money of a job', () => {
  it.each(HISTORIES)(
    'is the same wherever it is shown (history %i)',
    async (seed) => {
      const random = randomNumbers(seed * 7_919);
      const history = await startHistory();
      const isThorough = seed <= THOROUGH;
      const steps = isThorough ? 16 : 10;
      // All histories are played from one address.
      await sql`delete from rate_limits`.execute(lab.deps.system);
      history.state.isUnruly = !isThorough;
      let isMarked = false;
      await send(history, random);
      for (let played = 0; played < steps; played += 1) {
        const step = BEGINNINGS[seed % BEGINNINGS.length]?.[played] ?? random.pick(STEPS);
        await step(history, random);
        isMarked ||= step === mark;
        const counted = recount(history, isMarked);
        noteWhat(history, counted);
        if (!isThorough && played < steps - 1) continue;
        const { one, listed, summary, owed, report, shown, stored } = await surfacesOf(history);
        const { received: receivedCents, back: refundedCents, balance: balanceCents } = counted;
        const about = { seed, played };
        expect({ ...about, one }).toMatchObject({ ...about, one: { receivedCents, refundedCents, balanceCents } });
        expect(listed).toMatchObject({ receivedCents, balanceCents, owedCents: counted.owed });
        expect({ ...about, owed: owed.map((row) => row.balanceCents) }).toEqual({
          ...about,
          owed: counted.owed > 0 ? [counted.owed] : [],
        });
        expect(summary.owed).toEqual({ count: owed.length, cents: counted.owed });
        expect({ ...about, pending: summary.statuses.estimate_sent.cents }).toEqual({
          ...about,
          pending: counted.pending,
        });
        expect(summary.statuses.paid.cents).toBe(receivedCents - refundedCents);
        expect({ ...about, outstanding: report.outstandingCents, deposited: report.depositedCents }).toEqual({
          ...about,
          outstanding: counted.owed,
          deposited: receivedCents - refundedCents,
        });
        const onPage = counted.agreed && { receivedCents, refundedCents, balanceCents };
        expect(shown && { ...about, ...pickMoney(shown) }).toEqual(onPage && { ...about, ...onPage });
        expect(stored && pickMoney(stored)).toEqual(onPage);
        const bare = (stages: readonly StageView[] | undefined) =>
          stages?.map(({ cents, paidCents, status }) => ({ cents, paidCents, status }));
        expect({ ...about, stages: bare(stored?.stages) }).toEqual({ ...about, stages: recountStages(counted) });
        expect(bare(shown?.stages)).toEqual(recountStages(counted));
        const won = report.wonCents;
        expect({ ...about, won }).toEqual({ ...about, won: counted.agreed ? counted.won : won });
      }
    },
    240_000,
  );

  it.runIf(EVERYTHING)('was tried with every kind of history', () => {
    expect([...happened].toSorted()).toEqual([
      'by hand',
      'changed',
      'credited',
      'disputed',
      'in stages',
      'late',
      'lost a dispute',
      'new version after a payment',
      'overpaid',
      'owed',
      'partly refunded',
      'pending',
      'refunded in full',
      'twice',
      'voided',
      'won a dispute',
    ]);
  });
});

function noteWhat({ versions, payments }: History, { balance, owed, pending }: ReturnType<typeof recount>): void {
  const note = (what: string, is: boolean) => is && happened.add(what);
  note('overpaid', balance < 0);
  note('owed', owed > 0);
  note('pending', pending > 0);
  note(
    'new version after a payment',
    payments.some(({ version }) => version !== versions.findLast(({ state }) => state === 'signed')),
  );
  for (const { cents, refunded, dispute: of } of payments) {
    note('partly refunded', refunded > 0 && refunded < cents);
    note('refunded in full', refunded === cents);
    note('disputed', of === 'open');
    note('won a dispute', of === 'won');
    note('lost a dispute', of === 'lost');
  }
}

const pickMoney = ({
  receivedCents,
  refundedCents,
  balanceCents,
}: {
  receivedCents: number;
  refundedCents: number;
  balanceCents: number;
}) => ({ receivedCents, refundedCents, balanceCents });
