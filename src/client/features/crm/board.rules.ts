import type { DealMoveInput, DealView, PipelineView, StageView } from '#shared/features/crm/crm.schema.ts';

/** A column of the board: its deals from top to bottom, and their total. */
export interface Column {
  stage: StageView;
  deals: DealView[];
  cents: number;
}

/** A move that the server hasn't confirmed yet, with the time it was made. */
export interface PendingMove extends DealMoveInput {
  at: string;
}

/** Applies the pending moves and returns all deals in the resulting order. */
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
    // Only the order within a stage matters. The start and end of the whole list can therefore serve as a stage's top
    // and bottom.
    const before = move.before === null ? list.length : list.findIndex(({ id }) => id === move.before);
    list.splice(Math.max(0, before), 0, moved);
  }
  return list;
};

/** Returns the deals' total amount in cents, without the deals whose money was given back. */
export const sumOf = (deals: readonly DealView[]): number =>
  deals.reduce((sum, { amountCents, lead }) => sum + (lead?.refunded ? 0 : (amountCents ?? 0)), 0);

/** Returns the columns of a pipeline. The deals must be in order. Lost deals are left out. */
export const columnsOf = ({ stages }: PipelineView, placed: readonly DealView[]): Column[] =>
  stages.map((stage) => {
    const deals = placed.filter(({ stageId, status }) => stageId === stage.id && status !== 'lost');
    return { stage, deals, cents: sumOf(deals) };
  });

/**
 * Returns the deal below this one in the column, or null for the last deal. Undoing a move puts the moved deal back
 * above it.
 */
export const nextBelow = (deal: DealView, columns: readonly Column[]): DealView['id'] | null => {
  const deals = columns.find(({ stage }) => stage.id === deal.stageId)?.deals ?? [];
  return deals[deals.findIndex(({ id }) => id === deal.id) + 1]?.id ?? null;
};
