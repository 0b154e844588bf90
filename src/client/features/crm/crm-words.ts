import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { counted } from '#shared/primitives/counted.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { browserZone, formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { sumOf } from './board.rules.ts';

/** Returns text such as '8 open and won deals, $116,840.00'. */
export const onTheLine = (deals: readonly DealView[]): string => {
  const count = deals.length.toLocaleString('en-US');
  const what = deals.some(({ status }) => status === 'won') ? 'open and won' : 'open';
  return `${count} ${what} ${deals.length === 1 ? 'deal' : 'deals'}, ${formatCents(sumOf(deals))}`;
};

/**
 * Returns text such as '1,250 ft, 6ft Wood Picket' for the deal's lead, or null if the lead has neither a length nor a
 * material.
 */
export const measureText = ({ lead }: Pick<DealView, 'lead'>): string | null => {
  const parts = [lead?.perimeter ? formatFeet(lead.perimeter) : null, lead?.materialType ?? null].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
};

/** Returns text such as 'Won Nov 2, 2026', 'Less than 1 day in stage' or '3 days in stage'. */
export const sinceText = (
  { status, stageSince }: Pick<DealView, 'status' | 'stageSince'>,
  now: Date,
  zone: string | undefined,
): string => {
  if (status === 'won') return `Won ${formatDay(stageSince, zone)}`;
  // `now` can be up to a minute behind the actual time.
  const days = Math.floor((now.getTime() + MINUTE - Date.parse(stageSince)) / DAY);
  return days < 1 ? 'Less than 1 day in stage' : `${counted(days, 'day')} in stage`;
};

/**
 * Returns text such as 'Expected Dec 1, 2026', or 'Was expected Dec 1, 2026' once that day has passed in the company's
 * time zone. Null if no day is set or the deal is won or lost.
 */
export const closeText = (
  { status, expectedClose }: Pick<DealView, 'status' | 'expectedClose'>,
  now: Date,
  zone: string | undefined,
): { text: string; late: boolean } | null => {
  if (expectedClose === null || status !== 'open') return null;
  const late = expectedClose < localDateOf(now, zone ?? browserZone());
  return { text: `${late ? 'Was expected' : 'Expected'} ${formatCalendarDay(expectedClose)}`, late };
};

/**
 * Returns the confirmation question for a deletion. It names everything that will be deleted: 'Delete “Spring jobs” and
 * its 4 deals?'.
 */
export const deleteQuestion = (name: string, counts: { pipelines?: number; deals?: number } = {}): string => {
  const held = [
    counts.pipelines ? counted(counts.pipelines, 'pipeline') : null,
    counts.deals ? counted(counts.deals, 'deal') : null,
  ].filter(Boolean);
  return `Delete “${name}”${held.length > 0 ? ` and its ${held.join(' and ')}` : ''}?`;
};
