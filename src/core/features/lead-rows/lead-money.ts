import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '#shared/primitives/cents.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { PaymentProblem } from '#shared/features/payments/payment-status.rules.ts';

/** What a lead's job costs, what was received for it, and what is still owed. Each surface shows these values. */
export interface LeadMoney {
  /**
   * The total of the newest version that is signed or has a payment, with its signed changes. Null if nothing is agreed
   * yet.
   */
  agreed_cents: Cents | null;
  /** When that version was signed or first paid. */
  agreed_at: Date | null;
  /** The deposit of that version. Null if it isn't signed. */
  agreed_deposit_cents: Cents | null;
  /** Everything that was received, including amounts that went back. */
  received_cents: Cents;
  /** Everything that went back: refunds, and payments that a lost dispute returned. */
  refunded_cents: Cents;
  /** What counts toward the price: everything received minus everything that went back. */
  paid_cents: Cents;
  /** The agreed total minus what counts toward it (`balanceOf`). Negative if too much was paid. */
  balance_cents: number;
  /**
   * Whether the contractor has refunded everything, including a payment for that version. The job is then no longer
   * open, and nothing is asked for.
   */
  given_back: boolean;
  payment_problem: PaymentProblem | null;
}

/**
 * Returns the one SQL expression for a lead's money, as a subquery with the columns of `LeadMoney` and one row. `lead` is
 * SQL for the lead's id. Uses the indexes payments_lead, estimates_version_unique and the one of the signatures'
 * estimate ids. The view `signed_estimates` adds the signed changes to the signed total. A payment that arrives another
 * way is added here.
 */
export const leadMoney = (lead: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select agreed.total_cents as agreed_cents, agreed.at as agreed_at,
    agreed.deposit_cents as agreed_deposit_cents,
    flow.received_cents, flow.refunded_cents, flow.received_cents - flow.refunded_cents as paid_cents,
    coalesce(agreed.total_cents, 0) - flow.received_cents + flow.refunded_cents as balance_cents,
    flow.received_cents > 0 and flow.given_back_cents >= flow.received_cents
      and exists (select from payments where lead_id = ${lead} and estimate_id = agreed.id and paid_at is not null)
      as given_back, flow.payment_problem
  from (
    select coalesce(sum(amount_cents) filter (where paid_at is not null), 0)::bigint as received_cents,
      coalesce(sum(case when status = 'dispute_lost' then amount_cents else refunded_cents end)
        filter (where paid_at is not null), 0)::bigint as refunded_cents,
      coalesce(sum(refunded_cents) filter (where paid_at is not null), 0)::bigint as given_back_cents,
      case when bool_or(status = 'disputed') then 'disputed' when bool_or(status = 'dispute_lost') then 'dispute_lost'
        when (array_agg(status order by created_at desc, id desc)
          filter (where status not in ('open', 'expired', 'canceled')))[1] = 'failed' then 'failed' end as payment_problem
    from payments where lead_id = ${lead}) flow
  left join lateral (
    select version.id, coalesce(signed.total_cents, version.total_cents) as total_cents, coalesce(signed.at, paid.at) as at,
      signed.deposit_cents
    from estimates version
    left join signed_estimates signed on signed.estimate_id = version.id
    left join lateral (select min(paid_at) as at from payments
      where lead_id = ${lead} and estimate_id = version.id and paid_at is not null) paid on signed.at is null
    where version.lead_id = ${lead} and (signed.at is not null or paid.at is not null)
    order by version.version desc limit 1) agreed on true`;

/**
 * Returns the SQL for what a lead owes now, in cents: the balance of a job that is agreed and open. It's 0 for a job that
 * was lost or given back. `money` and `lead` are the aliases of `leadMoney` and of the lead.
 */
export const owedOf = (money: string, lead: string): RawBuilder<number> =>
  sql.raw(`(case when ${money}.agreed_at is null or ${money}.given_back or ${lead}.outcome is not distinct from 'lost'
    then 0 else greatest(${money}.balance_cents, 0) end)`);

/** Reads one lead's money. The values are 0 or null if nothing is agreed and nothing was received. */
export const readLeadMoney = async (tx: CompanyTx, lead: LeadId): Promise<LeadMoney> => {
  const { rows } = await sql<LeadMoney>`${leadMoney(sql`${lead}::uuid`)}`.execute(tx);
  const [money] = rows;
  if (!money) throw new Error('an aggregate without rows');
  return money;
};
