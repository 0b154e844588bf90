import type { Stage } from '#shared/features/reports/figure.rules.ts';
import { formatDate, type LocalDate } from '#shared/primitives/local-date.ts';

export const STAGE_LABEL: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  sent: 'Estimate sent',
  viewed: 'Viewed',
  accepted: 'Accepted',
  paid: 'Paid',
};

/** '42%', or 'None yet' without leads. */
export const percent = (part: number | null): string => (part === null ? 'None yet' : `${Math.round(part * 100)}%`);

/** '12 min', '3.5 h' or '2.1 days'. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${short(hours)} h` : `${short(hours / 24)} days`;
}
const short = (value: number): string => String(Math.round(value * 10) / 10);

/** 'Nov 1, 2026 to Nov 30, 2026'. */
export const periodText = (from: LocalDate, to: LocalDate): string => `${formatDate(from)} to ${formatDate(to)}`;

export const ageText = (from: number, to: number | null): string =>
  to === null ? `${from} days or more` : `${from} to ${to} days`;
