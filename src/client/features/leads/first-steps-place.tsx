import { recall, remember } from '../../lib/remember.ts';

const HEIGHT = 'first-steps-height';
/** The folded steps are one line, at most this high in px. */
const FOLDED = 100;

/** Stores the height of the first steps in this browser, in px. */
export const rememberHeight = (px: number): void => remember(HEIGHT, String(px));

/** Reserves space for the first steps while they load, based on their last height in this browser. */
export function FirstStepsPlace() {
  const minHeight = Number(recall(HEIGHT)) || undefined;
  if (minHeight !== undefined && minHeight <= FOLDED)
    return (
      <div className="first-fold">
        <div style={{ minHeight }} />
      </div>
    );
  return (
    <div className="first-steps" style={{ minHeight }}>
      <div />
      <div className="card" />
    </div>
  );
}
