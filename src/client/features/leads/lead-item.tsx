import { Suspense } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { Dimension, Money } from '../../ui/figures.tsx';
import { lazyPart } from '../../lib/parts.ts';
import { detailsText, dimensionWidth } from './lead-words.ts';

export interface LeadListProps {
  leads: readonly LeadView[];
  /** The IDs of leads that were added while the list was open. */
  fresh: ReadonlySet<string>;
  now: Date;
}

export interface LeadItemProps extends Pick<LeadListProps, 'now'> {
  lead: LeadView;
  fresh: boolean;
}

/** Returns the ID of a lead's link in the list. */
export const rowId = (leadId: string): string => `lead-${leadId}`;

const initialsOf = (name: string): string =>
  [...name.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)]
    .map(([first]) => first)
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** The initials of the lead's assignee, shown in the list. */
export const Initials = ({ lead: { assignee } }: { lead: LeadView }) =>
  assignee && (
    <span className="initials" role="img" aria-label={`Assigned to ${assignee.name}`} data-tip={assignee.name}>
      {initialsOf(assignee.name)}
    </span>
  );

// Loaded on demand, because few leads have an offer or owe money.
const PriceNote = lazyPart(() => import('./price-note.tsx'));

/** The lead's price and, below it, its offer and what the lead owes. */
export const LeadPrice = ({ lead }: { lead: LeadView }) => (
  <>
    <Money cents={lead.quoteCents} />
    {(lead.offer || lead.balanceCents !== 0) && (
      <Suspense fallback={<br />}>
        <PriceNote lead={lead} />
      </Suspense>
    )}
  </>
);

/** The fence, as shown in the list: a dimension line drawn to scale, and the details in words. */
export function LeadMeasure({ lead, small }: { lead: LeadView; small?: boolean }) {
  return (
    <>
      {lead.perimeter === null ? (
        <span className="cut sm muted">Not measured</span>
      ) : (
        <Dimension small={small} width={dimensionWidth(lead.perimeter)}>
          {formatFeet(lead.perimeter)}
        </Dimension>
      )}
      <small className="muted">{detailsText(lead)}</small>
    </>
  );
}
