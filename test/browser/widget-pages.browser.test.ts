import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePages, sharedChromium } from './chromium.ts';
import { type FakeState, startFakeWidgetServer, TAG } from './fake-widget-server.ts';

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeWidgetServer>>;
let state: FakeState;
let page: Page;

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closePages(browser));
beforeEach(async () => {
  server = await startFakeWidgetServer();
  ({ state } = server);
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(10_000);
});
afterEach(async () => {
  await page.close();
  await server.close();
});

const EMBED = TAG;
const BUTTON = TAG.replace(' async', ' data-mode="button" async');
/** What jQuery does with a script in a string of HTML: it inserts it inert, then runs a copy without its attributes. */
const JQUERY = `<div id="x"></div><script>
  document.getElementById('x').innerHTML = ${JSON.stringify(EMBED).replaceAll('</', String.raw`<\/`)};
  const copy = document.createElement('script');
  copy.src = '/widget-embed.js';
  document.head.append(copy);
</script>`;
const SHADOW = `<div id="x"></div><script>
  const root = document.getElementById('x').attachShadow({ mode: 'open' });
  const tag = document.createElement('script');
  tag.src = '/widget-embed.js';
  tag.dataset.contractorId = 'acme-fence';
  root.append(tag);
</script>`;
const PROTOTYPE = `<script>
  Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; };
  String.prototype.toJSON = function () { return '"' + this + '"'; };
  Element.prototype.visible = function () { return true; };
  Object.defineProperty(Element.prototype, 'remove', { value() { this.parentNode.removeChild(this); return this; } });
</script>`;

const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Acme</title></head><body>${body}</body></html>`;

/** The pages of the given cases, and others of the same kinds. */
const PAGES: [kind: string, body: string][] = [
  ['hides empty boxes', `<style>div:empty{display:none}</style>${EMBED}`],
  [
    'hides all boxes in its sections',
    `<style>section div{display:none!important;opacity:0}</style><section>${EMBED}</section>`,
  ],
  ['centers a column', `<section style="display:flex;flex-direction:column;align-items:center">${EMBED}</section>`],
  ['puts it in a row', `<section style="display:flex;align-items:center"><p>Price your fence</p>${EMBED}</section>`],
  ['centers a grid', `<section style="display:grid;place-items:center">${EMBED}</section>`],
  ['floats it', `<div style="float:left">${EMBED}</div>`],
  ['puts it in a table', `<table><tr><td>${EMBED}</td></tr></table>`],
  ['positions it', `<div style="position:absolute;top:0">${EMBED}</div>`],
  ['fits a box to it', `<div style="width:fit-content"><div style="min-height:500px">${EMBED}</div></div>`],
  [
    'makes boxes small',
    `<style>div{max-width:10px!important;height:0;overflow:hidden;transform:scale(.1)}</style><main>${EMBED}</main>`,
  ],
  [
    'stops presses outside its fields',
    `<script>document.onmousedown=e=>/^(INPUT|TEXTAREA|SELECT|OPTION)$/.test(e.target.nodeName)</script>${EMBED}`,
  ],
  [
    'has shortcuts',
    `<input id=q><script>addEventListener("keydown",e=>{if(!/INPUT/.test(e.target.nodeName)){q.focus();e.preventDefault()}})</script>${EMBED}`,
  ],
  [
    'keeps the focus',
    `<input id=q><script>addEventListener("focusin",e=>{if(e.target!==q)q.focus()})</script>${EMBED}`,
  ],
  ['inserts it with jQuery', JQUERY],
  ['inserts it into a shadow root', SHADOW],
  [
    'replaces fetch',
    `<script>const f=fetch;fetch=(u,o={})=>f(u,{...o,headers:{...o.headers,"x-trace":"1"}})</script>${EMBED}`,
  ],
  ['has prototype.js', PROTOTYPE + EMBED],
  ['is zoomed', `<style>body{zoom:1.25}</style>${EMBED}`],
];

const sendLead = async (on: Page | ReturnType<Page['frameLocator']>) => {
  const length = on.getByLabel('Fence length');
  await length.click();
  await length.pressSequentially('184');
  await on.getByRole('button', { name: 'Get my estimate' }).click();
  await on.getByLabel('Your name').click();
  await on.getByLabel('Your name').pressSequentially('Sam Sousa');
  await on.getByLabel('Email').fill('sam@example.com');
  await on.getByRole('button', { name: 'Send my estimate' }).click();
  await expect.poll(() => state.leads.length, { timeout: 10_000 }).toBe(1);
};

describe.each([
  [1280, 300],
  [390, 280],
])('on a page of %i px, the form has at least %i px and sends a lead, if the page', (width, least) => {
  it.each(PAGES)('%s', async (_kind, body) => {
    await page.setViewportSize({ width, height: 900 });
    state.page.html = pageOf(body);
    await page.goto(server.url);
    await page.getByLabel('Fence length').waitFor();
    const box = await page.locator('[data-picket]').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(least);
    await sendLead(page);
    expect(state.leads[0]).toMatchObject({ name: 'Sam Sousa', email: 'sam@example.com' });
  });
});

describe('the form', () => {
  it.each([
    ['before', EMBED + BUTTON],
    ['after', BUTTON + EMBED],
  ])('appears beside the floating button, if it’s %s it', async (_where, body) => {
    state.page.html = pageOf(body);
    await page.goto(server.url);
    await page.getByLabel('Fence length').waitFor();
    await expect.poll(() => page.locator('[data-picket-button]').getByRole('button').count()).toBeGreaterThan(0);
  });

  it('keeps its second step when a link to a part of the page is followed', async () => {
    state.page.html = pageOf(`<a href="#g">Gallery</a>${EMBED}<p id="g">Gallery</p>`);
    await page.goto(server.url);
    await page.getByLabel('Fence length').fill('184');
    await page.getByRole('button', { name: 'Get my estimate' }).click();
    await page.getByLabel('Your name').fill('Sam Sousa');
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toContain('#g');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Sam Sousa');
    expect(await page.getByLabel('Your name').isVisible()).toBe(true);
    await page.goBack();
    expect(await page.getByLabel('Your name').isVisible()).toBe(true);
    await page.goBack();
    await page.getByLabel('Fence length').waitFor();
    expect(await page.getByLabel('Fence length').inputValue()).toBe('184');
  });

  it('sends a lead from a frame that may not submit forms', async () => {
    const inner = pageOf(EMBED).replaceAll('"', '&quot;');
    state.page.html = pageOf(
      `<iframe sandbox="allow-scripts allow-same-origin" width="600" height="800" srcdoc="${inner}"></iframe>`,
    );
    await page.goto(server.url);
    await sendLead(page.frameLocator('iframe'));
    expect(state.leads).toMatchObject([{ name: 'Sam Sousa' }]);
  });

  it('says in the console what to do if a tag manager left its attributes out', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    state.page.html = pageOf('<script src="/widget-embed.js"></script>');
    await page.goto(server.url);
    await expect.poll(() => said.join()).toContain('data-contractor-id');
  });

  it.each([
    ['isn’t zoomed', ''],
    ['is zoomed', 'body{zoom:1.25}'],
    ['is shrunk', 'html{zoom:.8}'],
  ])('puts a corner where the finger is, and drags it along, if the page %s', async (_kind, css) => {
    state.page.html = pageOf(`<style>${css}</style>${EMBED}`);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Not sure?' }).click();
    await page.getByRole('button', { name: 'Measure on a map' }).click();
    const tool = page.getByRole('dialog', { name: 'Measure on a map' });
    const map = tool.locator('.mv');
    await tool.getByLabel('Property address').fill('120 Sandbox');
    await page.keyboard.press('Enter');
    await page.getByText('Drawn by the sandbox').waitFor();
    const box = await map.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + (box?.height ?? 0) * 0.6];
    const corner = async () => {
      const at = await map.locator('.hd .hc').first().boundingBox();
      return [(at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + (at?.height ?? 0) / 2].map(Math.round);
    };
    await page.mouse.click(x, y);
    expect(await corner()).toEqual([x, y].map((pixel) => expect.closeTo(pixel, -0.5) as number));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 50, { steps: 5 });
    await page.mouse.up();
    expect(await corner()).toEqual([x - 60, y - 50].map((pixel) => expect.closeTo(pixel, -0.5) as number));
  });
});
