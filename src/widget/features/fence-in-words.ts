import { formatFeet } from '#shared/primitives/feet.ts';
import { h } from '../dom.ts';

/** '184 ft' on its dimension line, and 'Vinyl, 1 gate'. */
export const fenceInWords = (feet: number, gates: number, material: string): HTMLElement[] => [
  h('div', { class: 'dim' }, formatFeet(feet)),
  h('small', {}, `${material}, ${gates || 'no'} gate${gates === 1 ? '' : 's'}`),
];
