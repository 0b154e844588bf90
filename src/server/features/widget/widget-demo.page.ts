import { embedTag, type EmbedFacts } from '#core/features/widget/code/embed-code.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { StyledPage } from '../../http/security-headers.ts';
import { escapeHtml } from '../../http/text-page.ts';

export interface DemoPage {
  productName: string;
  /**
   * The company's details on the page. For an unknown company, they're placeholders, and the widget reports that the
   * company is unknown.
   */
  facts: EmbedFacts;
}

const CSS = `
:root { color-scheme: light dark; --ground: light-dark(#fbfaf7, #0d1519); --ink: light-dark(#23302a, #f2f3ef); --ink-2: light-dark(#48564f, #b3c1c3); --head: #244a38; --line: light-dark(#d9d6cc, #2f3e44); }
* { box-sizing: border-box; }
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 Georgia, "Times New Roman", serif; }
.band { margin: 0; padding: 8px 16px; text-align: center; font: 0.875rem/1.45 system-ui, sans-serif; color: var(--ink-2); border-bottom: 1px solid var(--line); }
header { background: var(--head); color: #fff; }
header a { color: #fff; }
.w { width: 100%; max-width: 1160px; margin: 0 auto; padding: 0 16px; }
header .w { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 4px 24px; padding-block: 14px; }
.name { margin: 0; font-size: 1.375rem; font-weight: 700; }
.copy { padding: 22px 0 16px; }
h1 { font-size: 1.875rem; line-height: 1.15; margin: 0 0 8px; text-wrap: balance; }
.grid > ul { margin: 24px 0 0; padding-left: 20px; display: grid; gap: 8px; }
.copy p { margin: 0; text-wrap: pretty; }
footer.w { margin-top: auto; } footer { padding: 24px 0 40px; font-size: 0.875rem; color: var(--ink-2); }
/* reserves the form's space from the first paint, so the layout doesn't shift when it loads */
.price { min-height: 776px; }
@media (min-width: 372px) { .price { min-height: 500px; } }
@media (min-width: 768px) {
  .w { padding: 0 24px; }
  .grid { display: grid; grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 480px); gap: 0 72px; align-items: start; }
  .copy { padding-top: 72px; }
  .copy, .grid > ul { font-size: 1.125rem; }
  .price { grid-area: 1 / 2 / 3 / 3; }
  h1 { font-size: 2.75rem; }
  .price { margin: 40px 0; }
}`;

/**
 * Renders a demo page that resembles a contractor's site and contains the exact generated tag. The page is labeled as a
 * demo.
 */
export const widgetDemoPage = ({ productName, facts }: DemoPage): StyledPage => {
  const { companyName, phone } = facts;
  const company = escapeHtml(companyName);
  const call = phone === null ? '' : `<a href="tel:${escapeHtml(phone)}">${escapeHtml(formatPhone(phone))}</a>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${company} · ${escapeHtml(productName)} widget demo</title>
<style>${CSS}</style>
</head>
<body>
<aside class="band" aria-label="About this page">A demonstration of the ${escapeHtml(productName)} widget. Requests you send here reach ${company}.</aside>
<header><div class="w"><p class="name">${company}</p>${call}</div></header>
<main class="w grid">
<div class="copy">
<h1>Get your fence price now</h1>
<p>Pace it out or measure it on a map. We check every measurement on site before we dig.</p>
</div>
<div class="price">${embedTag(facts)}</div>
<ul><li>Posts set in concrete</li><li>Old fence hauled away</li><li>One-year limited warranty</li></ul>
</main>
<footer class="w">${company}. Demonstration page.</footer>
</body>
</html>
`;
  return { html, css: CSS };
};

const FRAME_CSS = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; }
.price { min-height: 776px; }
@media (min-width: 340px) { .price { min-height: 500px; } }`;

/** Renders the widget alone on a light background, for a frame in the dashboard. */
export const widgetFramePage = ({ productName, facts }: DemoPage): StyledPage => ({
  css: FRAME_CSS,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(facts.companyName)} · ${escapeHtml(productName)} widget</title>
<style>${FRAME_CSS}</style>
</head>
<body><div class="price">${embedTag(facts)}</div></body>
</html>
`,
});
