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

/** 'Nov 1, 2026 to Nov 30, 2026'. */
export const periodText = (from: LocalDate, to: LocalDate): string => `${formatDate(from)} to ${formatDate(to)}`;

export const ageText = (from: number, to: number | null): string =>
  to === null ? `${from} days or more` : `${from} to ${to} days`;
