import type { CallReason, TodayView } from '#shared/features/today/today.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { counted } from '#shared/primitives/counted.ts';
import { inWords } from '../leads/lead-words.ts';

/** Returns the parts of the folded line, such as '2 visits' and '$2,425.00 due now'. Empty if there's nothing to do. */
export function todayParts(today: TodayView): string[] {
  const { visits, decisions, answers, unread, review, calls, estimates, money } = today;
  const wrote = answers.count + decisions.count;
  return [
    ...(visits.length > 0 ? [counted(visits.length, 'visit')] : []),
    ...(wrote > 0 ? [`${wrote} to answer`] : []),
    ...(unread.count > 0 ? [`${unread.messages} ${wrote > 0 ? 'more ' : ''}unread`] : []),
    ...(review > 0 ? [`${review} to review`] : []),
    ...(calls.count > 0 ? [counted(calls.count, 'call')] : []),
    ...(estimates.count > 0 ? [counted(estimates.count, 'estimate')] : []),
    ...(money.cents > 0 ? [`${formatCents(money.cents)} due now`] : []),
  ];
}

/** Returns 'Dana Whitfield may not want more messages' or, for several leads, how many to decide about. */
export const decisionText = ({ count, first }: TodayView['decisions']): string =>
  count === 1 && first ? `${first.name} may not want more messages` : `${inWords(count)} messages need your decision`;

/** Returns 'Send Dana Whitfield an estimate', or 'Three estimates to send'. */
export const estimatesText = ({ count, first }: TodayView['estimates']): string =>
  count === 1 && first
    ? `Send ${first.name} an estimate`
    : `${inWords(count)}${count >= 1_000 ? '+' : ''} estimates to send`;

/** Returns 'Dana Whitfield owes $2,425.00 now', or 'Three customers owe $9,700.00 now': what's due, not all that's left to pay. */
export const moneyText = ({ count, cents, first }: TodayView['money']): string =>
  count === 1 && first
    ? `${first.name} owes ${formatCents(cents)} now`
    : `${inWords(count)} customers owe ${formatCents(cents)} now`;

/** Why a call is due. */
export const CALL_WHY: Record<CallReason, string> = {
  asked: 'asked for a person',
  phone: 'has only a phone',
  schedule: 'paid, needs a day',
};
