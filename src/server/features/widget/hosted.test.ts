import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode } from 'uqr';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { qrPdf } from './qr-code.ts';
import { pdfText } from '../../../../test/pdf-text.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const html = async (path: string) => (await get(path)).text();

describe('the hosted page', () => {
  it('shows the company, its form, hours and towns, to search engines too', async () => {
    await app.a.company({
      contractor_id: 'hosted-fence',
      name: 'Hosted Fence',
      phone: '+12085550100',
      hours: 'Mon to Fri, 8 AM to 5 PM',
      service_zips: ['83702', '83704', '83642'],
    });
    const response = await get('/w/hosted-fence');
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('data-contractor-id="hosted-fence"');
    expect(page).toContain('href="tel:+12085550100"');
    expect(page).toContain('Mon to Fri, 8 AM to 5 PM');
    expect(page).toContain('<p>Boise and Meridian, ID</p>');
    expect(page).toContain('<link rel="canonical" href="http://picket.test/w/hosted-fence">');
    expect(page).toContain('GeoNames');
    expect(page).not.toContain('noindex');
    const [, data = ''] = /ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject({ name: 'Hosted Fence', areaServed: ['Boise, ID', 'Meridian, ID'] });
  });

  it('leads from an earlier id to the present one, and knows no other', async () => {
    const company = await app.a.company({ contractor_id: 'present-fence' });
    await app.deps.system
      .insertInto('contractor_aliases')
      .values({ contractor_id: 'earlier-fence', company_id: company.id })
      .execute();
    const response = await get('/w/earlier-fence');
    expect([response.status, response.headers.get('location')]).toEqual([301, 'http://picket.test/w/present-fence']);
    for (const path of ['/w/nobody', '/w/nobody/qr.svg', '/w/nobody/qr.pdf', '/w/%00', '/w/..%2F..'])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  });

  it('keeps a company’s words out of its markup', async () => {
    await app.a.company({
      contractor_id: 'odd-fence',
      name: '</script><script>alert(1)</script>',
      hours: '<img src=x onerror=alert(1)>',
    });
    const page = await html('/w/odd-fence');
    expect(page).not.toMatch(/<script>alert|<img src=x/);
  });
});

describe('the QR code', () => {
  it('holds the page’s address, as SVG', async () => {
    await app.a.company({ contractor_id: 'qr-fence' });
    const response = await get('/w/qr-fence/qr.svg');
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    const svg = await response.text();
    const { data, size } = encode('http://picket.test/w/qr-fence', { ecc: 'Q', border: 2 });
    expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(svg.match(/h1v1h-1z/g)).toHaveLength(data.flat().filter(Boolean).length);
  });

  it('is a page to print, with the company’s name, phone and address', async () => {
    await app.a.company({ contractor_id: 'print-fence', name: 'Print Fence', phone: '+12085550100' });
    const response = await get('/w/print-fence/qr.pdf');
    expect(response.headers.get('content-type')).toContain('application/pdf');
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.length).toBeLessThan(200_000);
    const text = pdfText(
      await qrPdf({
        companyName: 'Print Fence',
        phone: '(208) 555-0100',
        url: 'http://picket.test/w/x',
        compress: false,
      }),
    );
    for (const words of ['Print Fence', 'Scan for your fence price', '(208) 555-0100', 'picket.test/w/x'])
      expect(text).toContain(words);
  });
});
