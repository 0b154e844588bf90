import { DndContext, type DragOverEvent, DragOverlay, useDraggable, useDroppable } from '@dnd-kit/core';
import { type CSSProperties, Fragment, type ReactNode, useCallback, useState } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/figures.tsx';
import { type Column, nextBelow } from './board.rules.ts';
import { DealFace } from './deal-card.tsx';
import { DealMenu } from './deal-menu.tsx';
import { type DragData, type DropData, placeUnderPointer, useDragSensors } from './drag.ts';
import { ShownDeals } from './shown-deals.tsx';
import type { Board } from './use-board.ts';

/** Where the dragged card would be dropped. Null if the card is already there. */
type Slot = (Pick<DropData, 'stageId' | 'before'> & { height: number | undefined }) | null;

const slotOf = ({ over, active }: DragOverEvent, carried: DealView, columns: readonly Column[]): Slot => {
  const data = over?.data.current as DropData | undefined;
  if (!data) return null;
  const stays = data.stageId === carried.stageId && data.before === nextBelow(carried, columns);
  return stays ? null : { stageId: data.stageId, before: data.before, height: active.rect.current.initial?.height };
};

function Card({ deal, board }: { deal: DealView; board: Board }) {
  const {
    setNodeRef: setDrag,
    listeners,
    isDragging,
  } = useDraggable({
    id: `drag:${deal.id}`,
    data: { deal } satisfies DragData,
    disabled: !board.mayWork,
  });
  const { setNodeRef: setDrop } = useDroppable({
    id: deal.id,
    data: { stageId: deal.stageId, before: deal.id, card: true } satisfies DropData,
  });
  const ref = useCallback(
    (node: HTMLLIElement | null) => {
      setDrag(node);
      setDrop(node);
    },
    [setDrag, setDrop],
  );
  return (
    <li
      ref={ref}
      {...listeners}
      className={classes('card deal', isDragging && 'ghost', !board.mayWork && 'fixed-place')}
    >
      <DealFace deal={deal} linked menu={board.mayWork && <DealMenu deal={deal} board={board} />} />
    </li>
  );
}

interface ColumnProps {
  column: Column;
  board: Board;
  slot: Slot;
}

function StageColumn({ column: { stage, deals, cents }, board, slot }: ColumnProps) {
  const here = slot?.stageId === stage.id ? slot : null;
  const place = <li className="drop" style={{ height: here?.height }} aria-hidden />;
  return (
    <section className={classes('col', stage.won && 'won')} aria-label={stage.name}>
      <header className="row between">
        <h2 className="cut">
          {stage.name} <span className="muted num">{deals.length.toLocaleString('en-US')}</span>
        </h2>
        <Money cents={cents} className="sm muted" />
      </header>
      <ShownDeals deals={deals}>
        {(shown) => (
          <Place stageId={stage.id} before={deals[shown.length]?.id ?? null}>
            {shown.map((deal) => (
              <Fragment key={deal.id}>
                {here?.before === deal.id && place}
                <Card deal={deal} board={board} />
              </Fragment>
            ))}
            {here && !shown.some(({ id }) => id === here.before) && place}
          </Place>
        )}
      </ShownDeals>
    </section>
  );
}

function Place({ stageId, before, children }: Omit<DropData, 'card'> & { children: ReactNode }) {
  const { setNodeRef } = useDroppable({ id: stageId, data: { stageId, before, card: false } satisfies DropData });
  return (
    <ol ref={setNodeRef} className="deals">
      {children}
    </ol>
  );
}

const SILENT = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };

/**
 * The columns of a pipeline side by side. Cards can be dragged by mouse or finger. Each card's menu offers the same
 * moves.
 */
export default function DealBoard({ board }: { board: Board }) {
  const sensors = useDragSensors();
  const [carried, setCarried] = useState<DealView | null>(null);
  const [slot, setSlot] = useState<Slot>(null);
  const end = () => {
    setCarried(null);
    setSlot(null);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeUnderPointer}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setCarried((active.data.current as DragData).deal)}
      onDragOver={(event) => carried && setSlot(slotOf(event, carried, board.columns))}
      onDragEnd={() => {
        if (carried && slot) board.move(carried, slot.stageId, slot.before);
        end();
      }}
      onDragCancel={end}
    >
      <div className="board" style={{ '--stages': board.columns.length } as CSSProperties}>
        {board.columns.map((column) => (
          <StageColumn key={column.stage.id} column={column} board={board} slot={slot} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className="card deal lift">
            <DealFace deal={carried} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
