import type { DealView, StageView } from '#shared/features/crm/crm.schema.ts';
import { MAX_STAGES } from '#shared/features/crm/crm.limits.ts';

/** An entry in the stage editor: an existing stage (with `id`) or a new stage. `key` doesn't change during editing. */
export interface StageRow {
  key: string;
  id?: StageView['id'];
  name: string;
  won: boolean;
}

export const rowsOf = (stages: readonly StageView[]): StageRow[] =>
  stages.map(({ id, name, won }) => ({ key: id, id, name, won }));

/** Moves a stage up or down. The won stage stays last. */
export const moveRow = (rows: readonly StageRow[], index: number, by: -1 | 1): StageRow[] => {
  const [row, other] = [rows[index], rows[index + by]];
  if (!row || !other || row.won || other.won) return [...rows];
  return rows.with(index, other).with(index + by, row);
};

/** Adds a new stage before the won stage. */
export const addRow = (rows: readonly StageRow[], key: string): StageRow[] =>
  rows.toSpliced(rows.length - 1, 0, { key, name: '', won: false });

/** Whether another stage can be added. */
export const mayAdd = (rows: readonly StageRow[]): boolean => rows.length < MAX_STAGES;
export const mayRemove = (rows: readonly StageRow[], row: StageRow): boolean =>
  !row.won && rows.filter(({ won }) => !won).length > 1;

/**
 * Returns the stage that each removed stage's deals will move to. Stages without deals are left out. The server uses
 * the same rule.
 */
export const goingDeals = (
  stages: readonly StageView[],
  rows: readonly StageRow[],
  deals: readonly DealView[],
): { id: string; from: string; count: number; to: string }[] => {
  const name = (id: string) => rows.find((row) => row.id === id)?.name.trim();
  return stages.flatMap((stage, index) => {
    const count = deals.filter(({ stageId }) => stageId === stage.id).length;
    if (count === 0 || name(stage.id) !== undefined) return [];
    const before = stages.slice(0, index).findLast(({ id }) => name(id) !== undefined);
    const to = (before ? name(before.id) : rows[0]?.name.trim()) ?? '';
    return [{ id: stage.id, from: stage.name, count, to }];
  });
};
