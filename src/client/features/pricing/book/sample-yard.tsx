import { useState } from 'react';
import { quantityInWords } from '#shared/features/pricing/line-view.ts';
import type { PriceBook } from '#shared/features/pricing/price-book.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents, formatSignedCents } from '#shared/primitives/cents.ts';
import { useMedia } from '../../../lib/media.ts';
import { Select } from '../../../ui/input.tsx';
import { sampleOf } from './sample-yard.rules.ts';

interface SampleYardProps {
  pricing: PricingView;
  /** The typed book. Undefined while a field is invalid. */
  book: PriceBook | undefined;
}

/** The gate price of a book is the price of its walk gate. */
const pricesWith = (pricing: PricingView, book: PriceBook) => ({ ...pricing, book });

/** A yard that everything in the book applies to, priced as it's typed, with the difference to the saved prices. */
export function SampleYard({ pricing, book }: SampleYardProps) {
  const priced = (book?.heights ?? [])[0]?.materialId;
  const wide = useMedia('(min-width: 1100px)');
  const [chosen, setChosen] = useState<string>();
  const materialId = chosen ?? priced ?? pricing.materials[0]?.id ?? '';
  const now = book && sampleOf(pricesWith(pricing, book), materialId);
  const saved = sampleOf(pricing, materialId);
  const more = now && saved ? now.totalCents - saved.totalCents : 0;
  return (
    <section className="sample" aria-labelledby="sample-title">
      <div className="row between">
        <h2 id="sample-title">Sample yard</h2>
        <b className="num sample-total">{now ? formatCents(now.totalCents) : 'No price yet'}</b>
      </div>
      <p className="sm muted" role="status">
        {!now
          ? 'Fix the marked fields to see a price.'
          : more === 0
            ? '160 ft on three sides, one gate of each kind.'
            : `${formatSignedCents(more)} compared with your saved prices.`}
      </p>
      <details key={String(wide)} className="sample-lines" open={wide}>
        <summary>How it adds up</summary>
        <label className="field">
          <span className="label">Material</span>
          <Select value={materialId} onChange={({ target }) => setChosen(target.value)}>
            {pricing.materials.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </label>
        {now && (
          <table className="sample-table">
            <tbody>
              {now.lines.map(({ kind, label, quantity, unit, totalCents }) => (
                <tr key={`${kind} ${label}`}>
                  <th scope="row">
                    {label}
                    {(unit === 'foot' || quantity !== 1) && (
                      <span className="muted"> · {quantityInWords({ quantity, unit })}</span>
                    )}
                  </th>
                  <td className="num">{formatCents(totalCents)}</td>
                </tr>
              ))}
              {now.tax && (
                <tr>
                  <th scope="row">{now.tax.label}</th>
                  <td className="num">{formatCents(now.tax.cents)}</td>
                </tr>
              )}
              <tr className="sample-sum">
                <th scope="row">Total</th>
                <td className="num">{formatCents(now.totalCents)}</td>
              </tr>
            </tbody>
          </table>
        )}
      </details>
    </section>
  );
}
