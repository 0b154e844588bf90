import { recall, remember } from '../../lib/remember.ts';

const HEIGHT = 'first-steps-height';
/** The folded steps are one line, at most this high in px. */
const FOLDED = 100;

/** Stores the height of the first steps in this browser, in px. */
export const rememberHeight = (px: number): void => remember(HEIGHT, String(px));

interface PlaceProps {
  /** Whether they're folded to one line. Undefined until the number of leads is known. */
  folded: boolean | undefined;
}

/** Reserves space for the first steps while they load, based on their last height in this browser. */
export function FirstStepsPlace({ folded }: PlaceProps) {
  const known = Number(recall(HEIGHT)) || undefined;
  const wasFolded = known !== undefined && known <= FOLDED;
  if (folded ?? wasFolded)
    return (
      <details className="first-fold" aria-hidden inert>
        <summary style={{ minHeight: wasFolded ? known : undefined }}>
          <h2>{'\u00a0'}</h2>
        </summary>
      </details>
    );
  return (
    <div className="first-steps" style={{ minHeight: wasFolded ? undefined : known }}>
      <div />
      <div className="card" />
    </div>
  );
}
