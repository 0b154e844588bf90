import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { lastDayOfAge, parseFigure, type Stage, STAGES } from '#shared/features/reports/figure.rules.ts';
import { addDays, formatDate, type LocalDate, localDate } from '#shared/primitives/local-date.ts';

export const STAGE_LABEL: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  sent: 'Estimate sent',
  viewed: 'Viewed',
  accepted: 'Accepted',
  paid: 'Paid',
};

/** Formats a period: 'Nov 1, 2026 to Nov 30, 2026'. */
export const periodText = (from: LocalDate, to: LocalDate): string => `${formatDate(from)} to ${formatDate(to)}`;

export const ageText = (from: number, to: number | null): string =>
  to === null ? `${from} days or more` : `${from} to ${to} days`;

/** An age range on two lines, for the label below a picket. */
export const ageLines = (from: number, to: number | null): string[] =>
  to === null ? [`${from} days`, 'or more'] : [`${from} to ${to}`, 'days'];

const firstOf = (month: string): LocalDate => localDate(`${month}-01`);

/** Formats '2026-10' as 'Oct 2026'. */
export const monthText = (month: string): string => formatDate(firstOf(month)).replace(' 1,', '');

/** Formats a month for the label below a picket. January and the first month also show the year. */
export function monthLines(month: string, isFirst: boolean): string[] {
  const [name = '', year = ''] = monthText(month).split(' ');
  return isFirst || month.endsWith('-01') ? [name, year] : [name];
}

/** Returns all months from the first through the last, as 'YYYY-MM'. Returns an empty list if either is missing. */
export function monthsFrom(first: string | undefined, last: string | undefined): string[] {
  if (first === undefined || last === undefined) return [];
  const months = [first];
  for (let month = first; month < last; months.push(month)) month = addDays(firstOf(month), 31).slice(0, 7);
  return months;
}

const PLAIN = {
  leads: 'All leads',
  answered: 'Answered',
  won: 'Won',
  outstanding: 'Still owed',
  deposited: 'Money received',
  lost: 'Lost',
} as const;
const OF = { material: 'Material', zip: 'ZIP code', first: 'First visit', last: 'Last visit' } as const;

/**
 * Describes which leads a figure counts, such as 'Money received in Oct 2026'. Returns undefined for an unknown figure
 * or a team member's figure.
 */
export function figureText(text: string): string | undefined {
  const figure = parseFigure(text);
  if (!figure) return undefined;
  switch (figure.kind) {
    case 'user':
      return undefined;
    case 'funnel':
      return `Leads that reached “${STAGE_LABEL[STAGES[figure.stage] ?? 'new']}”`;
    case 'step':
      return `Follow-up message ${figure.step} was sent`;
    case 'owed':
      return `Still owed for ${ageText(figure.age, lastDayOfAge(figure.age))}`;
    case 'received':
      return `Money received in ${monthText(figure.month)}`;
    case 'source':
      return `Source: ${sourceLabel(figure.value)}`;
    case 'reason':
      return `Lost: ${figure.value}`;
    case 'material':
    case 'zip':
    case 'first':
    case 'last':
      return `${OF[figure.kind]}: ${figure.value}`;
    default:
      return PLAIN[figure.kind];
  }
}
