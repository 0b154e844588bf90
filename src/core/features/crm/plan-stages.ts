import { MAX_STAGES } from '#shared/features/crm/crm.limits.ts';
import type { PipecreateClaimedQueuedateInput } from '#shared/features/crm/crm.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { StageId } from '#shared/primitives/ids.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import type { Stage } from '../deals/stages.repository.ts';

/** A stage as it should be after the update. `id` is null for a new stage. */
export interface PlannedStage {
  id: StageId | null;
  name: string;
  won: boolean;
  /** The estimate events that move deals to this stage. If undefined, the current events are kept. */
  follows?: readonly DealRule[] | undefined;
}

export interface StagePlan {
  /** The stages in their new order, with the won stage last. */
  stages: PlannedStage[];
  /** Removed stages. Their deals move to the stage at index `into` in `stages`. */
  removed: { id: StageId; into: number }[];
}

/**
 * Computes the stages that result from a change (`pipecreateClaimedQueuedateInput`). If a stage is removed, its deals move to the
 * closest earlier stage that isn't removed. If there's no such stage, the deals move to the first remaining stage.
 * Throws NOT_FOUND for another pipeline's stage. Throws CONFLICT if the change removes the won stage or the last open
 * stage. Throws VALIDATION_FAILED if there are too many stages.
 */
export function planStages(
  before: readonly Stage[],
  { stages = [], removeStages = [] }: Pick<PipecreateClaimedQueuedateInput, 'stages' | 'removeStages'>,
): StagePlan {
  const known = new Map(before.map((stage) => [stage.id, stage]));
  for (const id of [...stages.flatMap((stage) => stage.id ?? []), ...removeStages])
    if (!known.has(id)) throw notFound('this stage');
  const gone = new Set(removeStages);
  if (before.some(({ id, won }) => won && gone.has(id)))
    throw new AppError('You can’t delete the last stage because it marks deals as won. You can rename it', 'CONFLICT');

  const named = new Map(stages.flatMap((stage) => (stage.id ? [[stage.id, stage] as const] : [])));
  const open = [
    ...unique(stages)
      .filter(({ id }) => id === undefined || (!gone.has(id) && known.get(id)?.won === false))
      .map(({ id, name, follows }) => ({ id: id ?? null, name, won: false, follows })),
    ...before.filter(({ id, won }) => !won && !named.has(id) && !gone.has(id)).map(asItIs),
  ];
  if (open.length === 0) throw new AppError('Keep at least one stage before the last one', 'CONFLICT');
  const after: PlannedStage[] = [
    ...open,
    ...before.filter(({ won }) => won).map((stage) => ({ ...asItIs(stage), ...changeOf(named.get(stage.id)) })),
  ];
  if (after.length > MAX_STAGES) throw invalid({ stages: `Use at most ${MAX_STAGES} stages` });

  const into = (id: StageId): number => {
    const kept = before
      .slice(
        0,
        before.findIndex((stage) => stage.id === id),
      )
      .findLast((stage) => !gone.has(stage.id));
    return kept ? after.findIndex((stage) => stage.id === kept.id) : 0;
  };
  return { stages: after, removed: [...gone].map((id) => ({ id, into: into(id) })) };
}

const asItIs = ({ id, name, won }: Stage): PlannedStage => ({ id, name, won });

const changeOf = (given: Pick<PlannedStage, 'name' | 'follows'> | undefined) =>
  given && { name: given.name, follows: given.follows };

/** Removes duplicates. If a stage is listed twice, it keeps its first position. */
const unique = <S extends { id?: StageId | undefined }>(stages: readonly S[]): S[] =>
  stages.filter(({ id }, index) => id === undefined || stages.findIndex((other) => other.id === id) === index);
