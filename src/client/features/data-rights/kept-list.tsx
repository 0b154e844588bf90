import type { KeptView } from '#shared/features/data-rights/data-rights.schema.ts';

const periodText = ({ years }: KeptView): string =>
  years === null ? 'as long as your company exists' : `${years} years`;

/** Lists what the law keeps, for how long and why. Shows nothing if nothing is kept. */
export function KeptList({ kept }: { kept: readonly KeptView[] }) {
  if (kept.length === 0) return null;
  return (
    <div className="stack-s">
      <p>What we keep, because the law requires it:</p>
      <ul className="data-kept">
        {kept.map((one) => (
          <li key={one.what}>
            <b>{one.what}</b> ({periodText(one)}). {one.why}.
          </li>
        ))}
      </ul>
    </div>
  );
}
