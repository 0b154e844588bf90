import { sql } from 'kysely';
import type { Reminder } from '#shared/features/reminders/reminder.rules.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { daysBetween, localDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { channelsOf, dueDatesFor, zoneOf } from '../follow-ups/due-dates-of-lead.ts';
import { getCompany, getLead } from '../follow-ups/follow-ups.repository.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { withdrawWaiting } from '../messages/withdraw-waiting.ts';
import { findEstimate } from '../estimates/estimates.repository.ts';
import { readPayable } from '../balances/payable.ts';
import type { ReminderRuleRow } from './reminders.table.ts';
import { listEnabled } from './reminder-rules.repository.ts';
import { REMINDER_MESSAGES } from './messages/reminders.ts';

interface Cause {
  companyId: CompanyId;
  /** The estimate version that the event concerns. */
  estimate: Pick<EstimateRow, 'id' | 'lead_id' | 'valid_until'>;
  /** The reminders that the event can trigger. */
  rules: readonly Reminder[];
  /** When the event happened, by the business clock. */
  at: Date;
}

/**
 * Schedules the enabled reminders in the transaction of the event that triggers them. Each reminder is scheduled once
 * per estimate version and channel, even if this function is called again. A reminder is due on a day when follow-ups
 * may be sent, at the send time in the job's time zone. All conditions are checked again when a reminder is sent.
 */
export async function planReminders(tx: CompanyTx, { companyId, estimate, rules, at }: Cause): Promise<void> {
  const enabled = await listEnabled(tx, { companyId, rules });
  if (enabled.length === 0) return;
  const company = await getCompany(tx, companyId);
  const lead = await getLead(tx, companyId, estimate.lead_id);
  for (const rule of enabled)
    for (const channel of channelsFor(rule, lead)) await plan(tx, { company, lead, estimate, rule, channel, at });
}

/**
 * Returns a reminder's channels. An email is scheduled only if the lead has an email address. If both channels are set,
 * a text is scheduled only if the lead has a phone number. If only texts are set, a text is always scheduled. It's
 * skipped with a reason if the lead still has no phone number when it's due.
 */
const channelsFor = ({ channel }: ReminderRuleRow, { phone, email }: LeadRow): MessageChannel[] =>
  channelsOf(channel).filter((one) => (one === 'email' ? email !== null : channel !== 'both' || phone !== null));

interface Plan {
  company: CompanyRow;
  lead: LeadRow;
  estimate: Cause['estimate'];
  rule: ReminderRuleRow;
  channel: MessageChannel;
  at: Date;
}

async function plan(tx: CompanyTx, { company, lead, estimate, rule, channel, at }: Plan): Promise<void> {
  const days = daysFrom({ rule, estimate, zone: zoneOf({ lead, company }), at });
  if (days < 1) return;
  const [due] = dueDatesFor(channel, { lead, company, days: [days], activatedAt: at });
  if (!due) return;
  await enqueueMessage(tx, {
    companyId: company.id,
    leadId: lead.id,
    kind: REMINDER_MESSAGES[rule.rule],
    channel,
    to: (channel === 'sms' ? lead.phone : lead.email) ?? '',
    payload: { estimateId: estimate.id },
    dedupeKey: keyOf(rule.rule, estimate.id, channel),
    at,
    due: { at: due.dueAt, moved: due.moved },
  });
}

/**
 * Returns how many days after the event the reminder is due, in the job's time zone. For an expiring estimate, counts
 * back from its last valid day. A result below 1 means that the reminder's day has already passed.
 */
const daysFrom = ({ rule, estimate, zone, at }: Pick<Plan, 'rule' | 'estimate' | 'at'> & { zone: string }): number =>
  rule.rule === 'expiring'
    ? daysBetween(localDateOf(at, zone), localDate(estimate.valid_until)) - rule.days
    : rule.days;

const keyOf = (rule: Reminder, estimateId: string, channel: MessageChannel): string =>
  `reminder.${rule}:${estimateId}:${channel}`;

/** Cancels a version's unsent reminder after the event that triggered it is undone. */
const unplanReminder = (
  tx: CompanyTx,
  { companyId, estimateId, rule }: { companyId: CompanyId; estimateId: EstimateRow['id']; rule: Reminder },
): Promise<void> =>
  withdrawWaiting(tx, {
    companyId,
    which: sql`m.dedupe_key in (${keyOf(rule, estimateId, 'sms')}, ${keyOf(rule, estimateId, 'email')})`,
  });

interface OfVersion {
  companyId: CompanyId;
  estimateId: EstimateId;
  at: Date;
}

/**
 * Schedules reminders after a payment for an estimate version, or after the work starts. Schedules a balance reminder
 * if the homeowner can now pay the balance, and no payment plan asks for it. In US states with a deposit cap, they can pay it only after work starts
 * (C27). Schedules a review request once everything is paid.
 */
export async function planPaymentReminders(tx: CompanyTx, { companyId, estimateId, at }: OfVersion): Promise<void> {
  const enabled = await listEnabled(tx, { companyId, rules: ['balance', 'review'] });
  if (enabled.length === 0) return;
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (!estimate) return;
  const { due, document } = await readPayable(tx, { companyId, estimateId, at });
  const rules = [
    ...(due.balance === null || document.hasPlan ? [] : (['balance'] as const)),
    ...(estimate.status === 'paid' ? (['review'] as const) : []),
  ];
  if (rules.length > 0) await planReminders(tx, { companyId, estimate, rules, at });
}

/** Schedules a balance reminder after a version is signed, if an earlier version was partly paid. */
export async function planSignedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  const { companyId, estimateId, at } = of;
  const enabled = await listEnabled(tx, { companyId, rules: ['balance'] });
  if (enabled.length === 0 || !(await isRestDue(tx, of))) return;
  const estimate = await findEstimate(tx, { companyId, id: estimateId });
  if (estimate) await planReminders(tx, { companyId, estimate, rules: ['balance'], at });
}

/** Cancels the balance reminder after the start of work is undone, unless the balance can be paid anyway. */
export async function unplanStartedReminders(tx: CompanyTx, of: OfVersion): Promise<void> {
  if (!(await isRestDue(tx, of))) await unplanReminder(tx, { ...of, rule: 'balance' });
}

/** Whether part of the price is paid and the balance can be paid now. */
async function isRestDue(tx: CompanyTx, of: OfVersion): Promise<boolean> {
  const { due, state, document } = await readPayable(tx, of);
  return due.balance !== null && state.paidCents > 0 && !document.hasPlan;
}
