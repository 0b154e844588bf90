import type { ChangeView } from '#shared/features/changes/changes.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';

type Sums = Pick<ChangeView, 'added' | 'removed' | 'netCents' | 'revisedTotalCents'>;

/** Returns '+$870.00' or '−$100.00'. */
export const netText = (cents: number): string => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;

function Part({ part, sign }: { part: ChangeView['added']; sign: 1 | -1 }) {
  const { lines, discountCents, taxLabel, taxCents } = part;
  const rows: [string, number][] = [
    ...lines.map(({ label, totalCents }): [string, number] => [label, sign * totalCents]),
    ...(discountCents === 0 ? [] : [['Discount', -sign * discountCents] as [string, number]]),
    ...(taxLabel === null ? [] : [[taxLabel, sign * taxCents] as [string, number]]),
  ];
  return rows.map(([label, cents], at) => (
    <div key={at} className="row between gap-2">
      <span className="wrap-anywhere">{label}</span>
      <span className="num">{netText(cents)}</span>
    </div>
  ));
}

/** What a change adds and takes off, its net, and the job's new total. */
export function ChangeSums({ sums: { added, removed, netCents, revisedTotalCents } }: { sums: Sums }) {
  return (
    <div className="stack-s sm">
      <Part part={added} sign={1} />
      <Part part={removed} sign={-1} />
      <div className="row between gap-2">
        <b>Change</b>
        <b className="num">{netText(netCents)}</b>
      </div>
      <div className="row between gap-2">
        <b>New total</b>
        <b className="num">{formatCents(revisedTotalCents)}</b>
      </div>
    </div>
  );
}
