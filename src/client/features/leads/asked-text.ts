import type { Measured } from '#shared/features/drawing/measured.ts';
import { heightsInWords } from '#shared/features/pricing/heights-in-words.ts';
import { WALK } from '#shared/features/pricing/price-book.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatFeet } from '#shared/primitives/feet.ts';

/**
 * Returns what the homeowner asked for beyond a length, a material and walk gates, such as '6 ft high, 1 double gate,
 * 60 ft of old fence to remove'. Null if there's nothing more.
 */
export function askedText(measured: Measured | null): string | null {
  if (!measured) return null;
  const { runs, gates, removalFeet } = measured;
  const heights = [...new Set(runs.flatMap(({ heightFt }) => (heightFt === undefined ? [] : [heightFt])))];
  const special = gates.map(({ kind }) => kind).filter((kind) => kind !== WALK);
  const kinds = [...new Set(special)].map((kind) => {
    const count = special.filter((one) => one === kind).length;
    return counted(count, `${kind.replaceAll(/[-_]/g, ' ')} gate`);
  });
  const parts = [
    ...(heights.length > 0 ? [`${heightsInWords(heights)} high`] : []),
    ...kinds,
    ...(removalFeet === undefined ? [] : [`${formatFeet(removalFeet)} of old fence to remove`]),
  ];
  return parts.length > 0 ? parts.join(', ') : null;
}
