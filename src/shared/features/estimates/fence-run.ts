import { formatNumber } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words.ts';

/** A fence to draw: its length in feet, its gates, and its material's name. The name determines the drawing style. */
export interface FenceRun {
  /** In feet, with decimals. Must be more than 0. */
  perimeter: number;
  gates: number;
  /** The material's name in the company's list, such as 'Vinyl' or '4ft Wood Picket'. */
  material: string;
  /** The size of the SVG view box. Default: 640 × 120. The drawing scales to its container. */
  width?: number;
  height?: number;
  /** The label for screen readers. By default, it states the length, material and gates. */
  label?: string;
}

type Look = 'vinyl' | 'metal' | 'wood';

/** A section's length in feet. */
export const SECTION_FEET = 8;
const EDGE = 3;

const round = (value: number): number => Math.round(value * 10) / 10;

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the drawing style for a material, based on its name. */
export const lookOfFence = (material: string): Look => {
  if (/vinyl|pvc/i.test(material)) return 'vinyl';
  if (/metal|steel|iron|alumin|chain/i.test(material)) return 'metal';
  return 'wood';
};

/** Whether the material's name states a height of four feet or less. These fences are drawn shorter. */
export const isLowFence = (material: string): boolean => /\b[1-4](\.\d+)?\s*(-\s*)?(ft|foot|feet|')/i.test(material);

/** Describes the drawing in words: '184 feet of Vinyl with 1 gate'. */
export const describeRun = (
  { perimeter, gates, material }: Pick<FenceRun, 'perimeter' | 'gates' | 'material'>,
  language: Language = DEFAULT_LANGUAGE,
): string => calculatedWords(language).run({ count: gates, feet: formatNumber(perimeter), material });

/**
 * Distributes the gates evenly over the sections, and chooses the section with the break mark (-1 if the entire fence
 * fits).
 */
const layOut = (perimeter: number, gates: number, look: Look, width: number) => {
  const needed = Math.max(1, Math.ceil(perimeter / SECTION_FEET));
  const fit = Math.max(4, Math.floor(width / (look === 'metal' ? 30 : 34)));
  const count = Math.min(needed, fit);
  const shift = count > 3 ? 0 : 1;
  const place = (index: number) => Math.round(((index + 1) * count) / (gates + 1)) - shift;
  const gateAt = new Set<number>();
  // If there are more gates than sections, several gates share a section. The label states the actual number.
  for (let index = 0; index < gates; index++) gateAt.add(Math.min(count - 1, Math.max(0, place(index))));
  return { count, gateAt, breakAt: needed > fit ? breakSection(count, gateAt) : -1 };
};

/** Returns the section without a gate that is nearest to two thirds of the length. */
const breakSection = (count: number, gateAt: ReadonlySet<number>): number => {
  const wanted = Math.max(1, Math.floor(count * 0.66));
  for (let step = 0; step < count; step++)
    for (const at of [wanted + step, wanted - step]) if (at > 0 && at < count && !gateAt.has(at)) return at;
  return wanted;
};

interface Frame {
  ground: number;
  fence: number;
  top: number;
}
interface Section extends Frame {
  x: number;
  width: number;
}
/** SVG paths by layer, in painting order. */
interface Layers {
  rails: string;
  boards: string;
  seams: string;
}

const rect = (className: string, x: number, y: number, width: number, height: number): string =>
  `<rect class="${className}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;

const vinylSection = ({ x, width, top, fence, ground }: Section): Layers => {
  let seams = '';
  for (let board = 1; board < 4; board++) seams += `M${round(x + (board * width) / 4)} ${round(top + 8)}V${ground - 4}`;
  return {
    rails: '',
    boards: rect('vinyl', x, top + 5, width, fence - 8) + rect('vinyl', x, top + 2, width, 5),
    seams,
  };
};

const metalSection = ({ x, width, top, fence, ground }: Section): Layers => {
  const bars = Math.max(3, Math.round(width / 6));
  let boards = '';
  for (let bar = 1; bar < bars; bar++)
    boards += rect('metal', x + (bar * width) / bars - 0.8, top + 8, 1.6, fence - 10);
  const rails =
    rect('metal', x, top + 8, width, 2.4) +
    rect('metal', x, top + 16, width, 1.6) +
    rect('metal', x, ground - 9, width, 2.4);
  return { rails, boards, seams: '' };
};

/** Returns the SVG path of one board with cut corners. */
const picket = (x: number, top: number, width: number, bottom: number, cut: number): string =>
  `M${x} ${bottom}V${round(top + cut)}L${round(x + cut)} ${top}H${round(x + width - cut)}L${round(x + width)} ${round(top + cut)}V${bottom}Z`;

const woodSection = ({ x, width, top, fence, ground }: Section, low: boolean): Layers => {
  const boards = Math.max(2, Math.round(width / (low ? 10 : 8.2)));
  const board = (width / boards) * (low ? 0.56 : 0.9);
  const cut = round(low ? board / 2.1 : Math.min(2.2, board / 3));
  let path = '';
  for (let index = 0; index < boards; index++) {
    const left = x + ((index + 0.5) * width) / boards - board / 2;
    path += picket(round(left), round(top + 2), round(board), ground - 2, cut);
  }
  const rails = rect('rail', x, top + fence * 0.2, width, 4) + rect('rail', x, top + fence * 0.74, width, 4);
  return { rails, boards: `<path class="pk" d="${path}"/>`, seams: '' };
};

const gate = ({ x, width, top, fence, ground }: Section): string => {
  const left = x + 3;
  const wide = width - 6;
  const head = top + fence * 0.1;
  const high = round(ground - 6 - head);
  return (
    rect('gatebg', left, head, wide, ground - 4 - head) +
    `<path class="gate" d="M${round(left + 1)} ${round(head + 1)}h${round(wide - 2)}v${high}h-${round(wide - 2)}zl${round(wide - 2)} ${high}"/>`
  );
};

const post = (look: Look, x: number, { top, fence, ground }: Frame): string => {
  if (look === 'vinyl')
    return `<path class="vinyl" d="M${round(x - 3)} ${ground}V${round(top - 1)}l3-4 3 4V${ground}z"/>`;
  if (look === 'metal') return rect('metal', x - 2, top - 1, 4, fence + 1);
  return rect('post', x - 2.5, top - 4, 5, fence + 4);
};

const breakMark = ({ x, width, top, fence, ground }: Section): string => {
  const middle = x + width / 2;
  const edge = (at: number) =>
    `M${round(at)} ${ground + 3}V${round(ground - fence * 0.38)}l-6-5 12-8-6-5V${round(top - 4)}`;
  // Uses `fill-opacity` instead of a style attribute, because a strict content security policy blocks inline styles.
  return `<path class="brk" fill-opacity="0" d="${edge(middle - 5)}${edge(middle + 5)}"/>`;
};

const earth = (width: number, ground: number): string => {
  let hatch = '';
  for (let x = 6; x < width - 14; x += 26)
    for (const offset of [0, 6, 12]) hatch += `M${x + offset} ${ground + 1}l-6 8`;
  return `<path class="earth" d="M0 ${ground}H${width}"/><path class="hatch" d="${hatch}"/>`;
};

/**
 * Renders the fence from the front as an SVG string: sections of 8 ft, posts, evenly spaced gates and the ground. A
 * break mark shows that the fence is longer than drawn. The drawing is schematic and doesn't show the shape of the lot.
 * Colors come from the page's CSS (`.run`, `.vinyl`, `.pk`, …). Material names are escaped for HTML, so any name is
 * safe to pass.
 */
export const fenceRunSvg = (run: FenceRun): string => {
  const { perimeter, material, width = 640, height = 120, label = describeRun(run) } = run;
  const look = lookOfFence(material);
  const low = isLowFence(material);
  const { count, gateAt, breakAt } = layOut(perimeter, run.gates, look, width);
  const ground = height - 14;
  const fence = low ? (height - 26) * 0.66 : height - 26;
  const frame: Frame = { ground, fence, top: ground - fence };
  const step = (width - 2 * EDGE) / count;
  const layers: Layers = { rails: '', boards: '', seams: '' };
  let gates = '';
  let posts = '';
  let mark = '';
  for (let index = 0; index < count; index++) {
    const section: Section = { ...frame, x: EDGE + index * step, width: step };
    if (index === breakAt) mark = breakMark(section);
    else if (gateAt.has(index)) gates += gate(section);
    else {
      const drawn =
        look === 'vinyl' ? vinylSection(section) : look === 'metal' ? metalSection(section) : woodSection(section, low);
      layers.rails += drawn.rails;
      layers.boards += drawn.boards;
      layers.seams += drawn.seams;
    }
  }
  for (let index = 0; index <= count; index++) posts += post(look, EDGE + index * step, frame);
  const seams = layers.seams === '' ? '' : `<path class="vl" d="${layers.seams}"/>`;
  return `<svg class="run" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(label)}">${layers.rails}${layers.boards}${seams}${gates}${posts}${mark}${earth(width, ground)}</svg>`;
};
