import { navigate, useSearch } from '../../lib/router.tsx';
import { browserZone } from '../../lib/dates.ts';
import { useTimeZone } from '../../lib/company.ts';
import { useNow } from '../../lib/now.ts';
import { useToday } from '../../lib/today.ts';
import { isDay } from '#shared/features/reports/period.rules.ts';
import { type Comparison, COMPARISONS, type ReportInput } from '#shared/features/reports/reports.schema.ts';
import { addDays, type LocalDate, localDate, localDateOf } from '#shared/primitives/local-date.ts';

/** The periods to choose from. Any other period is specified by two dates in the URL. */
export const PERIODS = [7, 30, 90, 365] as const;
const USUAL = 30;

/** The values in the reports' URL. Unknown values are ignored. */
export interface ReportsAddress extends ReportInput {
  /** The figure whose leads are listed. If null, the report itself is shown. */
  figure: string | null;
  linkTo: (change: Change) => string;
  change: (change: Change) => void;
  today: LocalDate;
  /** False while the server's day is loading. `today` is then the browser's, and nothing should be loaded for it. */
  isTodayKnown: boolean;
}

type Part = 'from' | 'to' | 'compare' | 'source' | 'material' | 'zip' | 'user' | 'figure';
type Change = Partial<Record<Part, string | null>>;

const day = (text: string | null): LocalDate | undefined =>
  text !== null && isDay(text) ? localDate(text) : undefined;

/** Reads the URL. If it contains no dates, the period is the last 30 days in the company's time zone. */
export function useReportsAddress(): ReportsAddress {
  const params = useSearch();
  const { zone } = useTimeZone();
  const known = useToday();
  const now = useNow();
  const today = known.today ?? localDateOf(now, zone ?? browserZone());
  const to = day(params.get('to')) ?? today;
  const from = day(params.get('from')) ?? addDays(to, 1 - USUAL);
  const filters = {
    ...(params.get('source') ? { source: params.get('source') ?? '' } : {}),
    ...(params.get('material') ? { materialId: params.get('material') ?? '' } : {}),
    ...(params.get('zip') ? { zip: params.get('zip') ?? '' } : {}),
    ...(params.get('user') ? { userId: params.get('user') ?? '' } : {}),
  } as NonNullable<ReportInput['filters']>;
  const linkTo = (change: Change): string => {
    const next = new URLSearchParams(params);
    next.set('tab', 'leads');
    next.set('view', 'reports');
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return `/dashboard?${next.toString()}`;
  };
  const compare: Comparison | undefined = COMPARISONS.find((one) => one === params.get('compare'));
  return {
    from: from > to ? to : from,
    to,
    ...(compare ? { compare } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    figure: params.get('figure'),
    today,
    isTodayKnown: !known.isLoading,
    linkTo,
    change: (change) => navigate(linkTo(change), { replace: true, keepScroll: true }),
  };
}

/** Returns the input for the report's server calls. */
export const inputOf = ({ from, to, compare, filters }: ReportInput): ReportInput => ({
  from,
  to,
  ...(compare ? { compare } : {}),
  ...(filters ? { filters } : {}),
});
