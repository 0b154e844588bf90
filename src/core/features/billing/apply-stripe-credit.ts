import type { CompanyId } from '#shared/primitives/ids.ts';
import type { BillingTx } from './billing-deps.ts';
import type { Operation } from './operations.repository.ts';
import { withoutPlan } from './plan-state.ts';
import { ACCESS_COLUMNS, hasPaidPlan } from './access.ts';

export interface CreditTruth {
  paid: boolean;
  /** Whether the full amount was refunded. Partial refunds don't change anything. */
  refunded: boolean;
  /** Whether the bank has reversed the payment or might still do so. */
  disputed: boolean;
}

interface Credit {
  operation: Operation;
  sessionId: string;
  truth: CreditTruth;
  /** The current time, according to the business clock. */
  at: Date;
}

/**
 * Updates the ledger and the number of remaining credits after a checkout is paid. Each checkout session grants one
 * credit. If the payment is refunded or disputed, an unused credit is removed. A used credit stays used, and the ledger
 * records the reversal. If we get the money back, a removed credit is restored. The number of remaining credits is the
 * ledger's sum, but never below 0. The dashboard stays accessible as long as at least one credit, used or unused, is
 * paid for and not reversed.
 */
export async function applyStripeCredit(tx: BillingTx, credit: Credit): Promise<string | null> {
  const { operation, truth } = credit;
  const row = await tx
    .selectFrom('subscribers')
    .select([...ACCESS_COLUMNS, 'usage_count'])
    .where('company_id', '=', operation.company_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !truth.paid) return null;
  const { bought, takenDelta } = await historyOf(tx, credit);
  const isReversed = truth.refunded || truth.disputed;
  const entries: Entry[] = [];
  if (!bought) entries.push({ kind: 'credit_bought', delta: 1, reason: 'Lead credit bought' });
  const left = row.usage_count + (bought ? 0 : 1);
  if (isReversed && takenDelta === null) entries.push(reversalOf(truth, left));
  if (!isReversed && takenDelta !== null)
    entries.push({ kind: 'credit_returned', delta: -takenDelta, reason: 'The refund or dispute was reversed' });
  if (entries.length === 0) return null;
  await write(tx, credit, entries);
  const boughtAt = await firstPaidCredit(tx, operation.company_id, row.credits_bought_at);
  const columns = hasPaidPlan(row, credit.at)
    ? {}
    : withoutPlan({ freeUntil: row.free_until, creditsBoughtAt: boughtAt }, credit.at);
  await tx
    .updateTable('subscribers')
    .set({
      ...columns,
      usage_count: row.usage_count + entries.reduce((sum, { delta }) => sum + delta, 0),
      credits_bought_at: boughtAt,
    })
    .where('company_id', '=', operation.company_id)
    .execute();
  return entries.map(({ kind, delta }) => `${kind} ${delta}`).join(', ');
}

interface Entry {
  kind: 'credit_bought' | 'credit_refunded' | 'credit_returned';
  delta: number;
  reason: string;
}

const reversalOf = ({ disputed }: CreditTruth, left: number): Entry => {
  const why = disputed ? 'Payment disputed' : 'Payment refunded';
  return left > 0
    ? { kind: 'credit_refunded', delta: -1, reason: why }
    : { kind: 'credit_refunded', delta: 0, reason: `${why}. The credit was already used` };
};

/**
 * Returns whether the session's credit is in the ledger, and how many credits its last reversal removed (null if the
 * credit isn't reversed).
 */
async function historyOf(
  tx: BillingTx,
  { sessionId }: Credit,
): Promise<{ bought: boolean; takenDelta: number | null }> {
  const rows = await tx
    .selectFrom('quota_ledger')
    .select(['kind', 'delta'])
    .where('stripe_session_id', '=', sessionId)
    .orderBy('id')
    .execute();
  const last = rows.findLast(({ kind }) => kind !== 'credit_bought');
  return {
    bought: rows.some(({ kind }) => kind === 'credit_bought'),
    takenDelta: last?.kind === 'credit_refunded' ? last.delta : null,
  };
}

/**
 * Returns the purchase date of the first credit whose payment hasn't been reversed, or null if there's no such credit.
 * If `known` is earlier than every purchase in the ledger, returns `known`, because it belongs to a credit that isn't
 * in the ledger.
 */
async function firstPaidCredit(tx: BillingTx, companyId: CompanyId, known: Date | null): Promise<Date | null> {
  const rows = await tx
    .selectFrom('quota_ledger')
    .select(['kind', 'at', 'stripe_session_id'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', ['credit_bought', 'credit_refunded', 'credit_returned'])
    .orderBy('id')
    .execute();
  const bought = rows
    .filter(({ kind }) => kind === 'credit_bought')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = bought;
  if (known && (!first || known < first.at)) return known;
  const isTaken = (session: string | null): boolean =>
    session !== null && rows.findLast((row) => row.stripe_session_id === session)?.kind === 'credit_refunded';
  return bought.find((row) => !isTaken(row.stripe_session_id))?.at ?? null;
}

async function write(tx: BillingTx, { operation, sessionId, at }: Credit, entries: Entry[]): Promise<void> {
  for (const { kind, delta, reason } of entries)
    await tx
      .insertInto('quota_ledger')
      .values({ company_id: operation.company_id, kind, delta, reason, at, stripe_session_id: sessionId })
      .execute();
}
