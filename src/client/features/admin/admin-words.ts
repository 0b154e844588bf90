import { MOST_LEADS_COUNTED } from '#shared/features/admin/admin.limits.ts';
import type { AdminCompanyDetailView, AdminCompanyView } from '#shared/features/admin/admin.schema.ts';
import type { AuditView } from '#shared/features/admin/admin-failures.schema.ts';
import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatDay, formatDayTime, lastDay } from '../../lib/dates.ts';

const TIER: Record<SubscriptionTier, string> = {
  pay_as_you_go: 'Pay as You Go',
  starter: 'Starter',
  pro: 'Pro',
  free: 'Free access',
};

export const REGISTRATION_WORD: Record<SmsRegistration, string> = {
  none: 'None',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

type PlanOf = Pick<AdminCompanyView, 'plan' | 'timeZone'>;

export const tierWord = ({ plan }: PlanOf): string => (plan.tier === null ? 'No plan' : TIER[plan.tier]);

/**
 * Returns the plan's renewal date, or the last day of free access, in the company's time zone. Returns null if neither
 * applies.
 */
export const untilText = ({ plan, timeZone }: PlanOf): string | null => {
  if (plan.until === null) return null;
  if (plan.tier === 'free') return `through ${lastDay(plan.until, timeZone)}`;
  const day = formatDay(plan.until, timeZone);
  return plan.pastDue ? `payment failed, ends ${day}` : `renews ${day}`;
};

/** Returns the status that Stripe reports, such as 'Past due'. */
export const stripeText = ({ stripeStatus, customerId }: AdminCompanyDetailView['subscription']): string => {
  if (stripeStatus === null) return customerId ? 'No subscription' : 'Not a customer';
  const words = stripeStatus.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const leadsText = (leads: number): string =>
  leads > MOST_LEADS_COUNTED ? `${MOST_LEADS_COUNTED.toLocaleString('en-US')}+` : leads.toLocaleString('en-US');

const ACTION_WORDS: Record<string, string> = {
  'user.role_granted': 'Granted a role',
  'user.role_taken': 'Removed a role',
  'user.sessions_ended': 'Ended all sessions',
  'company.sms_set': 'Changed text settings',
  'company.texts_resumed': 'Resumed texts',
  'provider.try_now': 'Retried a provider',
  'company.free_access_granted': 'Granted free access',
  'company.free_access_revoked': 'Ended free access',
  'message.retried': 'Retried a message',
  'message.dismissed': 'Dismissed a message',
  'messages.skipped': 'Skipped overdue messages',
  'stripe_event.retried': 'Retried a Stripe event',
  'platform.new_people_paused': 'Paused messages to new recipients',
  'platform.new_people_resumed': 'Resumed messages to new recipients',
  'feedback.marked_read': 'Marked as read',
  'feedback.marked_unread': 'Marked as unread',
  'feedback.answered': 'Answered feedback',
};

export const actionText = (action: string): string => ACTION_WORDS[action] ?? action;

const FACT_WORDS: Record<string, string> = {
  roles: 'Roles',
  sessions: 'Sessions',
  smsFrom: 'Number',
  textsPausedSince: 'Texts paused since',
  registration: 'Registration',
  reason: 'Reason',
  freeUntil: 'Free until',
  status: 'Status',
  attempts: 'Attempts',
  messages: 'Messages',
  error: 'Error',
  read: 'Read',
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T.*Z$/;

const factText = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return INSTANT.test(value) ? formatDayTime(value) : value;
  return JSON.stringify(value);
};

/** Describes an action's changes, such as 'Roles: contractor → admin, contractor'. Leaves out unchanged values. */
export const changeTexts = ({ before, after }: Pick<AuditView, 'before' | 'after'>): string[] => {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.flatMap((key) => {
    const [from, to] = [factText(before?.[key]), factText(after?.[key])];
    const label = FACT_WORDS[key] ?? key;
    if (after === null || !(key in after)) return [`${label}: ${from}`];
    return from === to ? [] : [`${label}: ${from} → ${to}`];
  });
};

/** Formats seconds in the largest suitable unit, such as '4 minutes'. That's precise enough for a delay. */
export const delayText = (seconds: number): string => {
  if (seconds < 60) return counted(Math.round(seconds), 'second', 'seconds');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return counted(minutes, 'minute', 'minutes');
  return counted(Math.floor(minutes / 60), 'hour', 'hours');
};
