import { depositTermsOf } from '#core/features/estimates/draft-estimate.ts';
import { insertLink } from '#core/features/estimates/estimate-links.ts';
import { advanceStatus } from '#core/features/leads/advance-status.ts';
import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import { estimateNumber, validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { TimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { DemoContext, DemoLead } from './seed-leads.ts';
import { ACCEPTED_AFTER, demoPayments, demoPrice, demoPrices } from './demo-payments.ts';
import { seedPayment } from './seed-payment.ts';
import { seedSignature } from './seed-signature.ts';

const STATUS_OF: Partial<Record<DemoLead['story'], EstimateStatus>> = {
  sent: 'sent',
  viewed: 'viewed',
  accepted: 'accepted',
  declined: 'declined',
  'deposit paid': 'deposit_paid',
  paid: 'paid',
};
const DECLINED_BECAUSE = 'We decided to wait until spring.';

/** Creates this lead's sent estimate and the homeowner's actions on it. */
export async function seedEstimate(context: DemoContext, { lead, story }: DemoLead): Promise<void> {
  const status = STATUS_OF[story];
  if (!status) return;
  const { tx, company, secret } = context;
  const sentAt = new Date(lead.created_at.getTime() + HOUR);
  const viewed = status === 'sent' ? null : new Date(sentAt.getTime() + 3 * HOUR);
  const prices = demoPrices({
    perimeter: lead.perimeter_ft,
    gateCount: lead.gate_count,
    materialType: lead.material_type,
  });
  const { totalCents } = demoPrice(prices);
  const depositTerms = depositTermsOf(company, lead);
  const number = estimateNumber(lead.id, String(lead.created_at.getTime() % 10_000).padStart(4, '0'));
  const estimate = await tx
    .insertInto('estimates')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      version: 1,
      number,
      status,
      perimeter_ft: prices.perimeter,
      gate_count: prices.gateCount,
      material_type: lead.material_type ?? '',
      base_price_cents: prices.basePriceCents,
      premium_cents: prices.premiumCents,
      gate_price_cents: prices.gatePriceCents,
      total_cents: totalCents,
      deposit_terms: JSON.stringify(depositTerms),
      terms: company.terms,
      company: JSON.stringify({
        name: company.name,
        email: company.email,
        phone: company.phone,
        address: company.address,
        postalAddress: company.postal_address,
        timeZone: company.time_zone,
      }),
      customer: JSON.stringify({
        name: lead.name,
        email: lead.email,
        phone: lead.phone,
        address: lead.address,
        zip: lead.zip,
      }),
      sent_at: sentAt,
      valid_until: validUntil(localDateOf(sentAt, company.time_zone)),
      first_viewed_at: viewed,
      last_viewed_at: viewed,
      view_count: viewed ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (secret !== undefined)
    await insertLink(tx, { companyId: company.id, estimateId: estimate.id, secret, at: sentAt });
  await tx
    .updateTable('leads')
    .set({ estimate_sent_at: sentAt, quote_cents: totalCents })
    .where('id', '=', lead.id)
    .execute();
  await tx
    .insertInto('quota_ledger')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind: 'quote_used',
      delta: -1,
      reason: 'Estimate sent',
      at: sentAt,
    })
    .execute();
  await seedHistory(context, { lead, status, sentAt, number, totalCents });
  if (status !== 'accepted' && status !== 'deposit_paid' && status !== 'paid') return;
  await seedSignature(context, { lead, estimateId: estimate.id, at: new Date(sentAt.getTime() + ACCEPTED_AFTER) });
  for (const payment of demoPayments(context.now).filter(({ leadName }) => leadName === lead.name))
    await seedPayment(context, { lead, estimateId: estimate.id, number, payment });
}

interface History {
  lead: LeadRow;
  status: EstimateStatus;
  sentAt: Date;
  number: string;
  totalCents: number;
}

async function seedHistory(
  { tx, company }: DemoContext,
  { lead, status, sentAt, number, totalCents }: History,
): Promise<void> {
  const of = { companyId: company.id, leadId: lead.id };
  const note = (hours: number, event: TimelineEvent) =>
    addTimelineEvent(tx, { ...of, ...event, at: new Date(sentAt.getTime() + hours * HOUR) });
  await note(0, { kind: 'estimate_sent', data: { number, version: 1, totalCents, resend: false } });
  await advanceStatus(tx, { ...of, to: 'estimate_sent', at: sentAt });
  if (status === 'sent') return;
  await note(3, { kind: 'estimate_viewed', data: { number, count: 1 } });
  if (status === 'viewed') return;
  if (status === 'declined') return note(4, { kind: 'estimate_declined', data: { number, reason: DECLINED_BECAUSE } });
  await note(ACCEPTED_AFTER / HOUR, { kind: 'estimate_accepted', data: { number, totalCents, signedBy: lead.name } });
}
