import { type FenceRun as Run, fenceRunSvg } from '#shared/features/estimates/fence-run.ts';

/** A run of fence in elevation; the drawing is our own pure function, with its label escaped. */
export const FenceRun = (run: Run) => <div dangerouslySetInnerHTML={{ __html: fenceRunSvg(run) }} />;
