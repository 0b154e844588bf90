import { type FenceRun as Run, fenceRunSvg } from '#shared/features/estimates/fence-run.ts';

/** The drawing of a fence from the front. Our own function creates it and escapes its label. */
export const FenceRun = (run: Run) => <div dangerouslySetInnerHTML={{ __html: fenceRunSvg(run) }} />;
