import type { WidgetCode } from '#shared/features/widget/widget-code.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { Language } from '#shared/primitives/language.ts';

/**
 * The company's values in the embed code. When the server's settings load, they replace all of these values except the
 * id.
 */
export interface EmbedFacts {
  /** Our server's origin, such as 'https://picket.example'. An empty string on our own pages. */
  host: string;
  contractorId: string;
  companyName: string;
  /** In E.164. Null if the company has no phone number. */
  phone: string | null;
  primaryColor: string;
  priceGating: boolean;
  materialSelection: boolean;
  instantQuotes: boolean;
  /** Set only on our own pages, each of which is in a single language. */
  lang?: Language;
}

/**
 * Reserves the height of the widget's first step, so that the content below doesn't move when the widget loads (W3).
 */
const BOX = 'style="min-height:500px"';
const TARGET = 'fence-price';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Shopify and other site builders interpret {{ }} and {% %}.
  '{': '&#123;',
  '}': '&#125;',
};

/** Escapes text for HTML, attributes and Liquid templates. */
const inHtml = (text: string): string => text.replace(/[&<>"'{}]/g, (character) => ENTITIES[character] ?? character);

/** Escapes a value for an inline script, so that it can't close the script element. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&{}\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const attributesOf = (facts: EmbedFacts): string[] => [
  `data-contractor-id="${inHtml(facts.contractorId)}"`,
  `data-primary-color="${inHtml(facts.primaryColor)}"`,
  ...(facts.phone === null ? [] : [`data-phone="${inHtml(facts.phone)}"`]),
  ...(facts.priceGating ? ['data-price-gating'] : []),
  ...(facts.materialSelection ? ['data-material-selection'] : []),
  ...(facts.instantQuotes ? ['data-instant-quotes'] : []),
  ...(facts.lang ? [`data-lang="${facts.lang}"`] : []),
];

const scriptOf = ({ host }: EmbedFacts): string => `${inHtml(host)}/widget-embed.js`;

const withoutScript = ({ companyName, phone }: EmbedFacts): string => {
  const company = inHtml(companyName);
  const words =
    phone === null
      ? `Turn on JavaScript to price your fence with ${company}.`
      : `Call ${company} at ${inHtml(formatPhone(phone))} to price your fence.`;
  return `<noscript>${words}</noscript>`;
};

/** Returns only the script tag, which goes where the widget should appear. */
export const embedTag = (facts: EmbedFacts): string =>
  `<script src="${scriptOf(facts)}" ${attributesOf(facts).join(' ')} async></script>`;

/**
 * Returns the code for any page. The code is the script tag, inside an element that reserves the widget's height. It
 * doesn't contain blank lines, because WordPress would turn them into paragraphs.
 */
const htmlCode = (facts: EmbedFacts): string =>
  [`<div ${BOX}>`, `  ${embedTag(facts)}`, `  ${withoutScript(facts)}`, '</div>', ''].join('\n');

/**
 * Returns the code for a button in the corner of every page. The code goes at the end of the body, where no other
 * element affects the button's position.
 */
const buttonCode = (facts: EmbedFacts): string =>
  `<script src="${scriptOf(facts)}" ${[...attributesOf(facts), 'data-mode="button"'].join(' ')} async></script>\n`;

/**
 * Returns the code for websites that allow frames but no external scripts. The code has a frame that shows our page,
 * and an inline script that resizes the frame to the form's height. The script checks each message's origin.
 */
const frameCode = ({ host, contractorId, companyName }: EmbedFacts): string => {
  const page = `${host}/w/${encodeURIComponent(contractorId)}/frame`;
  return `<iframe src="${inHtml(page)}" title="${inHtml(companyName)}" style="width:100%;height:776px;border:0" loading="lazy"></iframe>
<script>
  // Resizes the frame to the height of the form.
  addEventListener('message', function (event) {
    if (event.origin !== ${inScript(host)} || !event.data || !event.data.picket) return;
    document.querySelectorAll('iframe').forEach(function (frame) {
      if (frame.contentWindow !== event.source) return;
      if (event.data.picket === 'height') frame.style.height = Number(event.data.height) + 'px';
      else if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    });
  });
</script>
`;
};

/** Returns the code for Wix. The code removes the margin from the frame that Wix puts the code in. */
export const wixCode = (facts: EmbedFacts): string => `<style>body { margin: 0; }</style>\n${htmlCode(facts)}`;

const optionsOf = ({ contractorId, primaryColor, phone }: EmbedFacts, indent: string): string =>
  Object.entries({ contractorId, primaryColor, ...(phone === null ? {} : { phone }) })
    .map(([name, value]) => `${indent}${name}: ${inScript(value)},`)
    .join('\n');

const advancedCode = (
  facts: EmbedFacts,
): string => `<!-- The form appears here. Its space is reserved, so the page doesn't shift. -->
<div id="${TARGET}" ${BOX}>
  ${withoutScript(facts)}
</div>
<!-- Anywhere in the page. What you save in your dashboard overrides these attributes. -->
<script
  src="${scriptOf(facts)}"
${[...attributesOf(facts), `data-target="#${TARGET}"`, 'async'].map((attribute) => `  ${attribute}`).join('\n')}
></script>
<script>
  // Runs after a homeowner sends the form. Report the lead to your analytics here.
  addEventListener('picket:lead', function (event) {
    (window.dataLayer = window.dataLayer || []).push({ event: 'fence_lead', leadId: event.detail.leadId });
  });
  // Also shows the form in another element, such as a dialog: showFencePrice(element)
  function showFencePrice(element) {
    return window.Picket.mount(element, {
${optionsOf(facts, '      ')}
    });
  }
</script>
`;

const reactCode = (facts: EmbedFacts): string => `// @ts-nocheck: plain JavaScript without types
'use client';

import { useEffect, useRef } from 'react';

const SRC = ${inScript(`${facts.host}/widget-embed.js`)};

/** The estimate form. Use it like any component: <FencePrice /> */
export default function FencePrice() {
  const place = useRef(null);

  useEffect(() => {
    let widget;
    const show = () => {
      widget = window.Picket.mount(place.current, {
${optionsOf(facts, '        ')}
      });
    };
    let script = document.querySelector(\`script[src="\${SRC}"]\`);
    if (!script) {
      script = document.createElement('script');
      script.src = SRC;
      script.async = true;
      // If the script fails to load, the next page tries again.
      script.onerror = () => script.remove();
      document.head.append(script);
    }
    if (window.Picket) show();
    else script.addEventListener('load', show);
    return () => {
      script.removeEventListener('load', show);
      widget?.destroy();
    };
  }, []);

  return <div ref={place} style={{ minHeight: 500 }} />;
}
`;

/** Returns the code for each tab of the 'Manual Setup' screen. */
export const embedCode = (facts: EmbedFacts): WidgetCode => ({
  html: htmlCode(facts),
  advanced: advancedCode(facts),
  react: reactCode(facts),
  button: buttonCode(facts),
  frame: frameCode(facts),
});
