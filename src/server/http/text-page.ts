import { ARCHIVO, ARCHIVO_FACES_IF_FAST, ARCHIVO_PRELOAD } from './archivo.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const STYLE = `
${ARCHIVO_FACES_IF_FAST}
:root { color-scheme: light dark; --ground: light-dark(oklch(.968 .004 115), oklch(.198 .017 225)); --ink: light-dark(oklch(.24 .026 225), oklch(.962 .005 110)); --link: light-dark(oklch(.48 .115 46), oklch(.775 .105 58)); --line-strong: light-dark(oklch(.6 .02 222), oklch(.61 .022 222)); --pine: oklch(.815 .135 78); --on-pine: oklch(.235 .03 225); --focus: light-dark(oklch(.48 .115 46), oklch(.815 .13 78)); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.55 ${ARCHIVO}; word-spacing: .05em; }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 40px 16px 64px; overflow-wrap: anywhere; }
h1 { font-size: 1.625rem; line-height: 1.2; font-stretch: 108%; letter-spacing: -.012em; margin: 0 0 16px; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 32px 0 8px; }
p, ul { margin: 0 0 16px; } li { margin: 0 0 6px; }
a { color: var(--link); text-underline-offset: .18em; }
button, .button { box-sizing: border-box; font: inherit; font-weight: 600; min-height: 48px; padding: 0 24px; border: 1px solid var(--focus); border-radius: 6px; background: var(--pine); color: var(--on-pine); cursor: pointer; }
.button { display: inline-flex; align-items: center; justify-content: center; text-decoration: none; }
.quiet { background: none; border-color: var(--line-strong); color: inherit; }
.acts { display: grid; gap: 8px; } @media (min-width: 480px) { .acts { display: flex; } }
.stakes { display: block; max-width: 100%; margin-bottom: 24px; fill: none; stroke: var(--link); stroke-width: 2.5; }
.stakes .string { stroke-width: 1.5; stroke-dasharray: 5 4; } .stakes .flag { fill: var(--pine); stroke: none; } .stakes .earth { stroke: currentColor; stroke-width: 1.5; }
.brand svg { box-sizing: content-box; padding: 6px; border-radius: 6px; background: oklch(.262 .028 225); fill: var(--pine); }
.brand { display: flex; align-items: center; gap: 10px; box-sizing: border-box; max-width: 40rem; min-height: 44px; margin: 0 auto; padding: 16px 16px 0; color: inherit; font-size: 1.1875rem; font-weight: 750; font-stretch: 112%; letter-spacing: -.015em; text-decoration: none; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** A text page that doesn't need scripts or any files other than its icon and font. */
export interface TextPage {
  /** The page's heading, as plain text. */
  title: string;
  /** HTML that is already escaped. */
  body: string;
  /** Whether the illustration for empty pages (stakes and a string line) is shown above the heading. Default: false. */
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

/** The product's logo, with a dark background for light pages. */
const MARK =
  '<svg viewBox="0 0 28 28" width="26" height="26" aria-hidden="true"><path d="M0 10.5h28v2.8H0zM0 19.4h28v2.8H0zM2.2 27V6.2L4.2 3h1.9l2 3.2V27zM11 27V6.2L13 3h1.9l2 3.2V27zM19.9 27V6.2l2-3.2h1.9l2 3.2V27z"/></svg>';
const brandLink = (name: string): string => `<header><a class="brand" href="/">${MARK}${escapeHtml(name)}</a></header>`;

const STAKES = `<svg class="stakes" viewBox="0 0 246 44" width="246" height="44" aria-hidden="true"><path class="string" d="M4 16H236"/>${[
  4, 81, 158, 234,
]
  .map((x) => `<path d="M${x} 40V8"/><path class="flag" d="M${x} 8h10l-3 4 3 4h-10z"/>`)
  .join('')}<path class="earth" d="M0 40H240"/></svg>`;

/** Renders a text page with light and dark themes and a mobile-first layout. */
export const textPage = ({
  title,
  body,
  brand,
  siteName,
  stakes = false,
  indexed = false,
  lang = 'en',
}: TextPage): string => `<!doctype html>
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
<body>${brand === undefined ? '' : brandLink(brand)}<main>
${stakes ? STAKES : ''}<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;
