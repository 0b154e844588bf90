import { advanceStatus } from '#core/features/leads/advance-status.ts';
import { addTimelineEvent } from '#core/features/leads/timeline.repository.ts';
import type { LeadRow } from '#core/platform/db/tables.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import type { DemoContext } from './seed-leads.ts';

/** The demo company's account; sandbox/stripe/demo.ts knows it. */
export const DEMO_ACCOUNT = 'acct_demo_acme_fence';

export interface DemoPayment {
  lead: LeadRow;
  estimateId: EstimateId;
  number: string;
  kind: PaymentKind;
  amountCents: number;
  at: Date;
}

/** What a homeowner of the demo paid by card, on the timeline and in the list of payments. */
export async function seedPayment(
  { tx, company }: DemoContext,
  { lead, estimateId, number, kind, amountCents, at }: DemoPayment,
): Promise<void> {
  const of = { companyId: company.id, leadId: lead.id };
  await tx
    .insertInto('payments')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      estimate_id: estimateId,
      kind,
      amount_cents: amountCents,
      fee_cents: Math.floor(amountCents / 100),
      status: 'succeeded',
      stripe_account_id: DEMO_ACCOUNT,
      method: 'card',
      expires_at: new Date(at.getTime() + DAY),
      created_at: at,
      paid_at: at,
    })
    .execute();
  await addTimelineEvent(tx, {
    ...of,
    kind: 'payment',
    at,
    data: { number, what: kind, totalCents: amountCents, method: 'card' },
  });
  await advanceStatus(tx, { ...of, to: 'paid', at });
}
