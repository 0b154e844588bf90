import { Link } from '../../lib/router.tsx';
import { LEAD_STATUS_LABEL, LEAD_STATUSES } from '#shared/features/leads/lead-status.rules.ts';
import type { LeadSummaryView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { SUM_WORD } from './lead-words.ts';
import { useLeadsAddress } from './leads-address.ts';

/** The filter: four posts on one rail with count, word and sum. Pressing the chosen one again clears it. */
export function StatusRail({ summary }: { summary: LeadSummaryView | undefined }) {
  const { status: chosen, linkTo } = useLeadsAddress();
  return (
    <nav className="rail stages" aria-label="Filter by status">
      {LEAD_STATUSES.map((status) => {
        const here = summary?.statuses[status];
        const current = status === chosen;
        return (
          <Link
            key={status}
            to={linkTo({ status: current ? null : status })}
            keepScroll
            aria-current={current ? 'true' : undefined}
          >
            <b>{here ? here.count.toLocaleString('en-US') : '\u00a0'}</b>
            <span>{LEAD_STATUS_LABEL[status]}</span>
            <span className="num desk">{here ? `${formatCents(here.cents)} ${SUM_WORD[status]}` : '\u00a0'}</span>
          </Link>
        );
      })}
    </nav>
  );
}
