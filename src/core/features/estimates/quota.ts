import type { Selectable } from 'kysely';
import { QUOTES_PER_PERIOD } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { addDays, atLocalMinutes, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SubscribersTable } from '../../platform/db/tables.ts';

type SubscriberRow = Selectable<SubscribersTable>;
export type QuotaRow = Pick<
  SubscriberRow,
  'subscribed' | 'subscription_tier' | 'subscription_end' | 'period_start' | 'usage_count'
>;
const QUOTA_COLUMNS = ['subscribed', 'subscription_tier', 'subscription_end', 'period_start', 'usage_count'] as const;

const NONE_LEFT = 'No quotes left in this billing period. The lead is saved. Get more quotes to send this estimate';
const NO_CREDIT = 'No quotes left. The lead is saved. Buy a lead credit to send this estimate';
const NO_SUBSCRIPTION = 'Sending an estimate needs an active plan. The lead is saved. Choose a plan to send it';

export interface Spend {
  companyId: CompanyId;
  leadId: LeadId;
  /** The company's zone: free access counts by its calendar months. */
  timeZone: string;
  at: Date;
  /** Admins pass without a plan and spend nothing (decisions.md, plans). */
  isAdmin: boolean;
}

/**
 * Spends the one quote of a lead, under a lock on the company's subscription: two at the same time never spend
 * the same quote, and a lead never costs two (decisions.md, plans and quota). A lead that was paid for already
 * is free. Lock the lead's row first, always in this order. Throws SUBSCRIPTION_REQUIRED or QUOTA_EXHAUSTED.
 */
export const spendQuote = async (tx: CompanyTx, spend: Spend): Promise<'spent' | 'spent_before' | 'not_counted'> => {
  if (spend.isAdmin) return 'not_counted';
  const subscriber = await lockSubscriber(tx, spend.companyId);
  if (await wasSpent(tx, spend)) return 'spent_before';
  if (!subscriber) throw new AppError(NO_SUBSCRIPTION, 'SUBSCRIPTION_REQUIRED');
  if (subscriber.subscription_tier === 'pay_as_you_go') await spendCredit(tx, spend, subscriber);
  else await spendFromPeriod(tx, spend, subscriber);
  return 'spent';
};

/** Quotes that the company may still send in this period, or credits left. 0 without a live subscription. */
export const quotesRemaining = async (
  tx: CompanyTx,
  { companyId, timeZone, at }: Pick<Spend, 'companyId' | 'timeZone' | 'at'>,
): Promise<number> => {
  const subscriber = await tx
    .selectFrom('subscribers')
    .select(QUOTA_COLUMNS)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!subscriber) return 0;
  if (subscriber.subscription_tier === 'pay_as_you_go') return subscriber.usage_count;
  return isLive(subscriber, at) ? remainingInPeriod(tx, companyId, subscriber, { timeZone, at }) : 0;
};

const lockSubscriber = (tx: CompanyTx, companyId: CompanyId): Promise<QuotaRow | undefined> =>
  tx.selectFrom('subscribers').select(QUOTA_COLUMNS).where('company_id', '=', companyId).forUpdate().executeTakeFirst();

const wasSpent = async (tx: CompanyTx, { companyId, leadId }: Spend): Promise<boolean> => {
  const row = await tx
    .selectFrom('quota_ledger')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('kind', 'in', ['quote_used', 'credit_used'])
    .executeTakeFirst();
  return row !== undefined;
};

const spendCredit = async (tx: CompanyTx, { companyId, leadId, at }: Spend, subscriber: QuotaRow): Promise<void> => {
  if (subscriber.usage_count < 1) throw new AppError(NO_CREDIT, 'QUOTA_EXHAUSTED');
  await tx
    .updateTable('subscribers')
    .set((row) => ({ usage_count: row('usage_count', '-', 1) }))
    .where('company_id', '=', companyId)
    .execute();
  await tx
    .insertInto('quota_ledger')
    .values({ company_id: companyId, lead_id: leadId, kind: 'credit_used', delta: -1, reason: 'Estimate sent', at })
    .execute();
};

const spendFromPeriod = async (tx: CompanyTx, spend: Spend, subscriber: QuotaRow): Promise<void> => {
  const { companyId, leadId, at } = spend;
  if (!isLive(subscriber, at)) throw new AppError(NO_SUBSCRIPTION, 'SUBSCRIPTION_REQUIRED');
  if ((await remainingInPeriod(tx, companyId, subscriber, spend)) < 1) throw new AppError(NONE_LEFT, 'QUOTA_EXHAUSTED');
  await tx
    .insertInto('quota_ledger')
    .values({
      company_id: companyId,
      lead_id: leadId,
      kind: 'quote_used',
      delta: -1,
      period_start: periodStart(subscriber, spend),
      reason: 'Estimate sent',
      at,
    })
    .execute();
};

// a paid plan lives as long as Stripe calls it so: a late webhook never locks a paying contractor out
const isLive = ({ subscribed, subscription_tier, subscription_end }: QuotaRow, at: Date): boolean =>
  subscribed && (subscription_tier !== 'free' || subscription_end === null || subscription_end > at);

type Moment = Pick<Spend, 'timeZone' | 'at'>;

const monthStart = ({ timeZone, at }: Moment): Date => {
  const today = localDateOf(at, timeZone);
  const first: LocalDate = addDays(today, 1 - Number(today.slice(-2)));
  return atLocalMinutes(first, 0, timeZone);
};

/** From when quotes count: the billing period, or the calendar month for free access. */
export const periodStart = (subscriber: QuotaRow, moment: Moment): Date => {
  const { subscription_tier: tier, period_start: start, subscription_end: end } = subscriber;
  if (tier === 'free' || start === null) return monthStart(moment);
  // the renewal's webhook may be late: the next period began where the last one ended
  return end !== null && end > start && end <= moment.at ? end : start;
};

const remainingInPeriod = async (
  tx: CompanyTx,
  companyId: CompanyId,
  subscriber: QuotaRow,
  moment: Moment,
): Promise<number> => {
  const { changed } = await tx
    .selectFrom('quota_ledger')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('delta'), row.lit(0)).as('changed'))
    .where('company_id', '=', companyId)
    .where('kind', 'in', ['quote_used', 'granted'])
    .where('at', '>=', periodStart(subscriber, moment))
    .executeTakeFirstOrThrow();
  const limit = subscriber.subscription_tier === 'pay_as_you_go' ? 0 : QUOTES_PER_PERIOD[subscriber.subscription_tier];
  return Math.max(0, limit + changed);
};
