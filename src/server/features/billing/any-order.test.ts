import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processEvents } from '#core/features/stripe-events/process-events.ts';
import type { SystemDb } from '#core/platform/db/system.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import type { Caller } from '../../../../test/caller.ts';
import { noteForSoak, soakCount } from '../../../../test/soak-report.ts';
import { atFullCount } from '../../../../test/suites.ts';
import { tripwire } from '../../../../test/tripwire.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

/**
 * Steps in Stripe from which random sequences are built. A step that's impossible at that point (for example, a renewal
 * without a plan) is skipped.
 */
const STEPS = [
  'starter',
  'pro',
  'credit',
  'debit',
  'settle',
  'refund',
  'dispute',
  'win',
  'renew',
  'fail',
  'cancel',
] as const;
type Step = (typeof STEPS)[number];

interface Story {
  company: CompanyRow;
  caller: Caller;
  credits: string[];
  debit: string | undefined;
}

const begin = async (): Promise<Story> => {
  const company = await lab.app.a.company({
    subscription: {
      subscribed: false,
      subscription_tier: 'starter',
      stripe_customer_id: null,
      stripe_subscription_id: null,
      subscription_end: null,
      period_start: null,
    },
  });
  return { company, caller: await lab.app.callerFor(company), credits: [], debit: undefined };
};

const subscriptionOf = async ({ company }: Story): Promise<string | undefined> => {
  const { stripe_customer_id: customer } = await lab.row(company);
  if (customer === null) return undefined;
  return (await lab.stripe.subscriptions.list({ customer })).data[0]?.id;
};

async function take(story: Story, step: Step): Promise<void> {
  const { caller, credits } = story;
  const pay = async (url: string, how: object = {}): Promise<string> => {
    await lab.act('checkouts', sessionOf({ url }), 'complete', how);
    return sessionOf({ url });
  };
  const subscription = await subscriptionOf(story);
  const last = credits.at(-1);
  switch (step) {
    case 'starter':
    case 'pro':
      if (subscription === undefined)
        await pay(
          (await caller.billing.createCheckout({ priceId: PRICES[step], subscriptionType: 'subscription' })).url,
        );
      return;
    case 'credit':
      credits.push(await pay((await caller.billing.createPayment({})).url));
      return;
    case 'debit':
      story.debit = await pay((await caller.billing.createPayment({})).url, { paymentStatus: 'unpaid' });
      return;
    case 'settle':
      if (story.debit !== undefined) await lab.act('payments', story.debit, 'settle');
      return;
    case 'refund':
      if (last !== undefined) await lab.act('payments', last, 'refund');
      return;
    case 'dispute':
    case 'win':
      if (last !== undefined) await lab.act('payments', last, 'dispute', step === 'win' ? { outcome: 'won' } : {});
      return;
    case 'renew':
    case 'fail':
    case 'cancel':
      if (subscription !== undefined) await lab.act('subscriptions', subscription, step);
  }
}

const ledgerOf = (company: CompanyRow) =>
  lab.deps.system
    .selectFrom('quota_ledger')
    .select(['kind', 'delta', 'stripe_session_id'])
    .where('company_id', '=', company.id)
    .execute();

const outcome = async ({ company }: Story) => {
  const { subscribed, subscription_tier, usage_count, stripe_status, cancel_at_period_end, credits_bought_at } =
    await lab.row(company);
  const ledger = await ledgerOf(company);
  expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(usage_count);
  const bought = ledger.filter(({ kind }) => kind === 'credit_bought');
  expect(new Set(bought.map(({ stripe_session_id: session }) => session)).size).toBe(bought.length);
  const operations = await lab.deps.system
    .selectFrom('stripe_operations')
    .select(['kind', 'status'])
    .where('company_id', '=', company.id)
    .where('kind', '!=', 'portal')
    .orderBy('id')
    .execute();
  return {
    subscribed,
    subscription_tier,
    usage_count,
    stripe_status,
    cancel_at_period_end,
    ever: credits_bought_at !== null,
    bought: bought.length,
    operations,
  };
};

/** Makes all events of this run due again in a different order and clears their leases. */
const shuffle = async (seed: number, since: Date) => {
  await lab.arrived();
  const rows = await lab.deps.system
    .selectFrom('stripe_events')
    .select('id')
    .where('received_at', '>=', since)
    .execute();
  for (const [index, { id }] of rows.entries())
    await lab.deps.system
      .updateTable('stripe_events')
      .set({
        claimed_until: null,
        next_attempt_at: new Date(Date.now() - 1_000 - ((index * 7_919 + seed) % 1_009) * 1_000),
      })
      .where('id', '=', id)
      .execute();
};

it(
  'any order, repetition, delay and kill gives the same result as sequential events (seeded runs)',
  { timeout: 180_000 },
  async () => {
    const runs = soakCount('SOAK_RUNS', atFullCount(10, 3));
    let kills = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 7 }),
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: 10_000 }),
        async (steps, distances, seed) => {
          const straight = await begin();
          for (const step of steps) {
            await take(straight, step);
            await lab.work();
          }
          const wanted = await outcome(straight);

          const shuffled = await begin();
          const since = new Date();
          let at = 0;
          const wire = tripwire(() => distances[(at += 1) % distances.length] ?? 1);
          const mortal = { ...lab.deps, system: lab.deps.system.withPlugin(wire) as SystemDb };
          for (const [index, step] of steps.entries()) {
            await take(shuffled, step);
            if ((seed + index) % 3 !== 0) continue;
            await shuffle(seed + index, since);
            await processEvents(mortal).catch(() => undefined);
          }
          // makes all events due again, including processed ones. Some runs still stop halfway, and the last run
          // finishes
          await lab.arrived();
          await lab.deps.system
            .updateTable('stripe_events')
            .set({ processed_at: null })
            .where('received_at', '>=', since)
            .execute();
          await shuffle(seed, since);
          for (let worker = 0; worker < 3; worker += 1) await processEvents(mortal).catch(() => undefined);
          await shuffle(seed + 1, since);
          await Promise.all([processEvents(lab.deps), processEvents(lab.deps)]);
          const left = await lab.deps.system
            .selectFrom('stripe_events')
            .select(['type', 'error'])
            .where('processed_at', 'is', null)
            .execute();
          expect(left).toEqual([]);
          expect(await outcome(shuffled)).toEqual(wanted);
          kills += wire.kills();
        },
      ),
      { numRuns: runs, seed: 20_261_121 },
    );
    expect(kills).toBeGreaterThan(runs * 3);
    noteForSoak({ what: 'events of plans in any order', figures: { runs, kills } });
  },
);
