import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppDb, inCompany } from '#core/platform/db/app.ts';
import type { AppDb } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type BudgetName, BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { soakCount } from '../../../../test/soak-report.ts';
import { forgetSpends } from './forget-spends.ts';
import { budgetKeyHash, budgetLeft, roomAt, type Spend, spendBudgets, spendGroups, spendUpTo } from './budgets.ts';

let app: TestApp;
let company: CompanyRow;
/** Two servers that share one database, each with its own connection pool. */
let servers: [AppDb, AppDb];
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  servers = [createAppDb(app.config, app.deps.logger, 4), createAppDb(app.config, app.deps.logger, 4)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.destroy()));
  await app.close();
});

const spent = () =>
  app.deps.system.selectFrom('budget_spends').select(['budget', 'key_hash', 'at', 'amount']).execute();

let runs = 0;
/** Returns a key that no other run uses, so that runs don't share budgets. */
const keyOf = (kind: string, nth: number): string => `${kind} ${nth} of run ${runs}`;

/**
 * The input of a first message. There are only a few companies, recipients and networks, so that messages share
 * budgets.
 */
interface Message {
  server: 0 | 1;
  company: number;
  recipient: number;
  network: number;
  /** Time on the business clock, in hours since the run began. A later request may have an earlier time. */
  hour: number;
  /** How the budgets are spent: all or none, in several groups in one transaction, or as many as the limit allows. */
  how: 'all' | 'groups' | 'upTo';
  /** Whether the transaction is rolled back at the end. */
  fails: boolean;
}

const message: fc.Arbitrary<Message> = fc.record({
  server: fc.constantFrom(0, 1),
  company: fc.nat(2),
  recipient: fc.nat(3),
  network: fc.nat(1),
  hour: fc.nat(60),
  how: fc.constantFrom('all', 'all', 'groups', 'upTo'),
  fails: fc.constantFrom(false, false, false, false, true),
});

const PEOPLE_A_DAY = 6;
const spendsOf = (one: Message): Spend[] => [
  { budget: 'company-recipients', key: keyOf('company', one.company), limit: PEOPLE_A_DAY },
  { budget: 'first-email', key: keyOf('recipient', one.recipient) },
  { budget: 'first-phone', key: keyOf('recipient', one.recipient) },
  { budget: 'network-texts', key: keyOf('network', one.network), amount: 4 },
];

class Fault extends Error {}

async function send(one: Message, began: Date): Promise<void> {
  const at = new Date(began.getTime() + one.hour * HOUR);
  const work = inCompany(servers[one.server], company.id, async (tx) => {
    const [first, ...others] = spendsOf(one);
    if (one.how === 'all') await spendBudgets(tx, spendsOf(one), at);
    else if (one.how === 'groups') await spendGroups(tx, [spendsOf(one), others, others], at);
    else if (first) await spendUpTo(tx, { ...first, amount: 4 }, at);
    if (one.fails) throw new Fault();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
  });
}

const limitOf = (budget: BudgetName): number =>
  budget === 'company-recipients' ? PEOPLE_A_DAY : BUDGETS[budget].limit;

test('no budget is exceeded by concurrent companies, networks and recipients on two servers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 8, maxLength: 40 }), async (messages) => {
      runs += 1;
      const began = app.clock.now();
      await app.deps.system.deleteFrom('budget_spends').execute();
      await Promise.all(messages.map((one) => send(one, began)));
      const byKey = Map.groupBy(await spent(), ({ budget, key_hash: keyHash }) => `${budget} ${keyHash}`);
      for (const rows of byKey.values())
        for (const { at: end, budget } of rows) {
          const start = end.getTime() - BUDGETS[budget].window;
          const within = rows.filter(({ at }) => at <= end && at.getTime() > start);
          expect(within.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(limitOf(budget));
        }
    }),
    { numRuns: soakCount('SOAK_RUNS', 12) },
  );
});

const within = <T>(work: (tx: Parameters<Parameters<typeof inCompany<T>>[2]>[0]) => Promise<T>): Promise<T> =>
  inCompany(servers[0], company.id, work);

test('if one budget is used up, the result names it, and no other budget is charged', async () => {
  runs += 1;
  const at = app.clock.now();
  const full: Spend = { budget: 'first-phone', key: keyOf('phone', 0) };
  const other: Spend = { budget: 'first-email', key: keyOf('email', 0) };
  await within((tx) => spendBudgets(tx, [{ ...full, amount: 2 }], at));
  expect(await within((tx) => spendBudgets(tx, [other, full], at))).toBe('first-phone');
  expect(await within((tx) => budgetLeft(tx, other, at))).toBe(3);
});

test('the same key twice in one call is charged twice', async () => {
  runs += 1;
  const at = app.clock.now();
  const phone: Spend = { budget: 'first-phone', key: keyOf('phone', 0) };
  expect(await within((tx) => spendBudgets(tx, [phone, phone, phone], at))).toBe('first-phone');
  expect(await within((tx) => spendGroups(tx, [[phone], [phone], [phone]], at))).toEqual([null, null, 'first-phone']);
});

test('charges as many requests as the budget allows', async () => {
  runs += 1;
  const at = app.clock.now();
  const people: Spend = { budget: 'company-recipients', key: keyOf('company', 0), amount: 15 };
  expect(await within((tx) => spendUpTo(tx, people, at))).toBe(15);
  expect(await within((tx) => spendUpTo(tx, people, at))).toBe(5);
  expect(await within((tx) => spendUpTo(tx, people, at))).toBe(0);
  expect((await spent()).filter(({ key_hash: keyHash }) => keyHash === budgetKeyHash(people))).toHaveLength(2);
});

test('charges expire after a day', async () => {
  runs += 1;
  const began = app.clock.now();
  const later = (hours: number): Date => new Date(began.getTime() + hours * HOUR);
  const email: Spend = { budget: 'first-email', key: keyOf('email', 0) };
  await within((tx) => spendBudgets(tx, [{ ...email, amount: 2 }], began));
  await within((tx) => spendBudgets(tx, [email], later(5)));
  expect(await within((tx) => roomAt(tx, email, later(6)))).toEqual(later(24));
  expect(await within((tx) => roomAt(tx, { ...email, amount: 3 }, later(6)))).toEqual(later(29));
  expect(await within((tx) => spendBudgets(tx, [email], later(23)))).toBe('first-email');
  expect(await within((tx) => spendBudgets(tx, [email], later(24)))).toBeNull();
});

test('expired charges are deleted nightly, and history is kept for 90 days', async () => {
  runs += 1;
  await app.deps.system.deleteFrom('budget_spends').execute();
  const now = app.clock.now().getTime();
  const email: Spend = { budget: 'first-email', key: keyOf('email', 0) };
  const people: Spend = { budget: 'company-recipients', key: keyOf('company', 0) };
  for (const days of [91, 89, 3, 1, 0])
    await within((tx) => spendBudgets(tx, [email, people], new Date(now - days * DAY)));
  expect(await forgetSpends(app.deps)).toBe(4);
  expect(await forgetSpends(app.deps)).toBeNull();
  const left = (await spent()).map(({ budget, at }) => `${budget} ${Math.round((now - at.getTime()) / DAY)}`);
  expect(left.toSorted()).toEqual([
    'company-recipients 0',
    'company-recipients 1',
    'company-recipients 3',
    'company-recipients 89',
    'first-email 0',
    'first-email 1',
  ]);
});
