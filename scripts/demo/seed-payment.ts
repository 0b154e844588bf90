import { advanceStatus } from '#core/features/leads/advance-status.ts';
import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { DEMO_ACCOUNT, type DemoPayment } from './demo-payments.ts';
import type { DemoContext } from './seed-leads.ts';

/** Creates a demo homeowner's payment in the timeline and the payments table. The balance is paid after work starts. */
export async function seedPayment(
  { tx, company }: DemoContext,
  {
    lead,
    estimateId,
    number,
    payment,
  }: { lead: LeadRow; estimateId: EstimateId; number: string; payment: DemoPayment },
): Promise<void> {
  const of = { companyId: company.id, leadId: lead.id };
  const { kind, amountCents, feeCents, method, at, session, intent } = payment;
  await tx
    .insertInto('payments')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      estimate_id: estimateId,
      kind,
      amount_cents: amountCents,
      fee_cents: feeCents,
      status: 'succeeded',
      stripe_account_id: DEMO_ACCOUNT,
      stripe_session_id: session,
      stripe_payment_intent: intent,
      method,
      expires_at: new Date(at.getTime() + 2 * HOUR),
      created_at: at,
      paid_at: at,
    })
    .execute();
  if (kind === 'balance')
    await tx
      .updateTable('estimates')
      .set({ work_started_at: new Date(at.getTime() - 3 * DAY) })
      .where('id', '=', estimateId)
      .execute();
  await addTimelineEvent(tx, {
    ...of,
    kind: 'payment',
    at,
    data: { number, what: kind, totalCents: amountCents, method },
  });
  await advanceStatus(tx, { ...of, to: 'paid', at });
}
