import { formatCents } from '#shared/primitives/cents.ts';
import { trpc } from '../../lib/trpc.ts';

/** The offers made during the period, and the discounts that homeowners signed. Shows nothing if there were none. */
export function OffersMade({ from, to }: { from: string; to: string }) {
  const { data } = trpc.analytics.offers.useQuery({ from, to }, { placeholderData: (before) => before });
  if (!data) return null;
  const rows = [
    ['Offers made', data.made],
    ['Signed with a discount', data.signed],
    ['Discounts signed', formatCents(data.discountCents)],
  ] as const;
  return (
    <section className="stack-s" aria-labelledby="offers-made-title">
      <h2 id="offers-made-title">Offers</h2>
      <dl className="report-strip">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b className="num">{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
