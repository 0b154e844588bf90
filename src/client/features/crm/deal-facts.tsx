import type { DealView, StageView } from '#shared/features/crm/crm.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCrmAddress } from './crm-address.ts';
import { DealHistory } from './deal-history.tsx';

/** A deal's details and history, for members who can't change it. */
export default function DealFacts({ deal, stage }: { deal: DealView; stage: StageView | undefined }) {
  const { close } = useCrmAddress();
  const { zone } = useTimeZone();
  const facts = [
    ['Amount', deal.amountCents === null ? null : formatCents(deal.amountCents)],
    ['Stage', deal.status === 'lost' ? 'Lost' : (stage?.name ?? null)],
    ['Why it was lost', deal.lostReason],
    ['Expected close', deal.expectedClose && formatCalendarDay(deal.expectedClose)],
    ['Owner', deal.owner?.name ?? null],
    ['Note', deal.note || null],
    ['Created', formatDay(deal.createdAt, zone)],
  ].filter(([, fact]) => fact !== null);
  return (
    <Dialog open onClose={close} title={deal.title} width={520} bodyClassName="pad stack" readOnly>
      <dl className="deal-facts">
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt className="sm muted">{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
        {deal.lead && (
          <div>
            <dt className="sm muted">Lead</dt>
            <dd>
              <Link to={`/dashboard?tab=leads&lead=${deal.lead.id}`}>{deal.lead.name}</Link>
            </dd>
          </div>
        )}
      </dl>
      <DealHistory dealId={deal.id} />
    </Dialog>
  );
}
