import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatDay } from '../../lib/dates.ts';
import { sumOf } from './board.rules.ts';

/** '1 deal', '4 deals'. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

/** '8 open and won deals, $116,840.00 on the line'. */
export const onTheLine = (deals: readonly DealView[]): string => {
  const count = deals.length.toLocaleString('en-US');
  const what = deals.some(({ status }) => status === 'won') ? 'open and won' : 'open';
  return `${count} ${what} ${deals.length === 1 ? 'deal' : 'deals'}, ${formatCents(sumOf(deals))} on the line`;
};

/** '1,250 ft, 6ft Wood Picket' of the lead that a deal came from; null where it says nothing. */
export const measureText = ({ lead }: Pick<DealView, 'lead'>): string | null => {
  const parts = [lead?.perimeter ? formatFeet(lead.perimeter) : null, lead?.materialType ?? null].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
};

/** 'Won Nov 2, 2026', 'In stage since today', '3 days in stage'. */
export const sinceText = (
  { status, stageSince }: Pick<DealView, 'status' | 'stageSince'>,
  now: Date,
  zone: string | undefined,
): string => {
  if (status === 'won') return `Won ${formatDay(stageSince, zone)}`;
  // `now` is known to the minute
  const days = Math.floor((now.getTime() + MINUTE - Date.parse(stageSince)) / DAY);
  return days < 1 ? 'In stage since today' : `${counted(days, 'day')} in stage`;
};

/** What deleting takes away, named: 'Delete "Spring jobs" and its 4 deals?'. */
export const deleteQuestion = (name: string, counts: { pipelines?: number; deals?: number } = {}): string => {
  const held = [
    counts.pipelines ? counted(counts.pipelines, 'pipeline') : null,
    counts.deals ? counted(counts.deals, 'deal') : null,
  ].filter(Boolean);
  return `Delete "${name}"${held.length > 0 ? ` and its ${held.join(' and ')}` : ''}?`;
};
