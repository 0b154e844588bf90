import type { FieldErrors } from '../../primitives/app-error.ts';
import type { FollowUpChannel } from '../follow-ups/follow-ups.schema.ts';
import { isMarketing } from '../follow-ups/offer.rules.ts';
import { MAX_MESSAGE_LENGTH } from '../follow-ups/steps.rules.ts';
import { type AnyTag, findUnknownTags, hasTag } from '../follow-ups/tags.rules.ts';

/** The automatic reminders that a company can turn on. All are off by default. */
export const REMINDERS = ['not_viewed', 'not_answered', 'expiring', 'balance', 'review'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** One reminder's settings. `days` is a whole number from 1 to 30. */
export interface ReminderSetting {
  enabled: boolean;
  days: number;
  channel: FollowUpChannel;
  message: string;
}

export interface ReminderSettings {
  rules: Record<Reminder, ReminderSetting>;
  /** The URL of a page where customers can leave a review. Empty if the contractor hasn't entered one. */
  reviewUrl: string;
}

const ESTIMATE_TAGS = [
  'name',
  'address',
  'total_feet',
  'estimate_amount',
  'estimate_link',
  'valid_until',
] as const satisfies AnyTag[];

interface ReminderFacts {
  /** The word that precedes 'text' or 'email' in the timeline. */
  label: string;
  tags: readonly AnyTag[];
  days: number;
  message: string;
}

/**
 * Each reminder's label, tags and defaults. A reminder makes no offer, because only a follow-up step or an estimate can
 * have one set.
 */
export const REMINDER: Record<Reminder, ReminderFacts> = {
  not_viewed: {
    label: 'Reminder',
    tags: ESTIMATE_TAGS,
    days: 2,
    message:
      'Hi {{name}}, we sent you the estimate for the fence at {{address}}. You can look at it here: {{estimate_link}} Any questions? Just reply.',
  },
  not_answered: {
    label: 'Reminder',
    tags: ESTIMATE_TAGS,
    days: 3,
    message:
      'Hi {{name}}, have you had time to think about the estimate for the fence at {{address}}? You can accept it or ask us a question here: {{estimate_link}}',
  },
  expiring: {
    label: 'Expiry reminder',
    tags: ESTIMATE_TAGS,
    days: 3,
    message:
      'Hi {{name}}, your estimate of {{estimate_amount}} for the fence at {{address}} is valid through {{valid_until}}. Review or accept it here: {{estimate_link}}',
  },
  balance: {
    label: 'Balance reminder',
    tags: ['name', 'address', 'total_feet', 'estimate_amount', 'balance', 'estimate_link'],
    days: 3,
    message:
      'Hi {{name}}, the balance of {{balance}} for the fence at {{address}} is due. You can pay it here: {{estimate_link}} If you already paid, thank you.',
  },
  review: {
    label: 'Review request',
    tags: ['name', 'address', 'total_feet', 'review_link'],
    days: 2,
    message:
      'Hi {{name}}, thank you for choosing us for the fence at {{address}}. Would you tell others how it went? It takes a minute: {{review_link}}',
  },
};

export const DEFAULT_REMINDERS: ReminderSettings = {
  rules: Object.fromEntries(
    REMINDERS.map((rule): [Reminder, ReminderSetting] => [
      rule,
      { enabled: false, days: REMINDER[rule].days, channel: 'email', message: REMINDER[rule].message },
    ]),
  ) as Record<Reminder, ReminderSetting>,
  reviewUrl: '',
};

export const MAX_REMINDER_DAYS = 30;
const MAX_URL_LENGTH = 500;

/**
 * Returns the error for the number of days as a sentence with an example, or undefined if it's valid. NaN is invalid.
 */
export const reminderDaysFault = (days: number): string | undefined =>
  Number.isInteger(days) && days >= 1 && days <= MAX_REMINDER_DAYS
    ? undefined
    : 'Enter a whole number of days from 1 to 30, such as 3';

const braced = (tag: AnyTag): string => `{{${tag}}}`;

/** Returns the error for a reminder's message, or undefined if it's valid. */
export const reminderMessageFault = (rule: Reminder, template: string): string | undefined => {
  const text = template.trim();
  const { tags } = REMINDER[rule];
  if (text === '') return 'Write a message';
  if (text.length > MAX_MESSAGE_LENGTH) return 'Use at most 1,600 characters';
  const unknown = findUnknownTags(text, tags);
  if (unknown.length > 0)
    return `Unknown tag: ${unknown.join(', ')}. Use ${tags.slice(0, -1).map(braced).join(', ')} or ${tags.slice(-1).map(braced).join('')}`;
  if (rule === 'review' && !hasTag(text, 'review_link')) return 'Add {{review_link}} to the message';
  if ((rule === 'review' || rule === 'balance') && isMarketing(text))
    return 'The price is already agreed on. Remove the discount';
  return undefined;
};

/** Returns the error for the review URL, or undefined if it's valid. */
export const reviewUrlFault = ({ rules, reviewUrl }: ReminderSettings): string | undefined => {
  const text = reviewUrl.trim();
  if (text === '')
    return rules.review.enabled
      ? 'Enter the web page where people leave a review, such as https://g.page/r/your-page/review'
      : undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || !url.hostname.includes('.') || url.username !== '')
    return 'Enter a full URL that starts with https://, such as https://g.page/r/your-page/review';
  return text.length > MAX_URL_LENGTH ? 'Use at most 500 characters' : undefined;
};

/** Returns all errors, keyed by field path ('rules.expiring.days'). The server returns the same errors. */
export const reminderFaults = (settings: ReminderSettings): FieldErrors => {
  const faults: FieldErrors = {};
  for (const rule of REMINDERS) {
    const { days, message } = settings.rules[rule];
    const wrongDays = reminderDaysFault(days);
    const wrongMessage = reminderMessageFault(rule, message);
    if (wrongDays !== undefined) faults[`rules.${rule}.days`] = wrongDays;
    if (wrongMessage !== undefined) faults[`rules.${rule}.message`] = wrongMessage;
  }
  const wrongUrl = reviewUrlFault(settings);
  if (wrongUrl !== undefined) faults['reviewUrl'] = wrongUrl;
  return faults;
};
