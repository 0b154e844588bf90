import { chromium } from 'playwright-core';
const base = 'http://localhost:4180';
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
const steps = process.argv.slice(2);
const ctxs = {};
async function ctx(w, scheme) {
  const c = await browser.newContext({ viewport: { width: w, height: w < 500 ? 844 : 900 }, colorScheme: scheme });
  const p = await c.newPage();
  p.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  await p.request.post(base + '/trpc/auth.signIn', {
    data: { email: 'demo@picket.test', password: 'picket-demo' },
    headers: { 'content-type': 'application/json' },
  });
  return p;
}
for (const [w, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
  [390, 'light'],
  [1280, 'dark'],
]) {
  if (steps.length && !steps.includes(`${w}${scheme}`)) continue;
  const p = await ctx(w, scheme);
  await p.goto(base + '/dashboard?tab=admin&section=payments');
  await p.getByRole('heading', { name: 'Recent payments' }).waitFor();
  await p.waitForTimeout(800);
  await p.screenshot({ path: `/tmp/w/shots/pay-${w}-${scheme}.png`, fullPage: true });
  await p.context().close();
}
await browser.close();
