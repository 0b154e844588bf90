import { NOWHERE, type FenceDrawing, toDrawing, toLines } from '#shared/features/drawing/fence-drawing.ts';
import type { FenceLine } from '#shared/features/drawing/fence-line.ts';
import { fencePlanSvg } from '#shared/features/drawing/fence-plan.ts';
import { planeAt, type Point } from '#shared/features/drawing/earth.ts';
import { toTenths } from '#shared/features/drawing/fence-line.ts';
import { readLanguage, type Language } from '#shared/primitives/language.ts';
import type { Config } from '../../platform/config.ts';
import { drawPicture } from '../../platform/pictures/draw-picture.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';

const PURPOSE = 'plan-picture';
/** The image's size in emails, in pixels. */
export const PLAN_PICTURE = { width: 496, height: 248 };
/**
 * Maximum length of a drawing encoded in a URL, in characters (about 80 corners). A longer drawing has no image in
 * emails.
 */
const MOST_LETTERS = 1_000;

/** A fence line as encoded in the URL: its corners in feet, whether it's closed, and its gates. */
type Packed = [points: Point[], closed: boolean, gates: [atFeet: number, kind: string][]];

/**
 * Returns the URL of an image of the drawing, for emails, because they can't contain SVG. The URL contains the
 * drawing's shape in feet but not its location. The URL is signed, so that the server renders only our own drawings.
 * Returns undefined if the drawing is too long for a URL.
 */
export const planPictureUrl = (
  { PUBLIC_URL, APP_SECRET }: Pick<Config, 'PUBLIC_URL' | 'APP_SECRET'>,
  drawing: FenceDrawing,
  language: Language,
): string | undefined => {
  const lines = toLines(drawing).map(({ points, closed, gates }): Packed => [
    points.map(([x, y]): Point => [toTenths(x), toTenths(y)]),
    closed,
    gates.map(({ atFeet, kind }) => [atFeet, kind]),
  ]);
  const text = JSON.stringify([language, lines]);
  return text.length > MOST_LETTERS
    ? undefined
    : `${PUBLIC_URL}/fence/plan/${signedToken(text, APP_SECRET, PURPOSE)}.png`;
};

// The image has the light theme's colors on white even in dark mode, like the other images in emails.
const STYLE =
  '.wire,.gap,.door{fill:none;stroke:#3f5057;stroke-width:3;stroke-linejoin:round}.gap{stroke:#fff;stroke-width:7}.door{stroke:#91451c;stroke-width:2}.post{fill:#112229}.feet{font:bold 15px Arial,"DejaVu Sans",sans-serif;text-anchor:middle;dominant-baseline:central;fill:#91451c}';

/**
 * Draws the PNG for a token from `planPictureUrl`. Returns undefined if we didn't sign the token. Throws PicturesBusy.
 */
export async function drawPlanPicture(
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  token: string,
): Promise<Buffer | undefined> {
  const text = readSignedToken(token, APP_SECRET, PURPOSE);
  if (text === undefined) return undefined;
  const [code, packed] = JSON.parse(text) as [string, Packed[]];
  const lines = packed.map(([points, closed, gates]): FenceLine => ({
    points,
    closed,
    gates: gates.map(([atFeet, kind]) => ({ atFeet, kind })),
  }));
  const drawing = toDrawing(lines, planeAt(NOWHERE), false);
  const { width, height } = PLAN_PICTURE;
  const svg = fencePlanSvg(drawing, { language: readLanguage(code) ?? 'en', size: PLAN_PICTURE })
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)
    .replace('>', `><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`);
  // Double size for high-resolution screens.
  return (await drawPicture(Buffer.from(svg), { width: width * 2, height: height * 2 }))?.content;
}
