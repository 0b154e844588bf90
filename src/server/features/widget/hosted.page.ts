import { embedTag, type EmbedFacts } from '#core/features/widget/code/embed-code.ts';
import type { HostedCompany, Town } from '#core/features/widget/hosted-company.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { ARCHIVO, ARCHIVO_FACES } from '../../http/archivo.ts';
import { escapeHtml } from '../../http/text-page.ts';

export interface HostedPage {
  company: HostedCompany;
  /** The page's own address, for search engines. */
  url: string;
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
/* the form's place is there from the first paint, so that nothing moves when it loads */
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

const factsOf = ({ config }: HostedCompany): EmbedFacts => ({ ...config, host: '' });

/** Where the company works: 'Boise and Meridian, ID', one line for each state. */
const listed = (towns: readonly Town[]): string => {
  const shown = towns.slice(0, MOST_TOWNS);
  const rest = towns.length - shown.length;
  const lines = [...Map.groupBy(shown, ({ state }) => state)].map(
    ([state, within]) => `${new Intl.ListFormat('en-US').format(within.map(({ city }) => city))}, ${state}`,
  );
  return [...lines, ...(rest > 0 ? [`and ${rest} more towns`] : [])].join('\n');
};

/** Data for search engines (schema.org); '<' is escaped so that no value ends the element. */
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

const about = ({ hours, towns, address }: HostedCompany): string => {
  const block = (title: string, text: string) => (text === '' ? '' : `<h2>${title}</h2><p>${escapeHtml(text)}</p>`);
  return `<div class="about">${block('Where we work', listed(towns))}${block('Hours', hours)}${block('Address', address ?? '')}</div>`;
};

const CREDIT = ' · Town names from <a href="https://www.geonames.org/">GeoNames</a>';

/** A page of its own for a company's form, for contractors without a website: `/w/:contractorId`. */
export function hostedPage(page: HostedPage): string {
  const { company, url, productName } = page;
  const { companyName, phone, logoUrl, poweredBy } = company.config;
  const name = escapeHtml(companyName);
  const { fill } = brandFill(company.config.primaryColor);
  const call =
    phone === null ? '' : `<a class="call" href="tel:${escapeHtml(phone)}">Call ${escapeHtml(formatPhone(phone))}</a>`;
  const logo = logoUrl === null ? '' : `<img src="${escapeHtml(new URL(logoUrl).pathname)}" alt="">`;
  const summary = `Get a fence price from ${companyName} in a minute: type the length, choose the material, and see what it costs.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="${escapeHtml(summary)}">
<link rel="canonical" href="${escapeHtml(url)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta property="og:title" content="${name} · Fence price">
<meta property="og:description" content="${escapeHtml(summary)}">
<meta property="og:url" content="${escapeHtml(url)}">
<title>${name} · Fence price</title>
<style>:root { --brand: ${fill}; }${CSS}</style>
<script type="application/ld+json">${structured(page)}</script>
</head>
<body>
<header><div class="w"><p class="name">${logo}${name}</p>${call}</div></header>
<main class="w grid">
<div>
<h1>Get your fence price</h1>
<p class="lead">Type the length of the fence and choose a material. ${name} checks every measurement on site before work starts.</p>
</div>
<div class="price">${embedTag(factsOf(company))}<noscript>Turn on JavaScript to price your fence with ${name}.</noscript></div>
${about(company)}
</main>
<footer class="w">${name}${poweredBy ? ` · Powered by ${escapeHtml(productName)}` : ''}${company.towns.length > 0 ? CREDIT : ''} · <a href="/privacy">Privacy</a> · <a href="/terms">Terms</a></footer>
</body>
</html>
`;
}
