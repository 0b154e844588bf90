import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fetchPage } from './fetch-page.ts';
import { InnerAddress } from './public-host.ts';

/** Starts a local website that counts as public in these tests. */
async function site(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const isPublic = (url: URL) => url.port === String(port);
  return {
    url: `http://127.0.0.1:${port}/`,
    fetch: (path: string, limits = {}, more = {}) =>
      fetchPage(`http://127.0.0.1:${port}${path}`, { isPublic, limits, ...more }),
  };
}

it('fetches a page, without cookies, and follows redirects to the page’s final URL', async () => {
  const { fetch } = await site((req, res) => {
    if (req.url === '/old') return res.writeHead(301, { location: '/new?x=1' }).end();
    res.end(`cookies: ${req.headers.cookie ?? 'none'}`);
  });
  const page = await fetch('/old');
  expect(page).toMatchObject({ kind: 'page', html: 'cookies: none' });
  expect(page.kind === 'page' && new URL(page.url).pathname).toBe('/new');
});

it.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://localhost/',
  'http://db.internal/',
])('refuses %s', async (address) => {
  expect(await fetchPage(address)).toEqual({ kind: 'refused', why: 'private' });
});

it('refuses a non-default port, and a redirect to a private network', async () => {
  expect(await fetchPage('http://example.com:5432/')).toEqual({ kind: 'refused', why: 'port' });
  const { fetch } = await site((_req, res) => res.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await fetch('/')).toEqual({ kind: 'refused', why: 'private' });
});

it('refuses a public name that resolves to a private IP address', async () => {
  const page = await fetchPage('http://localtest.example.com/', {
    lookup: (_name, _options, done) => done(new InnerAddress('inner'), ''),
  });
  expect(page).toEqual({ kind: 'refused', why: 'private' });
});

it('gives up on redirect loops, timeouts and errors, and reads at most the size limit', async () => {
  const { fetch } = await site((req, res) => {
    if (req.url === '/loop') return res.writeHead(302, { location: '/loop' }).end();
    if (req.url === '/silent') return;
    if (req.url === '/gone') return res.writeHead(404).end();
    res.end('x'.repeat(5_000));
  });
  expect(await fetch('/loop')).toEqual({ kind: 'refused', why: 'redirects' });
  expect(await fetch('/silent', { timeout: 50 })).toEqual({ kind: 'failed', status: null });
  expect(await fetch('/gone')).toEqual({ kind: 'failed', status: 404 });
  expect(await fetch('/long', { bytes: 1_000 })).toMatchObject({ kind: 'page', html: 'x'.repeat(1_000) });
});

it('refuses a file that is too long if only the whole file is of use', async () => {
  const { fetch } = await site((_req, res) => res.end('x'.repeat(100)));
  expect(await fetch('/', { bytes: 100 }, { whole: true })).toMatchObject({ kind: 'page', html: 'x'.repeat(100) });
  expect(await fetch('/', { bytes: 99 }, { whole: true })).toEqual({ kind: 'refused', why: 'size' });
  expect(await fetch('/', { bytes: 99 })).toMatchObject({ kind: 'page', html: 'x'.repeat(99) });
});

it('fetches from a private host only if it’s named with its port, also after a redirect', async () => {
  const inner = await site((_req, res) => res.end('inner'));
  const { origin, host } = new URL(inner.url);
  const options = { privateHosts: [host] };
  expect(await fetchPage(`${origin}/`, options)).toMatchObject({ kind: 'page', html: 'inner' });
  expect(await fetchPage(`${origin}/`, { privateHosts: ['127.0.0.1', '127.0.0.1:1'] })).toEqual({
    kind: 'refused',
    why: 'private',
  });
  const outer = await site((_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect(await fetchPage(outer.url, { privateHosts: [new URL(outer.url).host] })).toEqual({
    kind: 'refused',
    why: 'private',
  });
});
