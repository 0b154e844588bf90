import { percent } from '#shared/features/reports/figure-words.ts';
import { formatCents } from '#shared/primitives/cents.ts';

/** The kind of a column's values: 'money' is in cents, 'rate' is a fraction of 1, 'times' is a multiple such as 2.5. */
export type Kind = 'count' | 'money' | 'rate' | 'times';
export interface Column {
  head: string;
  kind: Kind;
}
/** A displayed value. Null is left blank. */
export type Value = number | null;

/** One bar of a chart: a rail or a picket. */
export interface Mark {
  name: string;
  /** The value that determines the bar's length. All bars share one scale, which includes 0. */
  size: number;
  values: readonly Value[];
  /** The URL of the leads that the bar counts. Without it, the bar isn't a link. */
  to?: string;
  /** For a rail: the previous bar's value. A dimension line shows the difference. */
  before?: number;
  /** For a picket: the total that its value is a part of, drawn as an outline behind it. */
  of?: number;
  /** Shown above a picket instead of its value. */
  label?: string;
  /** The lines of the label below a picket. */
  lines?: readonly string[];
  /** Whether this is the current period, which isn't over yet. */
  current?: boolean;
}

export interface ChartProps {
  title: string;
  /** What each bar represents, such as 'Source'. */
  of: string;
  columns: readonly Column[];
  marks: readonly Mark[];
  /** The kind of values that the chart shows. */
  unit: Kind;
}

export const formatValue = (kind: Kind, value: Value): string => {
  if (value === null) return '';
  if (kind === 'money') return formatCents(value);
  if (kind === 'rate') return percent(value);
  if (kind === 'times') return `${Math.round(value * 10) / 10}×`;
  return value.toLocaleString('en-US');
};

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const compactMoney = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 1,
});

/** Formats a value for an axis or a narrow picket, such as '$12.5K'. */
export const shortValue = (kind: Kind, value: number): string =>
  kind === 'money' ? compactMoney.format(value / 100) : compact.format(value);

/** Formats a value for a spreadsheet: money is in dollars, and there are no currency or percent signs. */
export const csvValue = (kind: Kind, value: Value): string => {
  if (value === null) return '';
  return kind === 'money' ? (value / 100).toFixed(2) : String(value);
};
