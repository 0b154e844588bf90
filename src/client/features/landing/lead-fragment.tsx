import { FilePen } from 'lucide-react';
import { FenceRun } from '../../ui/fence-run.tsx';
import { Dimension, Money } from '../../ui/figures.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const PRICE_CENTS = 354_208;

/** A lead as the dashboard shows it: a piece of the product, not a image of it. */
export function LeadFragment() {
  return (
    <div className="l-card" aria-hidden="true">
      <div className="card l-lead">
        <div className="row between items-start">
          <div className="grow">
            <p className="l-name">Marisol Vega</p>
            <p className="sm muted">2217 Sagebrush Ln, Boise, ID 83709</p>
          </div>
          <StatusBadge status="new" />
        </div>
        <div>
          <FenceRun perimeter={184} gates={1} material="Vinyl" width={372} height={92} />
          <div className="mt-1.5">
            <Dimension>184 ft</Dimension>
          </div>
        </div>
        <div className="row between">
          <span className="sm muted">Vinyl, 1 gate</span>
          <Money cents={PRICE_CENTS} className="l-price" />
        </div>
        <span className="btn">
          <FilePen className="i" /> View &amp; Send Estimate
        </span>
      </div>
    </div>
  );
}
