import { expect, it } from 'vitest';
import { PLATFORMS } from '#shared/features/widget/platforms.ts';
import { embedCode, type EmbedFacts, wixCode } from './embed-code.ts';
import { installSteps } from './install-steps.ts';

const HOST = 'https://picket.example';
const facts: EmbedFacts = {
  host: HOST,
  contractorId: 'acme-fence',
  companyName: 'Acme Fence',
  phone: '+12085550100',
  primaryColor: '#3b82f6',
  priceGating: true,
  materialSelection: true,
  instantQuotes: true,
};

it('spec:2.7 loads the script from our host, in a box that reserves the space', () => {
  const { html, advanced, react } = embedCode(facts);
  expect(html).toContain(
    '<script src="https://picket.example/widget-embed.js" data-contractor-id="acme-fence" data-primary-color="#3b82f6" data-phone="+12085550100" data-price-gating data-material-selection data-instant-quotes async></script>',
  );
  expect(html).toMatch(/^<div style="min-height:500px">/);
  expect(html).not.toMatch(/\n\s*\n/);
  expect(html).toContain('<noscript>Call Acme Fence at (208) 555-0100 to price your fence.</noscript>');
  expect(advanced).toContain('data-target="#fence-price"');
  expect(advanced).toContain('window.Picket.mount');
  expect(advanced).toContain('style="min-height:500px"');
  expect(react).toContain('minHeight: 500');
});

it('spec:9.20 includes only options that are on', () => {
  const { html, advanced } = embedCode({ ...facts, priceGating: false, instantQuotes: false, phone: null });
  for (const code of [html, advanced]) {
    expect(code).toContain('data-material-selection');
    expect(code).not.toMatch(/data-price-gating|data-instant-quotes|data-phone|phone:/);
  }
});

it('escapes every name, in HTML, in a script and in a Shopify template', () => {
  const nasty = `</script><img src=x onerror=alert(1)> "'\` {{ shop.name }} {% raw %} --> \u2028`;
  const hostile = { ...facts, companyName: nasty, phone: nasty, contractorId: nasty, primaryColor: nasty };
  const { html, advanced, react, button, frame } = embedCode(hostile);
  for (const code of [html, advanced, button, frame, wixCode(hostile)]) {
    expect(code).not.toContain('<img');
    expect(code).not.toMatch(/\{\{|\{%/);
    expect(code.match(/-->/g) ?? []).toHaveLength(code.match(/<!--/g)?.length ?? 0);
  }
  for (const code of [html, button, frame]) expect(code.match(/<\/script>/g)).toHaveLength(1);
  expect(advanced.match(/<\/script>/g)).toHaveLength(2);
  expect(react).not.toMatch(/<\/script>|<img|\u2028/);
});

it('returns a button for every page, and a frame that accepts messages only from our own page', () => {
  const { button, frame } = embedCode({ ...facts, contractorId: 'acme"<fence' });
  expect(button).toMatch(/^<script [^<>]* data-mode="button" async><\/script>\n$/);
  expect(frame).toContain('<iframe src="https://picket.example/w/acme%22%3Cfence/frame" title="Acme Fence"');
  expect(frame).toContain('event.origin !== "https://picket.example"');
  expect(frame).toContain('frame.contentWindow !== event.source');
});

it('spec:9.22 has instructions for every platform, ending with a check of the page', () => {
  const all = PLATFORMS.map((platform) => installSteps(platform, HOST));
  expect(new Set(all.map(({ instructions }) => instructions.join())).size).toBe(PLATFORMS.length);
  for (const { instructions, notes } of all) {
    expect(instructions.length).toBeGreaterThanOrEqual(3);
    expect(notes.length).toBeGreaterThanOrEqual(1);
  }
  expect(installSteps('html', HOST).notes.join()).toContain(`add ${HOST} to script-src`);
});
