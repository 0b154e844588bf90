import type { FenceInput } from './fence.schema.ts';
import { type Fence, walkGates } from './fence.ts';

/**
 * Returns the fence that an input without `fenceFaults` describes. `newId` makes the add-ons' ids. The length of a plain
 * fence with extras is one run.
 */
export const fenceOf = (input: FenceInput, newId: () => string): Fence => {
  const { perimeter = 0, materialId, gateCount = 0, runs, gates, items, lines, addOns, ...rest } = input;
  const chosen = materialId as NonNullable<typeof materialId>;
  return {
    plain: runs === undefined && gates === undefined,
    runs: runs?.map((run) => ({ ...run, materialId: run.materialId ?? chosen })) ?? [
      { feet: perimeter, materialId: chosen },
    ],
    gates: gates ?? walkGates(gateCount),
    removalFeet: rest.removalFeet,
    corners: rest.corners,
    ends: rest.ends,
    items: items ?? [],
    lines: lines ?? [],
    addOns: addOns?.map((addOn) => ({ ...addOn, id: newId() })) ?? [],
  };
};
