import type { FenceDrawing } from '../drawing/fence-drawing.ts';
import { feetOf, type Fence } from '../pricing/fence.ts';
import { fenceOfPlainEstimate } from '../take-off/count-fence.rules.ts';
import type { MaterialId } from '../../primitives/ids.ts';

/**
 * Describes a plain fence run by run, so that it can be changed: as the sides of its drawing, whose corners would be lost
 * otherwise, or as one run. The length stays what was paid for.
 */
export const fenceInRuns = (
  fence: Fence,
  { materialId, drawing }: { materialId: MaterialId; drawing: FenceDrawing | null },
): Fence => {
  const feet = feetOf(fence);
  const drawn = fenceOfPlainEstimate({ perimeter: feet, gateCount: fence.gates.length, system: null, drawing });
  const sides = drawn.runs.map(({ feet: length, join, closed }) => ({
    feet: length,
    materialId,
    ...(join !== undefined && { join }),
    ...(closed !== undefined && { closed }),
  }));
  // A drawing's sides may be up to a foot off.
  const isExact = feetOf({ runs: sides }) === feet;
  return {
    ...fence,
    plain: false,
    corners: fence.corners ?? 0,
    ends: fence.ends ?? 0,
    runs: isExact ? sides : [{ feet, materialId }],
    gates: isExact ? drawn.gates : fence.gates,
  };
};
