import { h } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';

/** '184 ft' on its dimension line, and 'Vinyl, 1 gate'. */
export const fenceInWords = (
  words: StepWords,
  { feet, gates, material }: { feet: number; gates: number; material: string },
): HTMLElement[] => [
  h('div', { class: 'dim' }, words.feet(feet)),
  h('small', {}, words.fence({ count: gates, material })),
];
