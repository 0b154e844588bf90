import type { ReactNode } from 'react';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';

/** An amount such as '$3,542.08', which never wraps, or 'No amount yet'. */
export function Money({ cents, className }: { cents: number | null; className?: string }) {
  return cents === null ? (
    <span className="muted sm font-normal tracking-normal whitespace-nowrap [font-stretch:90%]">No amount yet</span>
  ) : (
    <span className={`num ${className ?? ''}`}>{formatCents(cents)}</span>
  );
}

/** A length such as '212.5 ft'. */
export const Feet = ({ feet }: { feet: number }) => <span className="num">{formatFeet(feet)}</span>;

/** A dimension line with its label in the middle. `width` is a percentage of the container, to scale. */
export function Dimension({ children, small, width }: { children: ReactNode; small?: boolean; width?: number }) {
  return (
    <div className={small ? 'dim dim-s' : 'dim'} style={width === undefined ? undefined : { width: `${width}%` }}>
      {children}
    </div>
  );
}
