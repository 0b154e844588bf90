import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawnFeet } from '#shared/features/drawing/fence-drawing.ts';
import { fencePlanSvg } from '#shared/features/drawing/fence-plan.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import './fence-plan.css';

const SIZE = { width: 460, height: 230 };

/**
 * The fence as the homeowner drew it, seen from above. The SVG comes from our own function, which escapes all strings.
 */
export const FencePlan = ({ drawing }: { drawing: FenceDrawing }) => {
  const label = `The fence as drawn, ${formatFeet(drawnFeet(drawing))}`;
  return <div dangerouslySetInnerHTML={{ __html: fencePlanSvg(drawing, { label, size: SIZE }) }} />;
};
