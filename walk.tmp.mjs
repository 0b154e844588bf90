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
const c = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
const p = await c.newPage();
p.on('pageerror', (e) => console.log('PAGEERROR', e.message));
p.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()));
await p.request.post(base + '/trpc/auth.signIn', {
  data: { email: 'demo@picket.test', password: 'picket-demo' },
  headers: { 'content-type': 'application/json' },
});
const shot = (n) => p.screenshot({ path: `/tmp/w/shots/pay-${n}.png` });
const leads = (await (await p.request.get(base + '/trpc/leads.list?input=' + encodeURIComponent('{}'))).json()).result
  .data.items;
console.log(leads.map((l) => [l.name, l.status, l.estimateStatus, l.id].join(' | ')).join('\n'));
const by = (s) => leads.find((l) => l.estimateStatus === s).id;
const open = async (id) => {
  await p.goto(`${base}/dashboard?tab=leads&lead=${id}&dialog=estimate`);
  await p.getByRole('dialog').last().waitFor();
  await p.waitForTimeout(1500);
};
await open(leads.find((l) => !l.estimateStatus).id);
await shot('dlg-draft');
await open(by('accepted'));
await p.locator('.est-payment').scrollIntoViewIfNeeded();
await shot('dlg-accepted');
await open(by('viewed'));
await p.locator('.est-payment').scrollIntoViewIfNeeded();
await shot('dlg-viewed');
// take it
const [win] = await Promise.all([c.waitForEvent('page'), p.getByRole('button', { name: /^Take \$/ }).click()]);
await win.waitForURL(/checkout/);
await win.screenshot({ path: '/tmp/w/shots/pay-hosted.png' });
await p.waitForTimeout(1500);
await shot('dlg-taking');
await win.getByRole('button', { name: /by card/ }).click();
await win.waitForLoadState();
console.log('after pay', win.url().replace(/estimate\/[^?]+/, 'estimate/TOKEN'));
await p.waitForTimeout(6000);
await shot('dlg-paid');
await open(by('declined') ?? '');
await p.locator('.est-payment').scrollIntoViewIfNeeded();
await shot('dlg-declined');
// disconnect
await p.goto(base + '/dashboard?tab=admin&section=payments');
await p.getByRole('button', { name: 'Disconnect' }).click();
await p.waitForTimeout(400);
await shot('confirm');
await p.getByRole('button', { name: 'Disconnect account' }).click();
await p.getByText('Stripe account disconnected successfully').waitFor();
await p.waitForTimeout(300);
await shot('disconnected');
await open(by('accepted'));
await p.locator('.est-payment').scrollIntoViewIfNeeded();
await shot('dlg-notconnected');
await p.getByRole('link', { name: 'Go to Payments Setup' }).click();
await p.getByRole('button', { name: 'Connect Stripe' }).waitFor();
console.log(p.url());
await p.getByRole('button', { name: 'Connect Stripe' }).click();
await p.waitForURL(/onboarding/);
await p.getByRole('button', { name: 'Leave without finishing' }).click();
await p.waitForURL(/section=payments/);
await p.waitForTimeout(1500);
console.log(p.url());
await shot('returned');
await browser.close();
