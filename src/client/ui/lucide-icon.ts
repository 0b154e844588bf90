import type { LucideIcon } from 'lucide-react';
import { createElement, type SVGProps } from 'react';

type Shape = [tag: string, attributes: Record<string, string>];

/**
 * Stands for lucide-react's own `createLucideIcon` in the build (`vite.config.ts`): an icon of the library's drawing, sized
 * and coloured by CSS. What it leaves out (contexts, sizes as properties, other stroke widths) is 1 kB of every page.
 */
export default function createLucideIcon({ node }: { node: Shape[] }): LucideIcon {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ((props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      shapes,
    )) as unknown as LucideIcon;
}
