import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'line' | 'new' | 'contacted' | 'sent' | 'paid' | 'flag' | 'flagfill';

/**
 * A word on a colored background, 26 px high. It isn't a control. Color must not be the only signal, so add an icon or
 * pickets.
 */
export function Badge({ tone = 'plain', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>
      {icon}
      {children}
    </span>
  );
}

/** Four pickets. The first `stage` (1 to 4) are filled. */
export function Pickets({ stage }: { stage: number }) {
  return (
    <svg className="pickets" viewBox="0 0 19 14" aria-hidden="true">
      {[0, 1, 2, 3].map((index) => {
        const x = 0.5 + index * 4.9;
        return (
          <path
            key={index}
            className={index < stage ? 'on' : undefined}
            d={`M${x} 13.5V2.2L${x + 1} .7h1.3L${x + 3.3} 2.2V13.5Z`}
          />
        );
      })}
    </svg>
  );
}
