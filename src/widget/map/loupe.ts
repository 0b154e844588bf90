import type { Point } from '#shared/features/drawing/earth.ts';
import { h } from '../dom.ts';
import type { MapView } from './map-view.ts';
import { svg } from './svg.ts';

const SIZE = 112;
const SCALE = 2;
/** The distance in pixels between the finger and the loupe's lower edge. */
const ABOVE = 36;

/** A magnifier that shows the map under the finger. */
export interface Loupe {
  show(at: Point): void;
  hide(): void;
}

/** Shows a copy of the map and its overlay at twice the size. */
export const loupeOf = (view: MapView): Loupe => {
  let glass: { root: HTMLElement; inside: HTMLElement; fence: SVGSVGElement } | undefined;
  const make = () => {
    const fence = svg('svg', { class: 'ov' });
    const pictures = [...view.root.children].filter((child) => child !== view.overlay && !child.matches('.lo'));
    const inside = h('div', { class: 'li2' }, ...pictures.map((child) => child.cloneNode(true)), fence);
    const root = h('div', { class: 'lo', 'aria-hidden': 'true' }, inside);
    view.root.append(root);
    return { root, inside, fence };
  };
  return {
    show: ([x, y]) => {
      glass ??= make();
      const { root, inside, fence } = glass;
      fence.replaceChildren(...[...view.overlay.children].map((child) => child.cloneNode(true)));
      const { width, height } = view.root.getBoundingClientRect();
      inside.style.width = `${width}px`;
      inside.style.height = `${height}px`;
      inside.style.transform = `translate(${SIZE / 2 - x * SCALE}px, ${SIZE / 2 - y * SCALE}px) scale(${SCALE})`;
      const above = y - ABOVE - SIZE;
      root.style.left = `${Math.min(width - SIZE - 4, Math.max(4, x - SIZE / 2))}px`;
      root.style.top = `${above < 4 ? y + ABOVE : above}px`;
    },
    hide: () => {
      glass?.root.remove();
      glass = undefined;
    },
  };
};
