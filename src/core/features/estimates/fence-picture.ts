import { MOST_SECTIONS } from '#shared/features/estimates/fence-picture.rules.ts';
import { fenceRunSvg, SECTION_FEET } from '#shared/features/estimates/fence-run.ts';
import { drawPicture } from '../../platform/pictures/draw-picture.ts';

const SIZE = { width: 496, height: 104 };
const MATERIALS = {
  wood: '6ft Wood',
  'wood-low': '4ft Wood',
  vinyl: 'Vinyl',
  'vinyl-low': '4ft Vinyl',
  metal: 'Metal',
  'metal-low': '4ft Metal',
} as const;
type Drawn = keyof typeof MATERIALS;

const PATH = /^\/fence\/((?:wood|vinyl|metal)(?:-low)?)-([1-9]\d?)-(0|[1-9]\d?)\.png$/;

// Always uses the light theme's colors on white, because email clients don't change an image's colors in dark mode.
const STYLE =
  '.rail{fill:#c08a5c}.post{fill:#87522f}.pk{fill:#ecd7b0;stroke:#93694a}.vinyl{fill:#fdfdfd;stroke:#748389}.vl{stroke:#748389;opacity:.55;fill:none}.metal{fill:#1d2d34}.gate{fill:none;stroke:#8a3f16;stroke-width:2}.gatebg{fill:#f8ede6}.earth{stroke:#5f6d72;stroke-width:1.5}.hatch{stroke:#5f6d72;opacity:.7}.brk{stroke:#3f4f55;stroke-width:1.5}';

const drawn = new Map<string, Promise<Buffer | undefined>>();

const draw = async (material: Drawn, sections: number, gates: number): Promise<Buffer | undefined> => {
  const svg = fenceRunSvg({ perimeter: sections * SECTION_FEET, gates, material: MATERIALS[material], ...SIZE });
  const whole = svg.replace(
    '<svg ',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" `,
  );
  const styled = whole.replace('>', `><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`);
  // Rendered at double size for high-resolution screens.
  return (await drawPicture(Buffer.from(styled), { width: SIZE.width * 2, height: SIZE.height * 2 }))?.content;
};

/**
 * Returns the fence image (PNG) at this path, or undefined if there isn't one. Each image is rendered once and cached.
 * Throws PicturesBusy if too many images are being drawn.
 */
export async function findFencePicture(path: string): Promise<Buffer | undefined> {
  const [, material, ...counts] = PATH.exec(path) ?? [];
  const [sections = 0, gates = 0] = counts.map(Number);
  if (material === undefined || sections < 1 || sections > MOST_SECTIONS || gates > sections) return undefined;
  const kept = drawn.get(path) ?? draw(material as Drawn, sections, gates);
  drawn.set(path, kept);
  try {
    return await kept;
  } catch (error) {
    drawn.delete(path);
    throw error;
  }
}
