import { isLowFence, lookOfFence, SECTION_FEET } from './fence-run.ts';

/** More sections than fit are drawn with a break mark: one image stands for all longer fences. */
export const MOST_SECTIONS = 18;

interface Run {
  perimeter: number;
  gates: number;
  material: string;
}

/** Where the image of a fence is served, for emails. It tells nothing but what is drawn. */
export const fencePicturePath = ({ perimeter, gates, material }: Run): string => {
  const sections = Math.min(MOST_SECTIONS, Math.max(1, Math.ceil(perimeter / SECTION_FEET)));
  const drawn = `${lookOfFence(material)}${isLowFence(material) ? '-low' : ''}`;
  return `/fence/${drawn}-${sections}-${Math.min(gates, sections)}.png`;
};
