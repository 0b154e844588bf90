import { formatBasisPoints } from '#shared/primitives/cents.ts';
import { Money } from '../../ui/figures.tsx';

export interface MarginView {
  costCents: number;
  marginCents: number;
  marginBps?: number | undefined;
  markupBps?: number | undefined;
}

/** What a fence costs and what is left of its price. Only for those who may see costs. */
export const MarginFacts = ({ costCents, marginCents, marginBps, markupBps }: MarginView) => (
  <dl className="kv">
    <dt>Cost</dt>
    <dd>
      <Money cents={costCents} />
    </dd>
    <dt>Margin</dt>
    <dd>
      <Money cents={marginCents} />
      {marginBps !== undefined && <span className="muted"> {formatBasisPoints(marginBps)} of the price</span>}
    </dd>
    {markupBps !== undefined && (
      <>
        <dt>Markup</dt>
        <dd className="num">{formatBasisPoints(markupBps)} on the cost</dd>
      </>
    )}
  </dl>
);
