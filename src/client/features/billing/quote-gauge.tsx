const LOW = 0.1;

/** Returns the SVG path for one picket in the gauge, by its index from the left. */
const picket = (index: number): string => {
  const x = Math.round((1 + index * 8.3) * 10) / 10;
  return `M${x} 15V2.8l1.8-1.8h1.8l1.8 1.8V15Z`;
};

/** Returns true if at most a tenth of the quota is left. Without a quota, returns true if no quotes are left. */
export const isLow = (left: number, of: number | null): boolean => (of === null ? left <= 0 : left / of <= LOW);

/**
 * Shows the remaining quotes as a row of pickets. The colors come from the CSS variables `--gauge`, `--gauge-low` and
 * `--gauge-edge`.
 */
export function QuoteGauge({ left, of, pickets = 25 }: { left: number; of: number; pickets?: number }) {
  const share = Math.max(0, Math.min(1, left / of));
  // Once a quote is used, at least one picket is empty.
  const most = left < of ? pickets - 1 : pickets;
  const full = left > 0 ? Math.min(most, Math.max(1, Math.round(share * pickets))) : 0;
  const empty = pickets - full;
  const fill = isLow(left, of) ? 'var(--gauge-low)' : 'var(--gauge)';
  return (
    <svg viewBox={`0 0 ${Math.round(pickets * 8.3)} 16`} width="100%" aria-hidden="true">
      {Array.from({ length: pickets }, (_, index) => (
        <path
          key={index}
          d={picket(index)}
          fill={index < empty ? 'none' : fill}
          stroke={index < empty ? 'var(--gauge-edge)' : 'var(--gauge-line, none)'}
        />
      ))}
    </svg>
  );
}
