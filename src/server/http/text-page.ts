import type { StyledPage } from './security-headers.ts';
import { ARCHIVO, ARCHIVO_FACES_IF_FAST, ARCHIVO_PRELOAD } from './archivo.ts';
import { MARK, PAGE_LOOK_CSS, STAKES } from './page-look.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const STYLE = `
${ARCHIVO_FACES_IF_FAST}
${PAGE_LOOK_CSS}
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 1rem/1.55 ${ARCHIVO}; font-synthesis: none; text-rendering: geometricPrecision; -webkit-font-smoothing: antialiased; }
main { overflow-wrap: anywhere; }
.text { box-sizing: border-box; max-width: 656px; margin: 0 auto; padding: 32px 16px 64px; }
@media (min-width: 768px) { .text { padding: 40px 24px 72px; } }
h1 { font-size: 1.625rem; line-height: 1.2; font-stretch: 108%; letter-spacing: -.012em; margin: 0 0 16px; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 32px 0 8px; }
p, ul { margin: 0 0 16px; text-wrap: pretty; } ul { padding-left: 20px; } li { margin: 0 0 6px; }
a { color: var(--cedar); text-underline-offset: .18em; }
.acts { display: grid; gap: 8px; width: 100%; margin: 4px 0 0; } @media (min-width: 480px) { .acts { display: flex; } }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
`;

/** A text page that doesn't need scripts or any files other than its icon and font. */
export interface TextPage {
  /** The page's heading, as plain text. */
  title: string;
  /** HTML that is already escaped. */
  body: string;
  /**
   * Whether the page is a short message in a box, below the illustration for empty pages (stakes and a string line).
   * Default: false, a long text.
   */
  stakes?: boolean;
  /** The product's name, as plain text. The page shows it at the top with the logo, as a link to the home page. */
  brand?: string;
  /** The part of the document title after the heading, as plain text. */
  siteName?: string;
  /** Language code. Default: 'en'. */
  lang?: string;
  /** Whether search engines can index the page. Default: false. */
  indexed?: boolean;
}

const brandLink = (name: string): string =>
  `<header class="co"><a class="brand" href="/"><svg viewBox="0 0 28 28" aria-hidden="true"><path d="${MARK}"/></svg>${escapeHtml(name)}</a></header>`;

const STAKES_SVG = `<svg class="stakes" viewBox="0 0 246 44" width="246" height="44" aria-hidden="true">${STAKES.map(
  ({ className, d }) => `<path class="${className}" d="${d}"/>`,
).join('')}</svg>`;

/** Renders a text page with light and dark themes and a mobile-first layout. */
export const textPage = ({
  title,
  body,
  brand,
  siteName,
  stakes = false,
  indexed = false,
  lang = 'en',
}: TextPage): StyledPage => ({
  css: STYLE,
  html: `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${indexed ? '' : '<meta name="robots" content="noindex, nofollow">'}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${ARCHIVO_PRELOAD}
<title>${escapeHtml(title)}${siteName === undefined ? '' : ` · ${escapeHtml(siteName)}`}</title>
<style>${STYLE}</style>
</head>
<body>${brand === undefined ? '' : brandLink(brand)}<main class="${stakes ? 'lost' : 'text'}">
${stakes ? STAKES_SVG : ''}<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`,
});
