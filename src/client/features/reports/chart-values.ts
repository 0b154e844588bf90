import { percent } from '#shared/features/reports/figure-words.ts';
import { formatCents } from '#shared/primitives/cents.ts';

/** What a column's values are: 'money' is in cents, 'rate' a part of 1, 'times' a multiple. */
export type Kind = 'count' | 'money' | 'rate' | 'times';
export interface Column {
  head: string;
  kind: Kind;
}
/** Null is shown as nothing. */
export type Value = number | null;

/** One rail or picket of a chart. */
export interface Mark {
  name: string;
  /** The length; marks of one chart share a scale that includes 0. */
  size: number;
  values: readonly Value[];
  /** The leads behind it; without it the mark is no link. */
  to?: string;
  /** For a rail: the mark before, from which a dimension line shows what is missing. */
  before?: number;
  /** For a picket: the whole that it is a part of, drawn as an outline behind it. */
  of?: number;
  /** Above a picket, instead of its value. */
  label?: string;
  /** A picket's name below it, in lines. */
  lines?: readonly string[];
  /** The one that isn't over yet. */
  current?: boolean;
}

export interface ChartProps {
  title: string;
  /** What a mark is of, such as 'Source'. */
  of: string;
  columns: readonly Column[];
  marks: readonly Mark[];
  /** What the lengths are. */
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

/** A value on an axis or a narrow picket, such as '$12.5K'. */
export const shortValue = (kind: Kind, value: number): string =>
  kind === 'money' ? compactMoney.format(value / 100) : compact.format(value);

/** As a spreadsheet reads it: money in dollars, without signs. */
export const csvValue = (kind: Kind, value: Value): string => {
  if (value === null) return '';
  return kind === 'money' ? (value / 100).toFixed(2) : String(value);
};
