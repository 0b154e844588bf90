import { Link } from '../../lib/router.tsx';
import { Money } from '../../ui/figures.tsx';
import type { Column } from './board.rules.ts';
import { useCrmAddress } from './crm-address.ts';
import { PhoneDeal } from './deal-card.tsx';
import { ShownDeals } from './shown-deals.tsx';
import type { Board } from './use-board.ts';

/** The stages in a row, each with its number of deals. Pressing the selected stage again clears the filter. */
function StageRail({ columns, chosen }: { columns: readonly Column[]; chosen: string | undefined }) {
  const { linkTo } = useCrmAddress();
  return (
    <nav className="rail crm-rail" aria-label="Filter by stage">
      {columns.map(({ stage, deals }) => (
        <Link
          key={stage.id}
          to={linkTo({ stage: stage.id === chosen ? null : stage.id })}
          keepScroll
          className={stage.won ? 'won' : undefined}
          aria-current={stage.id === chosen ? 'true' : undefined}
        >
          <b>{deals.length.toLocaleString('en-US')}</b>
          <span>{stage.name}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The board on a phone: the selected stage, or all stages in one column. */
export function PhoneBoard({ board }: { board: Board }) {
  const { stageId } = useCrmAddress();
  const chosen = board.columns.find(({ stage }) => stage.id === stageId)?.stage.id;
  const shown = chosen ? board.columns.filter(({ stage }) => stage.id === chosen) : board.columns;
  return (
    <>
      <StageRail columns={board.columns} chosen={chosen} />
      {shown.map(({ stage, deals, cents }) => (
        <section key={stage.id} className="stack-s" aria-label={stage.name}>
          <div className="row between">
            <h2 className="text-base">{stage.name}</h2>
            <Money cents={cents} className="font-semibold" />
          </div>
          {deals.length === 0 && <p className="sm muted">No deals in this stage.</p>}
          <ShownDeals deals={deals}>
            {(some) => (
              <ol className="deals">
                {some.map((deal) => (
                  <PhoneDeal key={deal.id} deal={deal} board={board} />
                ))}
              </ol>
            )}
          </ShownDeals>
        </section>
      ))}
    </>
  );
}
