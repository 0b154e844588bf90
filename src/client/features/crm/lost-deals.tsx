import { counted } from '#shared/primitives/counted.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { OPENED, useCrmAddress } from './crm-address.ts';
import { ShownDeals } from './shown-deals.tsx';
import type { Board } from './use-board.ts';

/** The lost deals in a collapsed section below the board. Each deal has a button that reopens it. */
export function LostDeals({ board }: { board: Board }) {
  const { linkTo } = useCrmAddress();
  const { zone } = useTimeZone();
  if (board.lost.length === 0) return null;
  return (
    <details className="lost">
      <summary>{counted(board.lost.length, 'lost deal')}</summary>
      <ShownDeals deals={board.lost}>
        {(some) => (
          <ul>
            {some.map((deal) => (
              <li key={deal.id} className="row">
                <div className="grow">
                  <Link to={linkTo({ deal: deal.id })} state={OPENED} keepScroll>
                    {deal.title}
                  </Link>
                  <p className="xs muted">
                    Lost {formatDay(deal.lostAt ?? deal.stageSince, zone)}
                    {deal.lostReason && `: ${deal.lostReason}`}
                    {deal.note && `. ${deal.note}`}
                  </p>
                </div>
                <Money cents={deal.amountCents} />
                {board.mayWork && (
                  <Button aria-label={`Reopen ${deal.title}`} onClick={() => board.bringBack(deal)}>
                    Reopen
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ShownDeals>
    </details>
  );
}
