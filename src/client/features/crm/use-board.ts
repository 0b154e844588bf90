import { useRef, useState } from 'react';
import type { DealMoveInput, DealView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { currentTime } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { type Column, columnsOf, nextBelow, type PendingMove, placeDeals } from './board.rules.ts';

/** Shows what failed and why. An ended session is handled elsewhere on the page. */
export const sayCrmFailed = (what: string, error: unknown): void => {
  const { code, message } = problemOf(error);
  if (code !== 'UNAUTHENTICATED') toast.error(`${what}: ${message}`);
};

/** Shows moves immediately and sends them one after another. If the server rejects a move, undoes it. */
const useMoves = () => {
  const utils = trpc.useUtils();
  const [pending, setPending] = useState<readonly PendingMove[]>([]);
  const { mutateAsync } = trpc.crm.deals.move.useMutation({ scope: { id: 'crm-moves' } });
  const run = async (input: DealMoveInput): Promise<boolean> => {
    const one: PendingMove = { ...input, at: currentTime().toISOString() };
    setPending((all) => [...all, one]);
    try {
      await mutateAsync(input);
      return true;
    } catch (error) {
      sayCrmFailed('We couldn’t move the deal', error);
      return false;
    } finally {
      // Refetches first, so that the deal doesn't briefly jump back when the pending move is removed.
      await utils.crm.deals.invalidate();
      setPending((all) => all.filter((other) => other !== one));
    }
  };
  return { pending, run };
};

/** A pipeline's columns, and the actions for their deals. */
export interface Board {
  pipeline: PipelineView;
  /** All pipelines of the organization, for moving a deal to another pipeline. */
  pipelines: readonly PipelineView[];
  columns: readonly Column[];
  /** The lost deals, newest first. */
  lost: readonly DealView[];
  /**
   * Moves a deal to a stage: directly above the deal `before`, to the end if `before` is null, or to the top if it's
   * omitted.
   */
  move: (deal: DealView, stageId: DealView['stageId'], before?: DealView['id'] | null) => void;
  /** Asks why the deal was lost. */
  askWhyLost: (deal: DealView) => void;
  bringBack: (deal: DealView) => void;
  askDelete: (deal: DealView) => void;
  /** Whether the user may change deals. Viewers may only read them. */
  mayWork: boolean;
  /** Whether the deal's card should take focus after a move in the deal's menu. Returns true only once per move. */
  takesFocus: (deal: DealView) => boolean;
}

interface BoardOptions {
  pipeline: PipelineView | undefined;
  pipelines: readonly PipelineView[];
  deals: readonly DealView[];
  /** The deals that match the filter. Null if there's no filter. */
  found: ReadonlySet<DealView['id']> | null;
  mayWork: boolean;
  askWhyLost: (deal: DealView) => void;
  askDelete: (deal: DealView) => void;
}

const byLostAt = (a: DealView, b: DealView): number => (b.lostAt ?? '').localeCompare(a.lostAt ?? '');

/** Returns a pipeline's board. Returns null if no pipeline is selected. */
export const useBoard = (options: BoardOptions): Board | null => {
  const { pipeline, pipelines, deals, found, mayWork, askWhyLost, askDelete } = options;
  const utils = trpc.useUtils();
  const { pending, run } = useMoves();
  const update = trpc.crm.deals.update.useMutation();
  const focusOn = useRef<string>(null);
  if (!pipeline) return null;

  const placed = placeDeals(deals, pipelines, pending).filter(({ id }) => found === null || found.has(id));
  const columns = columnsOf(pipeline, placed);
  const move: Board['move'] = (deal, stageId, before) => {
    const stage = pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stageId);
    const back: DealMoveInput = {
      dealId: deal.id,
      stageId: deal.stageId,
      before: nextBelow(deal, columns),
      since: deal.stageSince,
    };
    if (stageId !== deal.stageId) focusOn.current = deal.id;
    void run({ dealId: deal.id, stageId, before }).then((done) => {
      focusOn.current = null;
      if (!done || !stage || stageId === deal.stageId) return;
      toast.done(`Moved to ${stage.name}`, {
        detail: deal.title,
        action: deal.status === 'lost' ? undefined : { label: 'Undo', onClick: () => void run(back) },
      });
    });
  };
  const bringBack = async (deal: DealView): Promise<void> => {
    try {
      await update.mutateAsync({ dealId: deal.id, lost: false });
    } catch (error) {
      return sayCrmFailed('We couldn’t update the deal', error);
    }
    await utils.crm.deals.invalidate();
  };
  return {
    pipeline,
    pipelines,
    columns,
    lost: placed.filter(({ pipelineId, status }) => pipelineId === pipeline.id && status === 'lost').toSorted(byLostAt),
    move,
    askWhyLost,
    bringBack: (deal) => void bringBack(deal),
    askDelete,
    mayWork,
    takesFocus: ({ id }) => {
      const takes = focusOn.current === id;
      if (takes) focusOn.current = null;
      return takes;
    },
  };
};
