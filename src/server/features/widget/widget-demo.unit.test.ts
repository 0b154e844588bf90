import { expect, it } from 'vitest';
import type { EmbedFacts } from '#core/features/widget/code/embed-code.ts';
import { widgetDemoPage, widgetFramePage } from './widget-demo.page.ts';

const facts: EmbedFacts = {
  host: '',
  contractorId: 'acme-fence',
  companyName: 'Acme Fence',
  phone: '+12085550100',
  primaryColor: '#3b82f6',
  priceGating: false,
  materialSelection: true,
  instantQuotes: true,
};

it('spec:2.7 contains the exact generated tag, and says that it is a demo', () => {
  const { html } = widgetDemoPage({ productName: 'Picket', facts });
  const tag =
    '<script src="/widget-embed.js" data-contractor-id="acme-fence" data-primary-color="#3b82f6" data-phone="+12085550100" data-material-selection data-instant-quotes async></script>';
  expect(html).toContain(tag);
  expect(html).toContain('A demonstration');
  expect(html).toContain('href="tel:+12085550100"');
  expect(widgetFramePage({ productName: 'Picket', facts }).html).toContain(tag);
});

it('escapes every id and name', () => {
  const hostile = { ...facts, contractorId: '"><script>x</script>', companyName: '<b>"Acme"', phone: '"><img>' };
  for (const page of [widgetDemoPage, widgetFramePage]) {
    const { html } = page({ productName: 'Picket', facts: hostile });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<b>"');
    expect(html).not.toContain('<img>');
  }
});
