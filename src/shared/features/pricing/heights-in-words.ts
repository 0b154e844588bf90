import { formatFeet } from '../../primitives/feet.ts';

/** Formats heights in ascending order, as '4 ft, 6 ft'. */
export const heightsInWords = (heights: readonly number[]): string =>
  heights
    .toSorted((a, b) => a - b)
    .map((height) => formatFeet(height))
    .join(', ');
