import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type BudgetName, BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import type { Database } from '../../platform/db/tables.ts';

export interface Spend {
  budget: BudgetName;
  /** What the budget is counted for: an address, a phone (E.164), a network, a company's id. Stored hashed. */
  key: string;
  /** Default 1. */
  amount?: number;
  /** In place of the budget's own limit, where it grows with plan and history. */
  limit?: number;
}

const hashed = ({ budget, key }: Spend): string =>
  createHash('sha256').update(`${budget}\n${key.toLowerCase()}`).digest('base64url');

/** Why nothing was spent: the budget that had no room, or that an admin has paused messages to new people. */
export type NotSpent = BudgetName | 'paused';

/**
 * Spends all of these or none, in the caller's transaction. Answers null where all had room, else the name of the
 * first that had not, or 'paused' for people that a company writes to for the first time while an admin has paused that. Two transactions that spend one key wait for each other (a lock that ends with the
 * transaction, taken in the order of the keys), so no interleaving exceeds a budget. `at` is product time.
 */
export async function spendBudgets(
  tx: Transaction<Database>,
  spends: readonly Spend[],
  at: Date,
): Promise<NotSpent | null> {
  if (spends.some(({ budget }) => budget === 'company-recipients') && (await areNewPeoplePaused(tx))) return 'paused';
  const wanted = spends
    .map((spend) => ({ ...spend, keyHash: hashed(spend), amount: spend.amount ?? 1 }))
    .toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1));
  for (const { keyHash } of wanted)
    await sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 60))`.execute(tx);
  for (const spend of wanted) if ((await leftOf(tx, spend, at)) < spend.amount) return spend.budget;
  if (wanted.length > 0)
    await tx
      .insertInto('budget_spends')
      .values(wanted.map(({ budget, keyHash, amount }) => ({ budget, key_hash: keyHash, at, amount })))
      .execute();
  return null;
}

/** Whether an admin has paused messages to people whom a company writes to for the first time. */
export const areNewPeoplePaused = async (tx: Transaction<Database>): Promise<boolean> => {
  const row = await tx.selectFrom('platform_pauses').select('what').where('what', '=', 'new_people').executeTakeFirst();
  return row !== undefined;
};

/** What is left of a budget for this key at this moment; never below 0. Reads only: another may spend it meanwhile. */
export const budgetLeft = (tx: Transaction<Database>, spend: Spend, at: Date): Promise<number> =>
  leftOf(tx, { ...spend, keyHash: hashed(spend) }, at);

async function leftOf(tx: Transaction<Database>, spend: Spend & { keyHash: string }, at: Date): Promise<number> {
  const { limit, window } = BUDGETS[spend.budget];
  const { spent } = await tx
    .selectFrom('budget_spends')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('amount'), sql<number>`0`).as('spent'))
    .where('budget', '=', spend.budget)
    .where('key_hash', '=', spend.keyHash)
    .where('at', '>', new Date(at.getTime() - window))
    .executeTakeFirstOrThrow();
  return Math.max(0, (spend.limit ?? limit) - Number(spent));
}
