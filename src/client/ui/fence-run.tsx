import { type FenceRun as Run, fenceRunSvg } from '#shared/features/estimates/fence-run.ts';

/** A drawing of a fence from the front. The SVG comes from our own function, which escapes the label. */
export const FenceRun = (run: Run) => <div dangerouslySetInnerHTML={{ __html: fenceRunSvg(run) }} />;
