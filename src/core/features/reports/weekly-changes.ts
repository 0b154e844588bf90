import { duration, percent } from '#shared/features/reports/figure-words.ts';
import { type Period, periodBefore } from '#shared/features/reports/period.rules.ts';
import type { ReportFigures } from '#shared/features/reports/reports.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { hasAdvanced } from './asked.ts';
import { basicOnly } from './figures.ts';
import { readFigures } from './overview.ts';

/** A figure that differs from the week before, formatted for display. */
export interface WeeklyChange {
  name: string;
  value: string;
  before: string;
}

const cents = (value: number | null): string | null => (value === null ? null : formatCents(value));
const count = (value: number): string => value.toLocaleString('en-US');
const minutes = (value: number | undefined): string => (value === undefined ? 'None yet' : duration(value));

/** The figures in the report's order. A value is null if the plan doesn't include the figure. */
const FIGURES: readonly [name: string, of: (figures: ReportFigures) => string | null][] = [
  ['Leads', ({ leads }) => count(leads)],
  ['Estimates sent', ({ funnel }) => count(funnel.sent)],
  ['Won', ({ won }) => count(won)],
  ['Win rate', ({ winRate }) => percent(winRate)],
  [
    'Median time to first reply',
    ({ answered, firstAnswerMinutes }) => (answered === null ? null : minutes(firstAnswerMinutes?.median)),
  ],
  ['Won value', ({ wonCents }) => cents(wonCents)],
  ['Received', ({ depositedCents }) => cents(depositedCents)],
  ['Still owed', ({ outstandingCents }) => cents(outstandingCents)],
];

/**
 * Compares the figures for a week's new leads with the figures for the previous week's new leads. Returns the figures
 * that differ, as of `now`. If the plan doesn't include advanced analytics, compares only the basic figures.
 */
export async function weeklyChanges(
  tx: CompanyTx,
  companyId: CompanyId,
  { week, now }: { week: Period; now: Date },
): Promise<WeeklyChange[]> {
  const viewer = { companyId };
  const advanced = await hasAdvanced(tx, viewer, now);
  const read = async (period: Period): Promise<ReportFigures> => {
    const { figures } = await readFigures(tx, viewer, { ...period, filters: undefined, now });
    return advanced ? figures : basicOnly(figures);
  };
  const these = await read(week);
  const those = await read(periodBefore(week, 'previous'));
  return FIGURES.flatMap(([name, of]) => {
    const [value, before] = [of(these), of(those)];
    return value === null || before === null || value === before ? [] : [{ name, value, before }];
  });
}
