import { isLowFence, lookOfFence, SECTION_FEET } from './fence-run.ts';

/**
 * The most sections that are drawn. A longer fence is drawn with a break mark, so that all longer fences share an
 * image.
 */
export const MOST_SECTIONS = 18;

interface Run {
  perimeter: number;
  gates: number;
  material: string;
}

/** Returns the path of a fence's image, for emails. The path contains only what the image shows. */
export const fencePicturePath = ({ perimeter, gates, material }: Run): string => {
  const sections = Math.min(MOST_SECTIONS, Math.max(1, Math.ceil(perimeter / SECTION_FEET)));
  const drawn = `${lookOfFence(material)}${isLowFence(material) ? '-low' : ''}`;
  return `/fence/${drawn}-${sections}-${Math.min(gates, sections)}.png`;
};
