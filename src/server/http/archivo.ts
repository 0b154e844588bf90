/** Archivo's ascent and descent, as fractions of the font size. */
const ASCENT = 0.878;
const DESCENT = 0.21;

const TEXT = 'font-weight:100 599;font-stretch:62% 125%';
const LABELS = 'font-weight:600 900;font-stretch:62% 104%';
const HEADINGS = 'font-weight:600 900;font-stretch:105% 125%';

const ARIAL = ['Arial', 'Liberation Sans', 'Roboto'];
const ARIAL_BOLD = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold'];

/**
 * Installed fonts that are shown until Archivo loads. `width` is the width of Archivo's letters divided by the width of
 * this font's letters. 0.98 means that Archivo is 2% narrower.
 */
const STAND_INS = [
  { family: 'Archivo Fallback', use: TEXT, fonts: ARIAL, width: 0.98 },
  { family: 'Archivo Fallback', use: LABELS, fonts: ARIAL_BOLD, width: 0.96 },
  { family: 'Archivo Fallback', use: HEADINGS, fonts: ARIAL_BOLD, width: 1.06 },
  { family: 'Archivo Linux', use: TEXT, fonts: ['DejaVu Sans'], width: 0.86 },
  { family: 'Archivo Linux', use: LABELS, fonts: ['DejaVu Sans Bold'], width: 0.8 },
  { family: 'Archivo Linux', use: HEADINGS, fonts: ['DejaVu Sans Bold'], width: 0.89 },
];

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;

const standIn = ({ family, use, fonts, width }: (typeof STAND_INS)[number]): string =>
  `@font-face{font-family:"${family}";src:${fonts.map((font) => `local("${font}")`).join(',')};${use};size-adjust:${percent(width)};ascent-override:${percent(ASCENT / width)};descent-override:${percent(DESCENT / width)};line-gap-override:0%}`;

const ARCHIVO_URL = '/fonts/archivo.woff2';

const faces = (display: 'swap' | 'optional'): string =>
  `@font-face{font-family:"Archivo Variable";src:url("${ARCHIVO_URL}") format("woff2");font-weight:100 900;font-stretch:62% 125%;font-display:${display}}
${STAND_INS.map(standIn).join('\n')}`;

/**
 * The CSS that loads Archivo, the design's font, on pages without a style sheet. Until Archivo loads, the page uses an
 * installed font. That font is scaled to Archivo's width to prevent layout shifts.
 */
export const ARCHIVO_FACES = faces('swap');

/**
 * Like `ARCHIVO_FACES`, but if Archivo loads too late, the page keeps the installed font. Use it for pages with long
 * text, because the two fonts can break lines differently. Such pages should also contain `ARCHIVO_PRELOAD`.
 */
export const ARCHIVO_FACES_IF_FAST = faces('optional');

/** The HTML that loads the font before the browser has parsed the styles. */
export const ARCHIVO_PRELOAD = `<link rel="preload" href="${ARCHIVO_URL}" as="font" type="font/woff2" crossorigin>`;

/** CSS `font-family`, for pages with `ARCHIVO_FACES`. */
export const ARCHIVO =
  '"Archivo Variable","Archivo Fallback","Archivo Linux",system-ui,-apple-system,"Segoe UI",sans-serif';
