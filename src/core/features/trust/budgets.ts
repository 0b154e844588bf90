import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type BudgetName, BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import type { Database } from '../../platform/db/tables.ts';

export interface Spend {
  budget: BudgetName;
  /** What the budget applies to: an email address, a phone (E.164), a network or a company's id. Stored as a hash. */
  key: string;
  /** Default: 1. */
  amount?: number;
  /** Replaces the budget's fixed limit. Used for limits that depend on the plan and history. */
  limit?: number;
}

interface Wanted extends Required<Spend> {
  keyHash: string;
}

export const budgetKeyHash = ({ budget, key }: Pick<Spend, 'budget' | 'key'>): string =>
  createHash('sha256').update(`${budget}\n${key.toLowerCase()}`).digest('base64url');

const wantedOf = (spend: Spend): Wanted => ({
  ...spend,
  amount: spend.amount ?? 1,
  limit: spend.limit ?? BUDGETS[spend.budget].limit,
  keyHash: budgetKeyHash(spend),
});

/** Why nothing was spent: the used-up budget's name, or 'paused' if an admin has paused messages to new recipients. */
export type NotSpent = BudgetName | 'paused';

/**
 * Spends all of these budgets or none of them, in the caller's transaction. Returns null if every budget had enough
 * left. Otherwise, returns the name of the first used-up budget. Returns 'paused' if an admin has paused messages to
 * new recipients. If two transactions spend the same key, one waits for the other, so together they can't exceed a
 * budget. Keys are locked in a fixed order, which prevents deadlocks. `at` is a business-clock time. The caller must lock
 * leads before spending.
 */
export async function spendBudgets(
  tx: Transaction<Database>,
  spends: readonly Spend[],
  at: Date,
): Promise<NotSpent | null> {
  const [refused = null] = await spendGroups(tx, [spends], at);
  return refused;
}

const isOfNewPeople = ({ budget }: Spend): boolean => budget === 'company-recipients';

/**
 * Spends several groups of budgets, in order. Each group is spent completely or not at all, with the same guarantees as
 * `spendBudgets`. Returns one result per group. The result is null if the group was spent. Otherwise, it's the name of
 * the first used-up budget, or 'paused'. Runs four statements in total.
 */
export async function spendGroups(
  tx: Transaction<Database>,
  groups: readonly (readonly Spend[])[],
  at: Date,
): Promise<(NotSpent | null)[]> {
  const paused = groups.some((group) => group.some(isOfNewPeople)) && (await areNewPeoplePaused(tx));
  const wanted = groups.map((group) => group.map(wantedOf));
  const left = await lockAndRead(tx, wanted.flat(), at);
  const spent: Wanted[] = [];
  const answers = wanted.map((group): NotSpent | null => {
    if (paused && group.some(isOfNewPeople)) return 'paused';
    const before = new Map(left);
    for (const spend of group) {
      const used = left.get(spend.keyHash) ?? 0;
      if (used + spend.amount > spend.limit) {
        for (const [keyHash, amount] of before) left.set(keyHash, amount);
        return spend.budget;
      }
      left.set(spend.keyHash, used + spend.amount);
    }
    spent.push(...group);
    return null;
  });
  await insertSpends(tx, spent, at);
  return answers;
}

/**
 * Spends as much of the amount as the budget has left, with the same guarantees as `spendBudgets`. Returns the amount
 * spent.
 */
export async function spendUpTo(tx: Transaction<Database>, spend: Spend, at: Date): Promise<number> {
  if (isOfNewPeople(spend) && (await areNewPeoplePaused(tx))) return 0;
  const wanted = wantedOf(spend);
  const spent = await lockAndRead(tx, [wanted], at);
  const amount = Math.max(0, Math.min(wanted.amount, wanted.limit - (spent.get(wanted.keyHash) ?? 0)));
  if (amount > 0) await insertSpends(tx, [{ ...wanted, amount }], at);
  return amount;
}

/** Whether an admin has paused messages to first-time recipients. */
export const areNewPeoplePaused = async (tx: Transaction<Database>): Promise<boolean> => {
  const row = await tx.selectFrom('platform_pauses').select('what').where('what', '=', 'new_people').executeTakeFirst();
  return row !== undefined;
};

/**
 * Returns how much of the key's budget is left, at least 0. Doesn't lock the key, so another transaction may spend the
 * rest first.
 */
export async function budgetLeft(tx: Transaction<Database>, spend: Spend, at: Date): Promise<number> {
  if (isOfNewPeople(spend) && (await areNewPeoplePaused(tx))) return 0;
  const wanted = wantedOf(spend);
  const spent = await readSpent(tx, [wanted], at);
  return Math.max(0, wanted.limit - (spent.get(wanted.keyHash) ?? 0));
}

/**
 * Returns when enough earlier spends will have expired for this one to fit in the budget. Spends made after this call
 * aren't considered.
 */
export async function roomAt(tx: Transaction<Database>, spend: Spend, at: Date): Promise<Date> {
  const { budget, keyHash, limit, amount } = wantedOf(spend);
  const { window } = BUDGETS[budget];
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select at, sum(amount) over (order by at desc, ctid desc) - amount as newer from budget_spends
      where budget = ${budget} and key_hash = ${keyHash} and at > ${new Date(at.getTime() - window)}) spent
    where newer <= ${limit - amount} order by at limit 1`.execute(tx);
  return new Date((rows[0]?.at ?? at).getTime() + window);
}

/** Locks the keys in order until the transaction ends, and returns the amount spent on each. */
async function lockAndRead(
  tx: Transaction<Database>,
  wanted: readonly Wanted[],
  at: Date,
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const keys = [...new Set(wanted.map(({ keyHash }) => keyHash))].toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 60)) from unnest(${keys}::text[]) key`.execute(tx);
  return readSpent(tx, wanted, at);
}

/**
 * Reads the totals by key. The statement runs after the locks are acquired, so that it sees the spends of transactions
 * that held the locks before.
 */
async function readSpent(tx: Transaction<Database>, wanted: readonly Wanted[], at: Date): Promise<Map<string, number>> {
  const asked = [...new Map(wanted.map((spend) => [spend.keyHash, spend])).values()];
  const since = ({ budget }: Wanted): Date => new Date(at.getTime() - BUDGETS[budget].window);
  const { rows } = await sql<{ key_hash: string; spent: number }>`
    select asked.key_hash, (
      select coalesce(sum(amount), 0) from budget_spends s
      where s.budget = asked.budget and s.key_hash = asked.key_hash and s.at > asked.since) as spent
    from unnest(${asked.map(({ budget }) => budget)}::text[], ${asked.map(({ keyHash }) => keyHash)}::text[],
      ${asked.map(since)}::timestamptz[]) asked (budget, key_hash, since)`.execute(tx);
  return new Map(rows.map(({ key_hash: keyHash, spent }) => [keyHash, Number(spent)]));
}

async function insertSpends(tx: Transaction<Database>, spends: readonly Wanted[], at: Date): Promise<void> {
  if (spends.length === 0) return;
  await tx
    .insertInto('budget_spends')
    .values(spends.map(({ budget, keyHash, amount }) => ({ budget, key_hash: keyHash, at, amount })))
    .execute();
}
