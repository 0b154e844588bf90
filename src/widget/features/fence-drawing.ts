import { drawing } from '../dom.ts';

const SECTIONS = 3;
const SECTION = 42;
const GROUND = 40;

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h-${width}z`;

/** The path of one board with cut corners. */
const board = (x: number, y: number, width: number, cut: number) =>
  `M${x} 38V${y + cut}l${cut}-${cut}h${width - 2 * cut}l${cut} ${cut}V38z`;

/**
 * Returns the SVG paths that draw three fence sections, each path with its class. The first and the last section end at
 * a post. A loop generates the paths, to keep the code small (under 1 kB for all materials). The material's name
 * determines the style. Everything except vinyl and metal is drawn as wood. If the name contains a height of 1 to 4
 * feet, the fence is drawn shorter.
 */
export const fencePaths = (material: string): [className: string, d: string][] => {
  const vinyl = /vinyl|pvc/i.test(material);
  const metal = /metal|steel|iron|alumin|chain/i.test(material);
  const low = /\b[1-4]\s*-?(ft|foot|feet|')/i.test(material);
  const top = low ? 22 : 12;
  let rails = '';
  let boards = '';
  let posts = '';
  let earth = `M0 ${GROUND}h132`;
  for (let section = 0; section <= SECTIONS; section++) {
    const x = 3 + SECTION * section;
    posts += vinyl ? `M${x - 3} ${GROUND}V${top - 1}l3-4 3 4V${GROUND}z` : box(x - 2, top - 4, 4, GROUND - top + 4);
    if (section === SECTIONS) break;
    for (let k = 0; k < 4; k++) earth += `M${x + 3 + k * 10} 42l-6 8`;
    if (vinyl) {
      rails += box(x, top + 3, SECTION, 24) + box(x, top, SECTION, 5);
      for (let k = 1; k < 4; k++) boards += `M${x + k * 10.5} ${top + 6}V38`;
    } else if (metal) {
      rails += box(x, top + 4, SECTION, 2) + box(x, top + 9, SECTION, 1.5) + box(x, 34, SECTION, 2);
      for (let k = 1; k < 7; k++) boards += `M${x + k * 6} ${top + 4}V38`;
    } else {
      const count = low ? 4 : 5;
      const width = low ? 6 : 7.6;
      rails += box(x, top + (low ? 4 : 6), SECTION, 3) + box(x, 32, SECTION, 3);
      for (let k = 0; k < count; k++)
        boards += board(x + ((k + 0.5) * SECTION) / count - width / 2, top + 1, width, low ? 2.8 : 2.2);
    }
  }
  // Classes in widget.css: v is vinyl, n is metal, k is rails, p is posts, e is the ground. Boards have no class.
  const [rail, fill, post] = vinyl ? ['v', 'e', 'v'] : metal ? ['n', 'n', 'n'] : ['k', '', 'k p'];
  return [
    [rail, rails],
    [fill, boards],
    [post, posts],
    ['e', earth],
  ];
};

export const fenceDrawing = (material: string): SVGElement => drawing('0 6 132 50', fencePaths(material));
