import { recall, remember } from '../../lib/remember.ts';

const HEIGHT = 'first-steps-height';

/** Stores the height of the first steps in this browser, in px. */
export const rememberHeight = (px: number): void => remember(HEIGHT, String(px));

/** Reserves space for the first steps while they load, based on their last height in this browser. */
export const FirstStepsPlace = () => (
  <div className="first-steps" style={{ minHeight: Number(recall(HEIGHT)) || undefined }}>
    <div />
    <div className="card" />
  </div>
);
