import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { Reminder } from '#shared/features/reminders/reminder.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { whyEnded } from '../schedules/why-ended.ts';
import { UNSURE_REASON } from '../permission/unsure-replies.ts';
import { TURNED_OFF } from './reminder-settings.ts';

/** What decides at sending whether a reminder still applies. */
export interface ReminderFacts {
  rule: Reminder;
  row: Pick<OutboxRow, 'created_at' | 'due_at' | 'first_due_at'>;
  lead: LeadRow;
  enabled: boolean;
  hasPlan: boolean;
  /** For its version, now; null if the version is gone. */
  status: EstimateStatus | null;
  hasNewer: boolean;
  /** Whether the lead has active follow-ups. */
  followedUp: boolean;
  /** Whether a possible opt-out of the homeowner awaits the contractor's decision (C8). */
  unsure: boolean;
  /** Why the page can't take the balance now; null if it can, and for other reminders. */
  noBalance: string | null;
  zone: string;
  now: Date;
}

/** Why a reminder isn't sent, for the contractor; null if it applies (decisions.md). */
export const whyNotRemind = (facts: ReminderFacts): string | null => {
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
    return `Too late: this was due on ${formatDate(due, zone)}, and couldn’t be sent within 72 hours`;
  return facts.hasPlan ? null : 'Your subscription isn’t active';
};

type Moot = (facts: ReminderFacts) => string | null;

/** Why an unanswered estimate needs no reminder; `open`: the states in which it does. */
const answered =
  (open: readonly EstimateStatus[]): Moot =>
  ({ status, hasNewer, lead }) => {
    if (status === null) return 'The estimate no longer exists';
    if (hasNewer || status === 'superseded') return 'A newer version of this estimate was sent';
    if (status === 'expired') return 'The estimate has expired';
    return whyEnded(lead, status) ?? (open.includes(status) ? null : 'The homeowner has viewed the estimate');
  };

/** Skips overlapping reminders. */
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
