import { sql, type SqlBool } from 'kysely';
import type { PaymentListInput, PaymentView } from '#shared/features/payments/payments.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { isLiveKey } from '../../platform/stripe.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';
import { stripePageOf } from './stripe-page.ts';

/** Statuses of checkouts that weren't paid. The list excludes them. */
const NOTHING_CAME = ['open', 'expired', 'canceled'] as const;

/** Lists a company's or a lead's payments, newest first. Uses the indexes payments_newest and payments_lead. */
export function listPayments(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  companyId: CompanyId,
  { cursor, limit, leadId }: PaymentListInput,
): Promise<{ items: PaymentView[]; nextCursor: string | null }> {
  const live = isLiveKey(config);
  const after = cursor ? readCursor(cursor, 'instant') : null;
  return inCompany(db, companyId, async (tx) => {
    const rows = await tx
      .selectFrom('payments')
      .innerJoin('leads', 'leads.id', 'payments.lead_id')
      .innerJoin('estimates', 'estimates.id', 'payments.estimate_id')
      .select([
        'payments.id',
        'payments.lead_id',
        'leads.name as lead_name',
        'estimates.number',
        'payments.kind',
        'payments.amount_cents',
        'payments.fee_cents',
        'payments.refunded_cents',
        'payments.status',
        'payments.extra',
        'payments.by_hand',
        'payments.reference',
        'payments.received_on',
        'payments.void_reason',
        'payments.stripe_account_id',
        'payments.stripe_payment_intent',
        'payments.method',
        'payments.reason',
        'payments.created_at',
        'payments.paid_at',
        instantText('payments.created_at').as('cursor_key'),
      ])
      .where('payments.company_id', '=', companyId)
      .where('payments.status', 'not in', NOTHING_CAME)
      .$if(leadId !== undefined, (query) => query.where('payments.lead_id', '=', leadId ?? null))
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`(payments.created_at, payments.id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('payments.created_at', 'desc')
      .orderBy('payments.id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = pageOf(rows, limit);
    return {
      items: page.map((row) => ({
        id: row.id,
        leadId: row.lead_id,
        leadName: row.lead_name,
        estimateNumber: row.number,
        kind: row.kind,
        amountCents: row.amount_cents,
        feeCents: row.fee_cents,
        refundedCents: row.refunded_cents,
        status: row.status,
        extra: row.extra,
        byHand: row.by_hand,
        reference: row.reference,
        receivedOn: row.received_on,
        method: row.method,
        reason: row.void_reason ?? row.reason,
        stripeUrl: stripePageOf(row, live),
        createdAt: row.created_at.toISOString(),
        paidAt: row.paid_at?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}
