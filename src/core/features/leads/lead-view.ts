import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { languageOf } from '#shared/primitives/language.ts';
import { viewDatedOffer } from '#shared/features/estimates/offer.schema.ts';
import { type LeadPrice, offerOfPrice } from '../lead-rows/lead-price.ts';
import { NO_PHONE, type SmsPermission, smsPermission } from '../permission/sms-permission.ts';
import type { ListedLead } from './leads.repository.ts';

/** Converts a lead to the dashboard's format. */
export const toLeadView = (row: ListedLead, now: Date): LeadView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  zip: row.zip,
  perimeter: row.perimeter_ft,
  gateCount: row.gate_count,
  materialId: row.material_id,
  materialType: row.material_type,
  quoteCents: row.price.cents,
  offer: offerView(row.price),
  measured: row.measured,
  drawing: row.measured?.drawing ?? null,
  notes: row.notes,
  source: row.source,
  attribution: row.attribution,
  language: languageOf(row),
  status: row.status,
  outcome: row.outcome,
  outcomeReason: row.outcome_reason,
  awaitsAnswer: row.awaits_answer,
  awaitsDecision: row.awaits_decision,
  unread: row.unread_count,
  followUpStatus: row.schedule_status ?? 'none',
  nextFollowUp: row.next_follow_up && {
    channel: row.next_follow_up.channel,
    dueAt: new Date(row.next_follow_up.dueAt).toISOString(),
  },
  estimateStatus: estimateStatus(row.estimate, now),
  agreedCents: row.agreed_cents,
  receivedCents: row.received_cents,
  refundedCents: row.refunded_cents,
  balanceCents: row.balance_cents,
  owedCents: row.owed_cents,
  paymentProblem: row.payment_problem,
  estimateSentAt: row.estimate_sent_at?.toISOString() ?? null,
  lastContactAt: row.last_contact_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  archivedAt: row.archived_at?.toISOString() ?? null,
  erasedAt: row.erased_at?.toISOString() ?? null,
  held: row.held_at !== null,
  heldFor: row.held_for,
  spamAt: row.spam_at?.toISOString() ?? null,
  assignee: row.assigned_to && { userId: row.assigned_to, name: row.assignee_name ?? '' },
  instant: row.instant_state === 'sent',
  instantReason: row.instant_state === 'sent' || row.instant_state === 'pending' ? null : row.instant_state,
  sms: smsOf(row),
});

const offerView = (price: LeadPrice): LeadView['offer'] => {
  const offer = offerOfPrice(price);
  return offer && viewDatedOffer(offer);
};

const smsOf = ({ phone, consent_at: at, opt_out: optOut, ...company }: ListedLead): SmsPermission =>
  phone === null
    ? NO_PHONE
    : smsPermission({
        company,
        phone,
        consentAt: at,
        optOut: optOut === null ? undefined : { source: optOut.source, created_at: new Date(optOut.at) },
      });

const estimateStatus = (estimate: ListedLead['estimate'], now: Date): string | null =>
  estimate &&
  statusNow(
    {
      status: estimate.status,
      valid_until: estimate.validUntil,
      job_zone: estimate.timeZone,
      company: estimate,
    },
    now,
  );
