import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { closeText, measureText, sinceText } from './crm-words.ts';
import { OPENED, useCrmAddress } from './crm-address.ts';
import { DealMenu } from './deal-menu.tsx';
import type { Board } from './use-board.ts';

function Title({ deal }: { deal: DealView }) {
  const { linkTo } = useCrmAddress();
  return (
    <Link to={linkTo({ deal: deal.id })} state={OPENED} keepScroll draggable={false}>
      {deal.title}
    </Link>
  );
}

/** Shows how long the deal has been in its stage. Updates as time passes. */
export function Since({ deal }: { deal: DealView }) {
  const { zone } = useTimeZone();
  return <span className="xs muted num">{sinceText(deal, useNow(), zone)}</span>;
}

/** The deal's owner, and when it's expected to close. */
function Plan({ deal }: { deal: DealView }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const close = closeText(deal, now, zone);
  if (!close && !deal.owner) return null;
  return (
    <p className="xs muted deal-plan">
      {close && <span className={close.late ? 'late' : undefined}>{close.text}</span>}
      {deal.owner && <span className="cut">{deal.owner.name}</span>}
    </p>
  );
}

function Amount({ deal }: { deal: DealView }) {
  return (
    <span className="amt">
      {deal.lead?.refunded && <span className="xs muted">Refunded </span>}
      <Money cents={deal.amountCents} />
    </span>
  );
}

/**
 * The content of a card on the board. `linked` and `menu` are omitted for the copy that's being dragged. `menu` is also
 * omitted for viewers.
 */
export function DealFace({ deal, menu, linked = false }: { deal: DealView; menu?: ReactNode; linked?: boolean }) {
  const measure = measureText(deal);
  return (
    <>
      <h3>{linked ? <Title deal={deal} /> : deal.title}</h3>
      <Amount deal={deal} />
      {measure && <p className="xs muted">{measure}</p>}
      {deal.note && <p className="xs muted note-line">{deal.note}</p>}
      <Plan deal={deal} />
      <div className="row between deal-foot">
        <Since deal={deal} />
        {menu}
      </div>
    </>
  );
}

/** A deal on screens below 768 px, with a button that moves it to the next stage. */
export function PhoneDeal({ deal, board }: { deal: DealView; board: Board }) {
  const facts = [measureText(deal), deal.note].filter(Boolean).join('. ');
  return (
    <li className="card deal">
      <div className="row between items-baseline">
        <h3 className="grow">
          <Title deal={deal} />
        </h3>
        <Amount deal={deal} />
      </div>
      {facts && <p className="sm muted note-line">{facts}</p>}
      <Plan deal={deal} />
      <Since deal={deal} />
      {board.mayWork && <PhoneActions deal={deal} board={board} />}
    </li>
  );
}

function PhoneActions({ deal, board }: { deal: DealView; board: Board }) {
  const { stages } = board.pipeline;
  const next = stages[stages.findIndex(({ id }) => id === deal.stageId) + 1];
  return (
    <div className="row mt-1.5 gap-2">
      {next ? (
        <Button
          className="grow min-w-0"
          icon={<ArrowRight className="i" aria-hidden />}
          aria-label={`Move to ${next.name}: ${deal.title}`}
          onClick={() => board.move(deal, next.id)}
        >
          <span className="cut">Move to {next.name}</span>
        </Button>
      ) : (
        <span className="grow" />
      )}
      <DealMenu deal={deal} board={board} />
    </div>
  );
}
