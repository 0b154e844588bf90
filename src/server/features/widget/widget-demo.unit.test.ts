import { expect, it } from 'vitest';
import { widgetDemoPage } from './widget-demo.page.ts';

const page = { productName: 'Picket', contractorId: 'acme-fence', companyName: 'Acme Fence', phone: '(208) 555-0100' };

it('holds the very tag that the code gives, and says that it is a demonstration', () => {
  const html = widgetDemoPage(page);
  expect(html).toContain(
    '<script src="/widget-embed.js" data-contractor-id="acme-fence" data-phone="(208) 555-0100" async></script>',
  );
  expect(html).toContain('A demonstration');
  expect(html).toContain('href="tel:2085550100"');
});

it('lets no id and no name out of their places', () => {
  const html = widgetDemoPage({
    ...page,
    contractorId: '"><script>x</script>',
    companyName: '<b>"Acme"',
    phone: '"><img>',
  });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<b>"');
  expect(html).not.toContain('<img>');
});
