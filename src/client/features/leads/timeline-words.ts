import { CALL_TITLE } from '#shared/features/leads/calls.rules.ts';
import { LEAD_STATUS_LABEL, type LeadStatus } from '#shared/features/leads/lead-status.rules.ts';
import type { ReadEvent, TalkResult, TimelineData, TimelineKind } from '#shared/features/timeline/timeline.schema.ts';
import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import type { EstimateLine } from '#shared/features/pricing/line-view.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatDateTime } from '#shared/primitives/local-date.ts';
import { formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { gatesText } from './lead-words.ts';

/**
 * A timeline entry. `us` is the company or Picket, `them` is the homeowner, and `off` is an action that wasn't or won't
 * be taken.
 */
export interface TimelineWords {
  who: 'us' | 'them' | 'off';
  title: string;
  detail?: string | undefined;
  /** The lines of the estimate that was sent or signed. */
  lines?: readonly EstimateLine[] | undefined;
  /** The homeowner's message. */
  said?: string | undefined;
  /** Whether the homeowner is waiting for an answer to this message. */
  asks?: boolean;
  /** Whether the conversation view contains the message. */
  talk?: boolean;
}

interface Context {
  firstName: string;
  zone: string | undefined;
  /** Whether the contractor must still decide about the message. */
  open?: boolean;
}

type Tellers = { [Kind in TimelineKind]: (data: TimelineData<Kind>, context: Context) => TimelineWords };
type MessageKind = Extract<TimelineKind, `message_${string}`>;

const CREATED: Record<string, Omit<TimelineWords, 'detail'>> = {
  widget: { who: 'them', title: 'Asked for a price in your widget' },
  manual: { who: 'us', title: 'Added by hand' },
  csv: { who: 'us', title: 'Imported from a CSV file' },
  agent: { who: 'them', title: 'Asked the sales agent for a price' },
};

const CONSENT: Record<string, string> = {
  widget: 'Checked the box in your widget',
  verbal: 'Agreed in person or by phone',
  paper: 'Signed on paper',
  written: 'Agreed in writing',
  keyword: 'Texted START',
  unsubscribe: 'Resubscribed to emails',
};

const isStatus = (value: string | undefined): value is LeadStatus =>
  value !== undefined && Object.hasOwn(LEAD_STATUS_LABEL, value);
const statusWord = (value: string | undefined): string =>
  isStatus(value) ? LEAD_STATUS_LABEL[value] : 'another status';

/** Returns 'Follow-up text 2', 'Estimate email' or 'Text'. */
const messageName = ({ channel, kind, step }: TimelineData<MessageKind>): string => {
  const medium = channel === 'sms' ? 'text' : channel === 'email' ? 'email' : 'message';
  const words = kind ? `${kind} ${medium}` : medium;
  const name = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
  return step === undefined ? name : `${name} ${step}`;
};

const money = ({ totalCents }: { totalCents?: number | undefined }): string | undefined =>
  totalCents === undefined ? undefined : formatCents(totalCents);
const after = (word: string, text: string | undefined): string => (text ? `${word} ${text}` : word);
const listed = (...parts: (string | false | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(', ') || undefined;
const estimateName = ({ number }: { number?: string | undefined }): string =>
  number ? `estimate ${number}` : 'the estimate';
const ORDINAL = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ORDINAL_RULES = new Intl.PluralRules('en-US', { type: 'ordinal' });
const SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
/** Returns 'second' for 2 and '21st' for 21. */
const ordinal = (count: number): string => ORDINAL[count] ?? `${count}${SUFFIX[ORDINAL_RULES.select(count)] ?? 'th'}`;
const orNothing = (text: string | null | undefined): string | undefined => text || undefined;

const OUTCOME: Record<string, string> = {
  won: 'Marked as won',
  lost: 'Marked as lost',
  reopened: 'Reopened',
};

const PAID_FOR: Record<string, string> = { deposit: 'the deposit', full: 'in full', balance: 'the balance' };

/** A payment that a member recorded or voided. */
const tellByHand = (data: TimelineData<'payment'>): TimelineWords => {
  const reference = orNothing(data.reference);
  const sum = listed(money(data), reference && data.method === 'check' ? `check no. ${reference}` : reference);
  if (data.outcome === 'voided')
    return { who: 'us', title: 'Voided a payment', detail: listed(sum, orNothing(data.reason)) };
  const how = paymentMethodWords(data.method ?? null);
  return {
    who: 'us',
    title: `Recorded a payment ${how}`,
    detail: data.outcome === 'extra' ? listed(sum, 'more than was left to pay') : sum,
  };
};

const tellPayment = (data: TimelineData<'payment'>): TimelineWords => {
  if (data.byHand) return tellByHand(data);
  const what = listed(PAID_FOR[data.what ?? ''], money(data));
  switch (data.outcome) {
    case 'processing':
      return {
        who: 'them',
        title: 'A payment is processing',
        detail: listed(money(data), 'the bank needs a few days'),
      };
    case 'failed':
      return { who: 'off', title: 'A payment failed', detail: listed(money(data), orNothing(data.reason)) };
    case 'extra':
      return {
        who: 'them',
        title: after('Paid', what),
        detail: 'This payment was more than was left to pay. You can refund the extra from the payments above.',
      };
    default:
      return { who: 'them', title: after('Paid', what) };
  }
};

/** A change of a signed estimate, such as 'You sent change EST-…-C1'. */
const tellChange = (data: TimelineData<'estimate_changed'>): TimelineWords => {
  const name = data.number ? `change ${data.number}` : 'a change';
  const sum = data.netCents === undefined ? undefined : `${data.netCents > 0 ? '+' : ''}${formatCents(data.netCents)}`;
  const total = data.totalCents === undefined ? undefined : `new total ${formatCents(data.totalCents)}`;
  switch (data.change) {
    case 'signed':
      return {
        who: 'them',
        title: `Signed ${name}`,
        detail: listed(sum, total, data.signedBy && `signed by ${data.signedBy}`),
      };
    case 'declined':
      return { who: 'them', title: `Declined ${name}`, said: orNothing(data.reason) };
    case 'canceled':
      return { who: 'off', title: `Canceled ${name}` };
    case 'credited':
      return { who: 'us', title: `Credited ${name}`, detail: listed(sum, total) };
    default:
      return { who: 'us', title: `You sent ${name}`, detail: listed(sum, total) };
  }
};

const tellDispute = (data: TimelineData<'dispute'>, firstName: string): TimelineWords => {
  const sum = money(data);
  if (data.outcome === 'won') return { who: 'us', title: 'You won the dispute', detail: sum && `You keep ${sum}.` };
  if (data.outcome === 'lost')
    return { who: 'off', title: 'You lost the dispute', detail: sum && `${sum} was returned to ${firstName}.` };
  return {
    who: 'them',
    title: after('Disputed the payment', sum && `of ${sum}`),
    detail: listed(orNothing(data.reason), 'respond in Stripe'),
  };
};

/** Why emails to a homeowner stopped even though they didn't opt out (C26), by `source`. */
const RETURNED: Record<string, (firstName: string) => TimelineWords> = {
  bounce: (firstName) => ({
    who: 'off',
    title: `Email to ${firstName} bounced`,
    detail: 'The mailbox doesn’t exist, so we won’t email it again.',
  }),
  soft_bounces: (firstName) => ({
    who: 'off',
    title: `Email to ${firstName} is paused`,
    detail: 'Three emails bounced within 72 hours.',
  }),
  complaint: (firstName) => ({
    who: 'them',
    title: `${firstName} reported your email as spam`,
    detail: 'We won’t send emails to this email address again.',
  }),
};

const TALKED: Record<string, string> = {
  widget: 'Talked with the sales agent on your website',
  estimate_page: 'Asked the sales agent about the estimate',
  sms: 'Texted with the sales agent',
  email: 'Emailed with the sales agent',
};
const MICROS_PER_CENT = 10_000;

/** Describes a conversation's result, such as 'Told $3,542.08, handed over to you, cost $0.02'. */
const talkDetail = ({ priceCents, handedOver, won, costMicros }: TalkResult): string | undefined => {
  const cents = Math.round(costMicros / MICROS_PER_CENT);
  const cost = cents === 0 ? 'cost under 1¢' : `cost ${formatCents(cents)}`;
  const text = listed(
    priceCents !== null && `price given: ${formatCents(priceCents)}`,
    handedOver && 'handed over to you',
    won && 'won',
    costMicros > 0 && cost,
  );
  return text && `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
};

/** Returns 'Dec 1, 2026 Tue 11:00 AM' in the company's time. */
const whenOf = (startsAt: string, { zone }: Context): string => formatDateTime(new Date(startsAt), zone ?? 'UTC');

const tellVisit = (
  { startsAt, homeowner }: { startsAt?: string | undefined; homeowner?: boolean | undefined },
  context: Context,
  title: string,
): TimelineWords => ({ who: homeowner ? 'them' : 'us', title, detail: startsAt && whenOf(startsAt, context) });

const TELL: Tellers = {
  lead_created: ({ source, perimeter, materialType, gateCount, notes }) => ({
    ...(CREATED[source ?? ''] ?? { who: 'us', title: 'Lead received' }),
    detail: listed(
      perimeter ? formatFeet(perimeter) : undefined,
      materialType ?? undefined,
      gateCount === undefined || !(perimeter || materialType) ? undefined : gatesText(gateCount),
    ),
    said: orNothing(notes),
  }),
  note: ({ text, outcome, reason, automatic, call }) =>
    call
      ? { who: 'us', title: CALL_TITLE[call], detail: orNothing(text) }
      : OUTCOME[outcome ?? '']
        ? { who: 'us', title: OUTCOME[outcome ?? ''] ?? '', detail: orNothing(reason) }
        : { who: 'us', title: automatic ? 'Note' : 'Private note', detail: text },
  status_changed: ({ from, to }) => ({ who: 'us', title: `Now ${statusWord(to)}`, detail: `Was ${statusWord(from)}` }),
  estimate_sent: (data) => ({
    who: 'us',
    title: `You sent ${estimateName(data)}${data.resend ? ' again' : ''}`,
    detail: listed(
      data.options ? `${data.options} options` : money(data),
      data.offer && data.offerEndsOn && `${discountWords(data.offer)} through ${formatCalendarDay(data.offerEndsOn)}`,
      (data.version ?? 1) > 1 && `version ${data.version}`,
    ),
    // With several options, they would be those of the first one.
    ...(data.lines && !data.options && { lines: data.lines }),
  }),
  estimate_viewed: ({ count }) => ({
    who: 'them',
    title: 'Viewed the estimate',
    detail: count && count > 1 ? `For the ${ordinal(count)} time` : undefined,
  }),
  estimate_accepted: (data) => ({
    who: 'them',
    title: `Accepted ${estimateName(data)}`,
    detail: listed(money(data), data.option, data.signedBy && `signed by ${data.signedBy}`),
    ...(data.lines && { lines: data.lines }),
  }),
  estimate_declined: (data) => ({ who: 'them', title: `Declined ${estimateName(data)}`, said: orNothing(data.reason) }),
  estimate_changed: (data) => tellChange(data),
  question: ({ text }, { firstName }) => ({
    who: 'them',
    title: `${firstName} asked a question`,
    said: text,
    asks: true,
  }),
  agent_talk: ({ channel, result }) => ({
    who: 'them',
    title: TALKED[channel ?? ''] ?? 'Talked with the sales agent',
    detail: result && talkDetail(result),
    talk: true,
  }),
  schedule_activated: ({ steps }, { zone }) => ({
    who: 'us',
    title: 'Follow-ups turned on',
    detail: steps?.map(({ dueAt }) => formatDay(dueAt, zone)).join(' · '),
  }),
  schedule_stopped: ({ reason }) => ({ who: 'off', title: 'Follow-ups stopped', detail: orNothing(reason) }),
  message_sent: (data) => ({
    who: 'us',
    title: `${messageName(data)} was sent`,
    detail: listed(
      data.offer && data.offerEnds && `${discountWords(data.offer)} through ${data.offerEnds}`,
      orNothing(data.subject ?? data.body),
    ),
  }),
  message_delivered: (data) => ({ who: 'us', title: `${messageName(data)} was delivered` }),
  message_failed: (data) => ({ who: 'off', title: `${messageName(data)} failed`, detail: orNothing(data.reason) }),
  message_skipped: (data) => ({
    who: 'off',
    title: `${messageName(data)} wasn’t sent`,
    detail: orNothing(data.reason),
  }),
  message_unknown: (data) => ({
    who: 'off',
    title: `${messageName(data)} may have been sent`,
    detail: orNothing(data.reason) ?? 'The text or email service didn’t respond. We won’t send this message again.',
  }),
  reply_received: ({ channel, text, automatic, reason, unreadable }, { firstName, open }) => ({
    who: 'them',
    title: automatic
      ? `${firstName}’s ${channel === 'email' ? 'mailbox' : 'phone'} sent an automatic reply`
      : `${firstName} wrote ${channel === 'email' ? 'an email' : 'a text'}`,
    detail: open || unreadable ? orNothing(reason) : undefined,
    said: text,
    asks: !automatic,
  }),
  opted_out: ({ channel, words, source, by }, { firstName }) =>
    RETURNED[source ?? '']?.(firstName) ?? {
      who: 'them',
      title: `${firstName} opted out of ${channel === 'email' ? 'email' : 'texts'}`,
      detail: source === 'contractor' ? `Recorded by ${(typeof by === 'object' ? by.name : by) ?? 'you'}` : undefined,
      said: orNothing(words),
    },
  opted_in: ({ channel, source }, { firstName }) =>
    source === 'soft_bounces'
      ? { who: 'us', title: `Email to ${firstName} was turned back on` }
      : {
          who: 'them',
          title: `${firstName} agreed to ${channel === 'email' ? 'email' : 'texts'}`,
          detail: CONSENT[source ?? ''],
        },
  payment: (data) => tellPayment(data),
  refund: (data) =>
    data.outcome === 'failed'
      ? { who: 'off', title: after('A refund failed:', money(data)), detail: 'The money is back in your account.' }
      : { who: 'us', title: after('Refunded', money(data)) },
  dispute: (data, { firstName }) => tellDispute(data, firstName),
  visit_booked: (data, context) => tellVisit(data, context, 'Booked a visit'),
  visit_moved: ({ from, ...data }, context) => ({
    ...tellVisit(data, context, 'Moved the visit'),
    detail: listed(data.startsAt && whenOf(data.startsAt, context), from && `was ${whenOf(from, context)}`),
  }),
  visit_cancelled: ({ reason, ...data }, context) => ({
    ...tellVisit(data, context, 'Canceled the visit'),
    said: orNothing(reason),
  }),
  visit_done: (data, context) => tellVisit(data, context, 'The visit is done'),
  visit_missed: (data, context) => ({ ...tellVisit(data, context, 'The homeowner missed the visit'), who: 'off' }),
};

/** Describes an event. `firstName` is the homeowner's first name. `zone` is the company's time zone. */
export const tellEvent = <Kind extends TimelineKind>(
  { kind, data }: ReadEvent<Kind>,
  context: Context,
): TimelineWords => TELL[kind](data, context);

/** Returns 'Tom' for 'Tom Hadley'. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
