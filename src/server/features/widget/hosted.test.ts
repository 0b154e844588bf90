import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode } from 'uqr';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { qrPdf } from './qr-code.ts';
import { englishIn, textOf } from '../../../../test/english.ts';
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

  it('redirects an old id to the current one, and answers 404 for an unknown id', async () => {
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

  it('escapes the company’s text', async () => {
    await app.a.company({
      contractor_id: 'odd-fence',
      name: '</script><script>alert(1)</script>',
      hours: '<img src=x onerror=alert(1)>',
    });
    const page = await html('/w/odd-fence');
    expect(page).not.toMatch(/<script>alert|<img src=x/);
  });
});

describe('the hosted page in Spanish', () => {
  const NAMES = ['Cercas Acme', 'Boise', 'ID', 'GeoNames', 'Picket', 'English', 'JavaScript', 'Mon to Fri'];
  const inSpanish = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });

  it('contains no English except names, including its form, and links to each language', async () => {
    await app.a.company({ contractor_id: 'cercas', name: 'Cercas Acme', hours: 'Mon to Fri', service_zips: ['83702'] });
    const page = await html('/w/cercas?lang=es');
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('data-lang="es"');
    expect(englishIn(textOf(page), NAMES)).toEqual([]);
    expect(page).toContain('<link rel="canonical" href="http://picket.test/w/cercas?lang=es">');
    for (const [code, address] of [
      ['en', '?lang=en'],
      ['es', '?lang=es'],
      ['x-default', ''],
    ])
      expect(page).toContain(`<link rel="alternate" hreflang="${code}" href="http://picket.test/w/cercas${address}">`);
    expect(page).toContain('href="/privacy?lang=es"');
    expect(await html('/w/cercas?lang=en')).toContain('<html lang="en">');
  });

  it('uses the browser’s language if the URL names none', async () => {
    const response = await inSpanish('/w/cercas', { 'accept-language': 'es-MX,es;q=0.9' });
    expect(response.headers.get('vary')).toContain('Accept-Language');
    const page = await response.text();
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('<link rel="canonical" href="http://picket.test/w/cercas">');
    expect(await (await inSpanish('/w/cercas')).text()).toContain('<html lang="en">');
  });

  it('has a QR sheet in Spanish, whose code opens the Spanish page', async () => {
    const response = await get('/w/cercas/qr.pdf?lang=es');
    expect(response.headers.get('content-disposition')).toContain('cercas-qr-es.pdf');
    const sheet = { companyName: 'Cercas Acme', language: 'es' as const, phone: '(208) 555-0100', url: 'http://x/w/y' };
    const text = pdfText(await qrPdf({ ...sheet, compress: false }));
    expect(text).toContain('Escanee para ver el precio de su cerca');
    expect(englishIn(text, NAMES)).toEqual([]);
    const { size } = encode('http://picket.test/w/cercas?lang=es', { ecc: 'Q', border: 2 });
    expect(await html('/w/cercas/qr.svg?lang=es')).toContain(`viewBox="0 0 ${size} ${size}"`);
  });
});

describe('the page for frames', () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';

  it('can be framed by any site, or only by the listed ones; other pages can’t be framed', async () => {
    const company = await app.a.company({ contractor_id: 'framed-fence' });
    const response = await get('/w/framed-fence/frame');
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(await response.text()).toContain('<script src="/widget-frame.js"></script>');
    expect(await policyOf('/w/framed-fence/frame')).toContain('frame-ancestors *');
    expect(await policyOf('/w/framed-fence')).toContain("frame-ancestors 'none'");
    await app.deps.system
      .updateTable('company_profiles')
      .set({ widget_allowed_domains: ['acme.com', '*.acme.net'] })
      .where('id', '=', company.id)
      .execute();
    expect(await policyOf('/w/framed-fence/frame')).toMatch(
      /frame-ancestors 'self' https:\/\/acme\.com:\* http:\/\/acme\.com:\* https:\/\/www\.acme\.com:\* \S+ https:\/\/\*\.acme\.net:\* \S+(;|$)/,
    );
    expect((await get('/w/nobody/frame')).status).toBe(404);
  });

  it('can load the map’s images, as can the hosted page and the demo', async () => {
    const { origin } = new URL(app.deps.config.MAP_TILES_URL.replace(/[{}]/g, ''));
    for (const path of ['/w/framed-fence', '/w/framed-fence/frame', '/widget-demo', '/widget-demo/frame'])
      expect(await policyOf(path)).toContain(`img-src 'self' ${origin}`);
    expect(await policyOf('/privacy')).not.toContain(origin);
  });
});

describe('the QR code', () => {
  it('encodes the page’s URL, as SVG', async () => {
    await app.a.company({ contractor_id: 'qr-fence' });
    const response = await get('/w/qr-fence/qr.svg');
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    const svg = await response.text();
    const { data, size } = encode('http://picket.test/w/qr-fence', { ecc: 'Q', border: 2 });
    expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(svg.match(/h1v1h-1z/g)).toHaveLength(data.flat().filter(Boolean).length);
  });

  it('can be printed with the company’s name, phone and URL', async () => {
    await app.a.company({ contractor_id: 'print-fence', name: 'Print Fence', phone: '+12085550100' });
    const response = await get('/w/print-fence/qr.pdf');
    expect(response.headers.get('content-type')).toContain('application/pdf');
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.length).toBeLessThan(200_000);
    const text = pdfText(
      await qrPdf({
        companyName: 'Print Fence',
        language: 'en',
        phone: '(208) 555-0100',
        url: 'http://picket.test/w/x',
        compress: false,
      }),
    );
    for (const words of ['Print Fence', 'Scan for your fence price', '(208) 555-0100', 'picket.test/w/x'])
      expect(text).toContain(words);
  });
});
