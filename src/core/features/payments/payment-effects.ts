import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import type { TimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { PaymentRow } from './payments.table.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { followEstimate } from '../deals/follow-estimates.ts';
import { advanceStatus, takeBackPaid } from '../leads/advance-status.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { planPaymentReminders } from '../reminders/plan-reminders.ts';
import { syncStageMessages } from '../stages/sync-stage-messages.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { writeToHomeowner } from '../messages/write-to-homeowner.ts';
import { paymentFailed, paymentNotice, paymentReceipt } from './messages/payment-messages.ts';
import type { PaymentNews } from './notice-words.ts';

export interface PaymentChange {
  before: PaymentRow;
  after: PaymentRow;
  /** The current time by the business clock. */
  at: Date;
}

const PAID_WHAT: Record<PaymentKind, string> = {
  deposit: 'the deposit',
  full: 'in full',
  balance: 'the balance',
  part: 'a part of the price',
};

/**
 * Writes the effects of a change to a payment, such as a receipt, refund or dispute. Each change is recorded only once,
 * so its effects are written only once. If a change arrives late, its effects are still written in order.
 */
export async function writeEffects(tx: CompanyTx, change: PaymentChange): Promise<void> {
  const { before, after } = change;
  if (after.status === 'processing' && before.status !== 'processing') await onItsWay(tx, change);
  if (before.paid_at === null && after.paid_at !== null) await paid(tx, change);
  if (after.status === 'failed' && before.status !== 'failed') await failed(tx, change);
  if (after.status === 'voided' && before.status !== 'voided') await voided(tx, change);
  else if (after.refunded_cents !== before.refunded_cents) await refunded(tx, change);
  if (isDisputed(before) !== isDisputed(after) || isLost(before) !== isLost(after)) await disputed(tx, change);
}

const isLost = ({ status }: PaymentRow): boolean => status === 'dispute_lost';
const isDisputed = ({ status }: PaymentRow): boolean => status === 'disputed' || status === 'dispute_lost';

const onItsWay = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  await note(tx, change, (of) => ({ kind: 'payment', data: { ...of, outcome: 'processing' } }));
  await stop(tx, change, (name) => `Follow-ups stopped because ${name} is paying by bank.`);
};

const paid = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const { after, at } = change;
  await note(tx, change, (of) => ({ kind: 'payment', data: { ...of, ...(after.extra ? { outcome: 'extra' } : {}) } }));
  if (await coversDeposit(tx, after)) await advancePaid(tx, change);
  await stop(tx, change, (name) => `Follow-ups stopped because ${name} paid ${PAID_WHAT[after.kind]}.`);
  // The member who recorded a payment knows of it.
  if (!after.by_hand) await announce(tx, change);
  await writeAbout(tx, change, paymentReceipt);
  await planPaymentReminders(tx, { companyId: after.company_id, estimateId: after.estimate_id, at });
  await syncStageMessages(tx, { companyId: after.company_id, leadId: after.lead_id, at });
};

/** Whether the deposit or more has been received in all. Always true for a version that isn't signed. */
const coversDeposit = async (tx: CompanyTx, { lead_id }: PaymentRow): Promise<boolean> => {
  const money = await readLeadMoney(tx, lead_id);
  return money.paid_cents >= (money.agreed_deposit_cents ?? 0);
};

const announce = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const { after, at } = change;
  await tell(tx, change, 'paid');
  await enqueuePush(tx, {
    companyId: after.company_id,
    leadId: after.lead_id,
    event: 'paid',
    key: `paid:${after.id}`,
    at,
  });
};

const advancePaid = async (tx: CompanyTx, { after, at }: PaymentChange): Promise<void> => {
  const of = { companyId: after.company_id, leadId: after.lead_id, at };
  await advanceStatus(tx, { ...of, to: 'paid' });
  await followEstimate(tx, { ...of, estimateId: after.estimate_id, rule: 'paid', totalCents: null });
};

const failed = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const { reason } = change.after;
  await note(tx, change, (of) => ({ kind: 'payment', data: { ...of, outcome: 'failed', reason } }));
  await tell(tx, change, 'failed');
  await writeAbout(tx, change, paymentFailed);
};

const refunded = (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const more = change.after.refunded_cents - change.before.refunded_cents;
  return note(tx, change, (of) => ({
    kind: 'refund',
    data: { ...of, totalCents: Math.abs(more), ...(more < 0 && { outcome: 'failed' }) },
  }));
};

const voided = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const { company_id: companyId, lead_id: leadId, void_reason: reason } = change.after;
  await note(tx, change, (of) => ({ kind: 'payment', data: { ...of, outcome: 'voided', reason } }));
  const { received_cents: received } = await readLeadMoney(tx, leadId);
  if (received === 0) await takeBackPaid(tx, { companyId, leadId, at: change.at });
  await syncStageMessages(tx, { companyId, leadId, at: change.at });
};

const disputed = async (tx: CompanyTx, change: PaymentChange): Promise<void> => {
  const { after } = change;
  const news = isLost(after) ? 'dispute_lost' : isDisputed(after) ? 'disputed' : 'dispute_won';
  const outcome = ({ disputed: 'opened', dispute_lost: 'lost', dispute_won: 'won' } as const)[news];
  await note(tx, change, (of) => ({ kind: 'dispute', data: { ...of, outcome, reason: after.reason } }));
  await tell(tx, change, news);
};

/** The data that every timeline event for a payment contains. */
type OfPayment = Pick<
  TimelineEvent<'payment'>['data'],
  'number' | 'what' | 'totalCents' | 'method' | 'byHand' | 'reference'
>;

async function note(
  tx: CompanyTx,
  { after, at }: PaymentChange,
  eventOf: (of: OfPayment) => TimelineEvent<'payment' | 'refund' | 'dispute'>,
): Promise<void> {
  const { number } = await tx
    .selectFrom('estimates')
    .select('number')
    .where('company_id', '=', after.company_id)
    .where('id', '=', after.estimate_id)
    .executeTakeFirstOrThrow();
  await addTimelineEvent(tx, {
    companyId: after.company_id,
    leadId: after.lead_id,
    at,
    ...eventOf({
      number,
      what: after.kind,
      totalCents: after.amount_cents,
      method: after.method,
      ...(after.by_hand && { byHand: true }),
      ...(after.reference !== null && { reference: after.reference }),
    }),
  });
}

const stop = async (
  tx: CompanyTx,
  { after, at }: PaymentChange,
  reason: (firstName: string) => string,
): Promise<void> => {
  // No separate email is sent, because the payment notice already reports the payment.
  await stopSchedules(tx, { companyId: after.company_id, leadId: after.lead_id, reason, at, notify: false });
};

const tell = (tx: CompanyTx, { after, at }: PaymentChange, news: PaymentNews): Promise<void> =>
  tellContractor(tx, {
    companyId: after.company_id,
    leadId: after.lead_id,
    kind: paymentNotice,
    payload: { paymentId: after.id, news },
    dedupeKey: `payment.notice:${after.id}:${news}`,
    at,
  });

/** Transactional (C23). */
const writeAbout = (
  tx: CompanyTx,
  { after, at }: PaymentChange,
  kind: typeof paymentReceipt | typeof paymentFailed,
): Promise<void> =>
  writeToHomeowner(tx, {
    companyId: after.company_id,
    leadId: after.lead_id,
    kind,
    payload: { paymentId: after.id },
    dedupeKey: `${kind.kind}:${after.id}`,
    at,
  });
