import type { AwaitedAnswer, LeadListInput, LeadOutcome, LeadView } from '#shared/features/leads/leads.schema.ts';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import type { LeadStatus } from '#shared/features/leads/lead-status.rules.ts';
import { formatDay, formatMoment, formatSoon, formatTime } from '../../lib/dates.ts';

/** Returns 'no gates', '1 gate' or '3 gates'. */
export const gatesText = (count: number): string =>
  count === 0 ? 'no gates' : count === 1 ? '1 gate' : `${count} gates`;

/** Returns text such as 'Vinyl, 1 gate', or 'No material yet' if there's none. */
export const detailsText = ({ materialType, gateCount }: Pick<LeadView, 'materialType' | 'gateCount'>): string =>
  materialType === null ? `No material yet, ${gatesText(gateCount)}` : `${materialType}, ${gatesText(gateCount)}`;

/** Whether the homeowner is waiting for an answer and can be reached. */
export const waitsForAnswer = ({
  awaitsAnswer,
  phone,
  email,
}: Pick<LeadView, 'awaitsAnswer' | 'phone' | 'email'>): boolean =>
  awaitsAnswer !== null && (phone !== null || email !== null);

/**
 * Returns the contractor's next step if it comes after the estimate: to answer the homeowner, collect the deposit or, for
 * companies that take visits, book one. Also returns where the contractor takes that step, as changes of the URL.
 * Undefined if the next step is the estimate.
 */
export const stepAfterEstimate = (
  { awaitsAnswer, unread, estimateStatus }: Pick<LeadView, 'awaitsAnswer' | 'unread' | 'estimateStatus'>,
  takesVisits: boolean,
) => {
  if (awaitsAnswer !== null || unread > 0) return { words: 'Answer', at: { view: 'conversation' } } as const;
  if (estimateStatus === 'accepted') return { words: 'Collect deposit', at: { view: 'overview' } } as const;
  if (estimateStatus === 'deposit_paid' && takesVisits)
    return { words: 'Book visit', at: { dialog: 'visit' } } as const;
  return undefined;
};

/** Whether the next action is to enter the length. An estimate requires it, and no other action comes first. */
export const lengthIsNext = (lead: LeadView): boolean =>
  lead.perimeter === null && lead.estimateStatus === null && !waitsForAnswer(lead);

/** Explains why a lead doesn't get automated texts. */
export const noTextsText = ({ refusal, reason }: LeadView['sms']): string =>
  refusal === 'no_consent'
    ? 'No automated texts: the homeowner hasn’t agreed to them.'
    : sentences(`No automated texts: ${reason ?? ''}`);

/** Shortens '2217 Sagebrush Ln, Boise, ID 83709' to the street and city, which fit on one line. */
export const shortAddress = (address: string): string =>
  address.replace(/,?\s+[A-Z]{2}(\s+\d{5}(-\d{4})?)?(,\s*USA?)?$/, '');

const FULL_WIDTH_FEET = 320;
const LEAST_PERCENT = 45.4;

/** Returns a dimension line's width as a percentage, to scale. At 320 ft or more, the line is full width. */
export const dimensionWidth = (feet: number): number =>
  Math.round(Math.min(100, LEAST_PERCENT + ((100 - LEAST_PERCENT) * feet) / FULL_WIDTH_FEET));

const ESTIMATE: Record<string, string> = {
  sent: 'Not opened yet',
  viewed: 'Viewed',
  accepted: 'Accepted, deposit due',
  declined: 'Declined',
  deposit_paid: 'Deposit paid',
  paid: 'Paid in full',
  refunded: 'Payment was refunded',
  disputed: 'Payment is disputed',
  expired: 'Estimate expired',
};

const FOLLOW_UPS: Record<LeadView['followUpStatus'], string | null> = {
  none: null,
  draft: 'Follow-ups in draft',
  active: 'Follow-ups on',
  stopped: 'Follow-ups off',
  done: 'Follow-ups done',
};

const ANSWER = { question: 'Asked a question', reply: 'Replied' };

/** Returns 'Lost: price', or 'Lost' if there's no reason. */
const outcomeText = (outcome: LeadOutcome, reason: string | null): string => {
  const word = outcome === 'won' ? 'Won' : 'Lost';
  return reason ? `${word}: ${reason[0]?.toLowerCase() ?? ''}${reason.slice(1)}` : word;
};

/** Whether the payment was refunded or disputed. If so, that takes precedence over all other facts. */
const isTakenBack = (status: string | null): boolean => status === 'refunded' || status === 'disputed';

interface FactOptions {
  zone: string | undefined;
  now: Date;
  /** Whether the lead's day isn't shown beside the fact. A time of another day is then shown with its day. */
  alone?: boolean;
}

/**
 * Returns the line below a lead's badge. If something needs attention, it says so. Otherwise, it's the newest fact.
 */
export const newestFact = (lead: LeadView, { zone, now, alone = false }: FactOptions): string => {
  const { estimateStatus, outcome, awaitsAnswer, nextFollowUp, followUpStatus } = lead;
  const estimate = estimateStatus === null ? undefined : ESTIMATE[estimateStatus];
  if (estimateStatus === 'refunded' && lead.refundedCents < lead.receivedCents) return 'Part was refunded';
  if (estimate && isTakenBack(estimateStatus)) return estimate;
  if (outcome) return outcomeText(outcome, lead.outcomeReason);
  if (lead.awaitsDecision) return 'Waiting for your decision';
  if (awaitsAnswer === 'reply' && followUpStatus === 'stopped') return 'Replied, follow-ups off';
  if (awaitsAnswer) return ANSWER[awaitsAnswer];
  if (estimate && estimateStatus !== 'sent' && estimateStatus !== 'viewed') return estimate;
  if (nextFollowUp)
    return `Next ${nextFollowUp.channel === 'sms' ? 'text' : 'email'} ${formatSoon(nextFollowUp.dueAt, now, zone)}`;
  if (estimateStatus === 'viewed') return 'Viewed';
  const isToday = formatDay(lead.createdAt, zone) === formatDay(now, zone);
  const added = alone && !isToday ? formatMoment(lead.createdAt, now, zone) : formatTime(lead.createdAt, zone);
  return FOLLOW_UPS[followUpStatus] ?? estimate ?? `${sourceLabel(lead.source)}, ${added.replace(/^Y/, 'y')}`;
};

/** The words that follow each status's total, as in '$12,480.00 to quote'. */
export const SUM_WORD: Record<LeadStatus, string> = {
  new: 'to quote',
  contacted: 'in progress',
  estimate_sent: 'pending',
  paid: 'received',
};

/** Labels for the list's sort orders. */
export const SORT_LABEL: Record<LeadListInput['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
};

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** Spells out numbers up to ten, such as 'Two', and returns others as '2,000'. */
export const inWords = (count: number): string => WORDS[count] ?? count.toLocaleString('en-US');

/** Returns 'Tom Hadley asked you a question', or for several leads, 'Three leads are waiting for an answer'. */
export const awaitingText = ({ name, answer }: { name: string; answer: AwaitedAnswer }, count: number): string => {
  if (count > 1) return `${inWords(count)} leads are waiting for an answer`;
  return answer === 'question' ? `${name} asked you a question` : `${name} wrote to you`;
};

/** Returns text such as 'Two unread messages' */
export const unreadText = (count: number): string => `${inWords(count)} unread ${count === 1 ? 'message' : 'messages'}`;

/** Returns text such as 'Two requests to review'. The server stops counting at 1,000. */
export const reviewText = (count: number): string =>
  `${inWords(count)}${count >= 1_000 ? '+' : ''} ${count === 1 ? 'request' : 'requests'} to review`;
