import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { whyEnded } from '../schedules/why-ended.ts';
import { UNSURE_REASON, unsureAmong } from '../permission/unsure-replies.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { findVersion } from '../estimates/read-version.ts';
import { findSchedule } from '../follow-ups/follow-ups.repository.ts';
import { readPayable } from '../balances/payable.ts';
import { TURNED_OFF } from './reminder-settings.ts';
import type { ReminderRuleRow } from './reminders.table.ts';
import { listEnabled } from './reminder-rules.repository.ts';

/** The data that decides whether a reminder still applies when it's due. */
interface ReminderFacts {
  rule: Reminder;
  row: Pick<MessageRow, 'created_at' | 'due_at' | 'first_due_at'>;
  lead: LeadRow;
  enabled: boolean;
  hasPlan: boolean;
  /** The version's current status. Null if the version no longer exists. */
  status: EstimateStatus | null;
  hasNewer: boolean;
  /** Whether the lead has active follow-ups. */
  followedUp: boolean;
  /** Whether the contractor must still decide about a possible opt-out by the homeowner (C8). */
  unsure: boolean;
  /**
   * Why the balance can't be paid on the page now. Null if it can be paid, or if the reminder isn't about the balance.
   */
  noBalance: string | null;
  zone: string;
  now: Date;
}

/**
 * Returns why a reminder isn't sent, worded for the contractor. Null if it still applies (docs/decisions.md, 'Automatic
 * reminders').
 */
const whyNotRemind = (facts: ReminderFacts): string | null => {
  const { rule, row, lead, now, zone } = facts;
  if (!facts.enabled) return TURNED_OFF;
  if (lead.archived_at) return 'The lead is archived';
  if (lead.outcome === 'lost') return 'The lead is marked lost';
  const moot = MOOT[rule](facts);
  if (moot !== null) return moot;
  if (lead.last_reply_at && lead.last_reply_at > row.created_at) return 'The homeowner has replied';
  if (facts.unsure) return UNSURE_REASON;
  const due = row.first_due_at ?? row.due_at;
  if (isTooLate(due, now))
    return `Too late: this was due on ${formatDate(due, zone)}, and we couldn’t send it within 72 hours`;
  return facts.hasPlan ? null : 'Your subscription isn’t active';
};

type Moot = (facts: ReminderFacts) => string | null;

/**
 * Returns a check that stops a reminder once the homeowner has responded. The reminder still applies to estimates with
 * one of the `open` statuses.
 */
const answered =
  (open: readonly EstimateStatus[]): Moot =>
  ({ status, hasNewer, lead }) => {
    if (status === null) return 'The estimate no longer exists';
    if (hasNewer || status === 'superseded') return 'A newer version of this estimate was sent';
    if (status === 'expired') return 'The estimate has expired';
    return whyEnded(lead, status) ?? (open.includes(status) ? null : 'The homeowner has viewed the estimate');
  };

/** Extends a check so that it also stops a reminder while follow-ups are active. */
const unlessFollowedUp =
  (moot: Moot): Moot =>
  (facts) =>
    moot(facts) ?? (facts.followedUp ? 'Follow-ups are active for this lead' : null);

const MOOT: Record<Reminder, Moot> = {
  not_viewed: unlessFollowedUp(answered(['sent'])),
  not_answered: unlessFollowedUp(answered(['viewed'])),
  expiring: answered(['sent', 'viewed']),
  balance: ({ noBalance }) => noBalance,
  review({ status }) {
    if (status === 'paid') return null;
    return status === 'disputed' ? 'The payment is disputed' : 'The estimate is no longer paid in full';
  },
};

const PREFIX = 'reminder.';

/** Returns the reminder for a message kind, or undefined if it's another kind of message. */
export const reminderOf = (kind: string): Reminder | undefined => REMINDERS.find((rule) => kind === `${PREFIX}${rule}`);

/** A scheduled reminder with the data for its conditions and tags. `whyNot` is null if it would be sent now. */
export interface ReadReminder {
  rule: Reminder;
  whyNot: string | null;
  /** The company's settings. Undefined if the reminder is turned off. */
  setting: ReminderRuleRow | undefined;
  version: Version | undefined;
  balanceCents: number | null;
  zone: string;
}

interface ToRead {
  row: MessageRow;
  lead: LeadRow;
  company: CompanyRow;
  now: Date;
}

/** Reads a scheduled reminder's data. Returns undefined for any other kind of message. */
export async function readReminder(
  tx: CompanyTx,
  { row, lead, company, now }: ToRead,
): Promise<ReadReminder | undefined> {
  const rule = reminderOf(row.kind);
  if (!rule) return undefined;
  const companyId = company.id;
  const { zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const [setting] = await listEnabled(tx, { companyId, rules: [rule] });
  const id = estimateIdSchema.safeParse(row.payload['estimateId']);
  const version = id.success ? await findVersion(tx, { companyId, id: id.data, at: now }) : undefined;
  const balance = rule === 'balance' && version ? await readBalance(tx, { version, now }) : NO_BALANCE;
  const schedule = await findSchedule(tx, companyId, lead.id);
  const whyNot = whyNotRemind({
    rule,
    row,
    lead,
    enabled: setting !== undefined,
    hasPlan: accessOf(await findAccessRow(tx, companyId), now).hasDashboard,
    status: version ? statusNow(version.estimate, now) : null,
    hasNewer: version?.hasNewer === true,
    followedUp: schedule?.status === 'active',
    unsure: (await unsureAmong(tx, companyId, [lead.id])).has(lead.id),
    noBalance: balance.refusal,
    zone,
    now,
  });
  return { rule, whyNot, setting, version, balanceCents: balance.cents, zone };
}

const NO_BALANCE = { cents: null, refusal: 'The estimate no longer exists' };

/** Returns the balance that can be paid now on the homeowner's page, or the reason that it can't be paid. */
async function readBalance(
  tx: CompanyTx,
  { version: { estimate, plan }, now }: { version: Version; now: Date },
): Promise<{ cents: number | null; refusal: string | null }> {
  if (plan !== null || estimate.work_done_at !== null) return { cents: null, refusal: 'The payment plan asks for it' };
  const { due, refusal } = await readPayable(tx, {
    companyId: estimate.company_id,
    estimateId: estimate.id,
    // In English, because the contractor reads the reason.
    language: DEFAULT_LANGUAGE,
    at: now,
  });
  if (refusal) return { cents: null, refusal: refusal.message };
  return due.balance === null
    ? { cents: null, refusal: 'No balance is due anymore' }
    : { cents: due.balance, refusal: null };
}
