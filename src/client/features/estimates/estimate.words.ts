import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { formatDayTime } from '../../lib/dates.ts';

/**
 * Returns text such as 'The text will be sent Nov 9, 2026 Mon 10:00 AM.', or undefined if no text is scheduled. `zone`
 * is the company's time zone.
 */
export const waitingTextWords = (textAt: string | null, zone: string | undefined): string | undefined =>
  textAt === null ? undefined : `The text will be sent ${formatDayTime(textAt, zone)}.`;

/**
 * Returns the message after an estimate is sent (spec, section 8). If the estimate will be sent only by text, and only
 * later, the message says that it's scheduled. `textAt` is when the text will be sent.
 */
export const sentWords = ({ name, email, phone }: LeadView, textAt: string | null): string => {
  if (email !== null) return `Estimate sent to ${name} at ${email}`;
  return textAt === null
    ? `Estimate sent to ${name} at ${formatPhone(phone ?? '')}`
    : `Estimate to ${name} is scheduled`;
};

/**
 * Returns text such as 'Uses 1 quote, 462 left'. Only a lead's first estimate uses a quote. Returns undefined until the
 * subscription is loaded.
 */
export const quotaText = (lead: LeadView, subscription: SubscriptionView | undefined): string | undefined => {
  if (lead.estimateSentAt !== null) return 'Sending a new version doesn’t use a quote';
  if (!subscription) return undefined;
  const { subscribed, subscriptionTier, quotesRemaining } = subscription;
  if (!subscribed && quotesRemaining === 0) return undefined;
  const unit = subscriptionTier === 'pay_as_you_go' ? 'lead credit' : 'quote';
  if (quotesRemaining === 0) return `No ${unit}s left`;
  return `Uses 1 ${unit}, ${quotesRemaining.toLocaleString('en-US')} left`;
};

/** Returns text such as 'Will be sent to tom@example.com and by text.', or undefined if the estimate can't be sent. */
export const goesText = ({ email, phone, sms }: Pick<LeadView, 'email' | 'phone' | 'sms'>): string | undefined => {
  if (email !== null) return `Will be sent to ${email}${sms.allowed ? ' and by text' : ''}.`;
  return sms.allowed && phone !== null ? `Will be sent by text to ${formatPhone(phone)}.` : undefined;
};

/** Returns a total such as '$3,542.08'. For several options, returns the lowest total: 'from $2,219.25'. */
export const totalText = (totals: readonly (number | undefined)[]): string => {
  const priced = totals.filter((total) => total !== undefined);
  if (priced.length === 0) return 'No price yet';
  return `${totals.length > 1 ? 'from ' : ''}${formatCents(Math.min(...priced))}`;
};

/**
 * Returns the terms in one line, such as 'Your usual terms, 10 sections'. `usual` is the text that the estimate started
 * with.
 */
export const termsLine = (text: string, usual: string): string => {
  if (text.trim() === '') return 'No terms';
  const sections = text.split('\n').filter((line) => /^\d+\.\s/.test(line)).length;
  const whose = text === usual ? 'Your usual terms' : 'Changed for this estimate';
  return sections === 0 ? whose : `${whose}, ${sections} ${sections === 1 ? 'section' : 'sections'}`;
};
