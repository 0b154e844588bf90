import type { Selectable } from 'kysely';
import { QUOTES_PER_PERIOD } from '#shared/features/billing/billing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { addDays, atLocalMinutes, localDateOf, type LocalDate } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { SubscribersTable } from './billing.table.ts';
import { ACCESS_COLUMNS, accessOf, NO_PLAN } from './access.ts';

const QUOTA_COLUMNS = [...ACCESS_COLUMNS, 'period_start', 'usage_count'] as const;
export type QuotaRow = Pick<Selectable<SubscribersTable>, (typeof QUOTA_COLUMNS)[number]>;

/** The error for each kind of access when there are no quotes left. Each error says what to do next. */
const NONE_LEFT: Record<'starter' | 'pro' | 'free' | 'pay_as_you_go', string> = {
  starter:
    'No quotes left in this billing period. The lead is saved. Press “Buy Lead Credit” to send this estimate, or upgrade to Pro',
  pro: 'No quotes left in this billing period. The lead is saved. Press “Buy Lead Credit” to send this estimate',
  free: 'No quotes left this month. The lead is saved. Press “Buy Lead Credit” to send this estimate',
  pay_as_you_go: 'No quotes left. The lead is saved. Press “Buy Lead Credit” to send this estimate',
};

export interface Spend {
  companyId: CompanyId;
  leadId: LeadId;
  /** The company's time zone. The quota for free access applies per calendar month in this zone. */
  timeZone: string;
  at: Date;
  /** Whether the user is an admin. Admins don't need a plan, and their quotes aren't counted. */
  isAdmin: boolean;
}

/**
 * Counts a lead toward the plan's quota or, if the quota is used up, uses one of the company's purchased credits. A
 * lead counts only once. If it has already used a quote or a credit, nothing changes. Locks the company's subscription,
 * so that concurrent calls never use the same quote. The caller must lock the lead's row first. Throws
 * SUBSCRIPTION_REQUIRED or QUOTA_EXHAUSTED, each with its `nextStep`.
 */
export const spendQuote = async (tx: CompanyTx, spend: Spend): Promise<'spent' | 'spent_before' | 'not_counted'> => {
  if (spend.isAdmin) return 'not_counted';
  const subscriber = await lockSubscriber(tx, spend.companyId);
  const { tier } = accessOf(subscriber, spend.at);
  if (!subscriber || tier === null) throw new AppError(NO_PLAN, 'SUBSCRIPTION_REQUIRED', { nextStep: 'choose_plan' });
  if (await wasSpent(tx, spend)) return 'spent_before';
  if ((await leftInPeriod(tx, subscriber, spend)) > 0) await spendFromPeriod(tx, spend, subscriber);
  else if (subscriber.usage_count > 0) await spendCredit(tx, spend);
  else throw new AppError(NONE_LEFT[tier], 'QUOTA_EXHAUSTED', { nextStep: 'buy_credit' });
  return 'spent';
};

/**
 * Returns the number of additional leads that the company can send estimates to: the plan's remaining quotes plus
 * credits, or 0 without access.
 */
export const quotesRemaining = async (tx: CompanyTx, moment: Moment): Promise<number> => {
  const subscriber = await tx
    .selectFrom('subscribers')
    .select(QUOTA_COLUMNS)
    .where('company_id', '=', moment.companyId)
    .modifyFront(prepared)
    .executeTakeFirst();
  if (!subscriber || !accessOf(subscriber, moment.at).hasDashboard) return 0;
  return (await leftInPeriod(tx, subscriber, moment)) + subscriber.usage_count;
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

const spendCredit = async (tx: CompanyTx, { companyId, leadId, at }: Spend): Promise<void> => {
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

type Moment = Pick<Spend, 'companyId' | 'timeZone' | 'at'>;

const monthStart = ({ timeZone, at }: Pick<Moment, 'timeZone' | 'at'>): Date => {
  const today = localDateOf(at, timeZone);
  const first: LocalDate = addDays(today, 1 - Number(today.slice(-2)));
  return atLocalMinutes(first, 0, timeZone);
};

/**
 * Returns the start of the quota period: the plan's billing period or, for free access, the company's calendar month.
 */
export const periodStart = (subscriber: QuotaRow, moment: Pick<Moment, 'timeZone' | 'at'>): Date => {
  const { period_start: start, subscription_end: end } = subscriber;
  if (start === null || accessOf(subscriber, moment.at).tier === 'free') return monthStart(moment);
  return periodStartAt({ start, end, at: moment.at });
};

/** Returns the plan's remaining quotes in this period. Returns 0 if only credits are left. */
const leftInPeriod = async (tx: CompanyTx, subscriber: QuotaRow, moment: Moment): Promise<number> => {
  const { tier } = accessOf(subscriber, moment.at);
  if (tier === null || tier === 'pay_as_you_go') return 0;
  const { changed } = await tx
    .selectFrom('quota_ledger')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('delta'), row.lit(0)).as('changed'))
    .where('company_id', '=', moment.companyId)
    .where('kind', 'in', ['quote_used', 'granted'])
    .where('at', '>=', periodStart(subscriber, moment))
    .executeTakeFirstOrThrow();
  return Math.max(0, QUOTES_PER_PERIOD[tier] + changed);
};

/**
 * Returns the same day and time in another month (UTC), or that month's last day if the month is too short. Stripe
 * computes billing periods the same way.
 */
export const addMonths = (from: Date, months: number): Date => {
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
};

/**
 * Returns the start of the monthly period that contains `at`. `start` and `end` are from the last period that we know
 * of. Renewal events may be months late, so later periods are computed from `end`.
 */
const periodStartAt = ({ start, end, at }: { start: Date; end: Date | null; at: Date }): Date => {
  if (end === null || end <= start || end > at) return start;
  let months = 0;
  while (addMonths(end, months + 1) <= at) months += 1;
  return addMonths(end, months);
};
