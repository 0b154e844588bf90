import { isLowFence, lookOfFence, SECTION_FEET } from './fence-run.ts';

/** The maximum number of sections drawn. Longer fences are all drawn with this many sections and a break mark. */
export const MOST_SECTIONS = 18;

interface Run {
  perimeter: number;
  gates: number;
  material: string;
}

/** Returns the URL path of a fence's image for emails. It contains only the values that the image shows. */
export const fencePicturePath = ({ perimeter, gates, material }: Run): string => {
  const sections = Math.min(MOST_SECTIONS, Math.max(1, Math.ceil(perimeter / SECTION_FEET)));
  const drawn = `${lookOfFence(material)}${isLowFence(material) ? '-low' : ''}`;
  return `/fence/${drawn}-${sections}-${Math.min(gates, sections)}.png`;
};
