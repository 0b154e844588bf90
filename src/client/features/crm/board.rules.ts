import type { DealMoveInput, DealView, PipelineView, StageView } from '#shared/features/crm/crm.schema.ts';

/** A column of the board: what stands in it, top first, and what it comes to. */
export interface Column {
  stage: StageView;
  deals: DealView[];
  cents: number;
}

/** A move that is on its way, with the instant at which it was made. */
export interface PendingMove extends DealMoveInput {
  at: string;
}

/** All deals in the order of their places, as they will stand once the moves on their way have arrived. */
export const placeDeals = (
  deals: readonly DealView[],
  pipelines: readonly PipelineView[],
  moves: readonly PendingMove[],
): DealView[] => {
  const list = deals.toSorted((a, b) => a.position - b.position);
  for (const move of moves) {
    const from = list.findIndex(({ id }) => id === move.dealId);
    const pipeline = pipelines.find(({ stages }) => stages.some(({ id }) => id === move.stageId));
    const [deal] = from >= 0 && pipeline ? list.splice(from, 1) : [];
    if (!deal || !pipeline) continue;
    const won = pipeline.stages.find(({ id }) => id === move.stageId)?.won === true;
    const moved: DealView = {
      ...deal,
      pipelineId: pipeline.id,
      stageId: move.stageId,
      status: won ? 'won' : 'open',
      lostAt: null,
      stageSince: move.since ?? (move.stageId === deal.stageId ? deal.stageSince : move.at),
    };
    // only the order within a stage counts: the head of the list is on top, its tail at the end
    const before = move.before === null ? list.length : list.findIndex(({ id }) => id === move.before);
    list.splice(Math.max(0, before), 0, moved);
  }
  return list;
};

/** What the deals of some kind come to, in cents. */
export const sumOf = (deals: readonly DealView[]): number =>
  deals.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

/** The columns of a pipeline from deals in the order of their places; lost deals stand in none. */
export const columnsOf = ({ stages }: PipelineView, placed: readonly DealView[]): Column[] =>
  stages.map((stage) => {
    const deals = placed.filter(({ stageId, status }) => stageId === stage.id && status !== 'lost');
    return { stage, deals, cents: sumOf(deals) };
  });

/** What a deal stood above in its column, null at the end: where an Undo puts it back. */
export const nextBelow = (deal: DealView, columns: readonly Column[]): DealView['id'] | null => {
  const deals = columns.find(({ stage }) => stage.id === deal.stageId)?.deals ?? [];
  return deals[deals.findIndex(({ id }) => id === deal.id) + 1]?.id ?? null;
};
