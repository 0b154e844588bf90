import { embedTag, type EmbedFacts } from '#core/features/widget/code/embed-code.ts';
import type { HostedCompany, Town } from '#core/features/widget/hosted-company.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { type Language, LANGUAGE_NAME, LOCALE } from '#shared/primitives/language.ts';
import { ARCHIVO, ARCHIVO_FACES } from '../../http/archivo.ts';
import type { StyledPage } from '../../http/security-headers.ts';
import { escapeHtml } from '../../http/text-page.ts';
import { type HostedWords, hostedWords } from './words.ts';

export interface HostedPage {
  company: HostedCompany;
  language: Language;
  /** The page's URL without `?lang`. It opens the page in the browser's language. */
  url: string;
  /** Whether the requested URL contains a language (`?lang=`). */
  named: boolean;
  productName: string;
}

const MOST_TOWNS = 24;

const CSS = `
${ARCHIVO_FACES}
:root { color-scheme: light dark; --ground: light-dark(oklch(.968 .004 115), oklch(.198 .017 225)); --card: light-dark(#fff, oklch(.235 .018 225)); --ink: light-dark(oklch(.24 .026 225), oklch(.962 .005 110)); --ink-2: light-dark(oklch(.42 .03 225), oklch(.77 .015 220)); --line: light-dark(oklch(.87 .006 115), oklch(.34 .02 225)); --link: light-dark(oklch(.48 .115 46), oklch(.775 .105 58)); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 ${ARCHIVO}; overflow-wrap: anywhere; }
.w { max-width: 68rem; margin: 0 auto; padding: 0 16px; }
header { background: var(--card); border-bottom: 1px solid var(--line); border-top: 6px solid var(--brand); }
header .w { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 24px; padding-block: 14px; }
.name { display: flex; align-items: center; gap: 12px; margin: 0; font-size: 1.25rem; font-weight: 700; }
.name img { max-height: 44px; max-width: 140px; background: #fff; border-radius: 4px; }
.call { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 6px; color: var(--ink); font-weight: 600; text-decoration: none; }
h1 { font-size: clamp(1.75rem, 6vw, 2.5rem); line-height: 1.1; margin: 28px 0 8px; text-wrap: balance; }
.lead { margin: 0 0 20px; color: var(--ink-2); }
h2 { font-size: 1rem; margin: 24px 0 4px; }
.about p { margin: 0; color: var(--ink-2); white-space: pre-line; }
/* reserves the form's space from the first paint, so the layout doesn't shift when it loads */
.price { min-height: 776px; }
@media (min-width: 372px) { .price { min-height: 500px; } }
footer.w { padding-block: 32px 48px; font-size: 0.875rem; color: var(--ink-2); }
footer a, .about a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (min-width: 880px) {
  .w { padding-inline: 24px; }
  .grid { display: grid; grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 480px); column-gap: 64px; }
  .price { grid-area: 1 / 2 / 3; margin-top: 32px; }
  h1 { margin-top: 56px; }
}`;

const factsOf = ({ company: { config }, language }: Pick<HostedPage, 'company' | 'language'>): EmbedFacts => ({
  ...config,
  host: '',
  lang: language,
});

/** Formats the towns in the service area, one line per state: 'Boise and Meridian, ID'. */
const listed = (towns: readonly Town[], language: Language): string => {
  const shown = towns.slice(0, MOST_TOWNS);
  const rest = towns.length - shown.length;
  const lines = [...Map.groupBy(shown, ({ state }) => state)].map(
    ([state, within]) => `${new Intl.ListFormat(LOCALE[language]).format(within.map(({ city }) => city))}, ${state}`,
  );
  return [
    ...lines,
    ...(rest > 0 ? [hostedWords(language).more[rest === 1 ? 'one' : 'other']({ count: rest })] : []),
  ].join('\n');
};

/** Returns structured data for search engines (schema.org). Escapes '<', so no value can close the script element. */
const structured = ({ company: { config, address, towns }, url }: HostedPage): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'HomeAndConstructionBusiness',
    name: config.companyName,
    url,
    ...(config.phone !== null && { telephone: config.phone }),
    ...(config.logoUrl !== null && { image: config.logoUrl }),
    ...(address !== null && { address }),
    ...(towns.length > 0 && { areaServed: towns.slice(0, MOST_TOWNS).map(({ city, state }) => `${city}, ${state}`) }),
  }).replaceAll('<', '\\u003c');

const about = ({ hours, towns, address }: HostedCompany, language: Language): string => {
  const words = hostedWords(language);
  const block = (title: string, text: string) => (text === '' ? '' : `<h2>${title}</h2><p>${escapeHtml(text)}</p>`);
  return `<div class="about">${block(words.area, listed(towns, language))}${block(words.hours, hours)}${block(words.address, address ?? '')}</div>`;
};

const GEONAMES = '<a href="https://www.geonames.org/">GeoNames</a>';

const footer = ({ company, language, url, productName }: HostedPage, words: HostedWords): string => {
  const query = language === 'en' ? '' : `?lang=${language}`;
  const other: Language = language === 'en' ? 'es' : 'en';
  const parts = [
    escapeHtml(company.config.companyName),
    ...(company.config.poweredBy ? [escapeHtml(words.poweredBy({ product: productName }))] : []),
    ...(company.towns.length > 0 ? [words.townNames({ source: GEONAMES })] : []),
    `<a href="/privacy${query}">${words.privacy}</a>`,
    `<a href="/terms${query}">${words.terms}</a>`,
    `<a href="${escapeHtml(url)}?lang=${other}" lang="${other}" hreflang="${other}">${LANGUAGE_NAME[other]}</a>`,
  ];
  return `<footer class="w">${parts.join(' · ')}</footer>`;
};

/**
 * Returns the links that tell search engines the URL for each language. Without `?lang`, visitors see the page in their
 * browser's language.
 */
const alternates = ({ url, language, named }: HostedPage): string => {
  const own = escapeHtml(url);
  const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`;
  const languages = [link('en', `${own}?lang=en`), link('es', `${own}?lang=es`), link('x-default', own)];
  return [`<link rel="canonical" href="${named ? `${own}?lang=${language}` : own}">`, ...languages].join('\n');
};

/** Renders a hosted page with a company's form (`/w/:contractorId`), for contractors without a website. */
export function hostedPage(page: HostedPage): StyledPage {
  const { company, language, url } = page;
  const words = hostedWords(language);
  const { companyName, phone, logoUrl, primaryColor } = company.config;
  const name = escapeHtml(companyName);
  const { fill } = brandFill(primaryColor);
  const number = phone === null ? '' : formatPhone(phone);
  const call =
    phone === null
      ? ''
      : `<a class="call" href="tel:${escapeHtml(phone)}">${escapeHtml(words.call({ phone: number }))}</a>`;
  const logo = logoUrl === null ? '' : `<img src="${escapeHtml(new URL(logoUrl).pathname)}" alt="">`;
  const title = escapeHtml(words.title({ company: companyName }));
  const summary = escapeHtml(words.summary({ company: companyName }));
  const css = `:root { --brand: ${fill}; }${CSS}`;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="${summary}">
${alternates(page)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${escapeHtml(url)}">
<title>${title}</title>
<style>${css}</style>
<script type="application/ld+json">${structured(page)}</script>
</head>
<body>
<header><div class="w"><p class="name">${logo}${name}</p>${call}</div></header>
<main class="w grid">
<div>
<h1>${words.heading}</h1>
<p class="lead">${escapeHtml(words.lead({ company: companyName }))}</p>
</div>
<div class="price">${embedTag(factsOf(page))}<noscript>${escapeHtml(words.noScript({ company: companyName }))}</noscript></div>
${about(company, language)}
</main>
${footer(page, words)}
</body>
</html>
`;
  return { html, css };
}

const FRAME_CSS = `
:root { color-scheme: light; }
body { margin: 0; }
.price { min-height: 776px; }
@media (min-width: 340px) { .price { min-height: 500px; } }`;

/**
 * Renders a page that contains only the widget (`/w/:contractorId/frame`). A contractor's site shows this page in an
 * iframe. The page's script reports its height to the surrounding page.
 */
export function framePage(page: Pick<HostedPage, 'company' | 'language'>): StyledPage {
  const words = hostedWords(page.language);
  const { companyName } = page.company.config;
  const html = `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(words.title({ company: companyName }))}</title>
<style>${FRAME_CSS}</style>
</head>
<body><div class="price">${embedTag(factsOf(page))}<noscript>${escapeHtml(words.noScript({ company: companyName }))}</noscript></div><script src="/widget-frame.js"></script></body>
</html>
`;
  return { html, css: FRAME_CSS };
}
