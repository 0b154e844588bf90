import { mkdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawnFeet, type FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { fenceDrawingSchema } from '#shared/features/drawing/fence-drawing.schema.ts';
import { axeFaults } from './axe.ts';
import { closeContext, openPage, sharedChromium } from './chromium.ts';
import { type FakeState, hostPage, MARKED, MIDDLE, startFakeWidgetServer, TAG } from './fake-widget-server.ts';

const PHONE = { width: 390, height: 844 };
/** The map's zoom when a street address is picked (`map-view.ts`). */
const ZOOM = 19.5;

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeWidgetServer>>;
let state: FakeState;
let context: BrowserContext;
let page: Page;
let faults: string[];
let taps: number;

beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  browser = await sharedChromium();
});
beforeEach(async () => {
  server = await startFakeWidgetServer();
  ({ state } = server);
  faults = [];
  taps = 0;
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  page = await openPage(context, faults);
});
afterEach(async () => {
  await closeContext(context);
  await server.close();
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

const tool = () => page.getByRole('dialog', { name: 'Measure on a map' });
const map = () => tool().locator('.mv');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const tap = async (target: Locator) => {
  taps += 1;
  await target.tap();
};

/** Returns the pixel of a position on the map, which is centered on the drawn lot. */
const pixelOf = async ({ lat, lon }: { lat: number; lon: number }) => {
  const box = await map().boundingBox();
  if (!box) throw new Error('no map');
  const world = 256 * 2 ** ZOOM;
  const down = (latitude: number) => (-Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI / 2) * world;
  return {
    x: box.x + box.width / 2 + ((lon - MIDDLE.lon) / 360) * world,
    y: box.y + box.height / 2 + down(lat) - down(MIDDLE.lat),
  };
};

const tapAt = async (position: { lat: number; lon: number }) => {
  taps += 1;
  const { x, y } = await pixelOf(position);
  await page.touchscreen.tap(x, y);
};

const openTool = async () => {
  await page.goto(server.url);
  await page.getByLabel('Fence length').waitFor();
  await tap(button('Not sure?'));
  await tap(button('Measure on a map'));
  await tool().waitFor();
};

/** Types the street address and presses Enter on the keyboard, which isn't a tap. */
const goTo120 = async () => {
  await page.getByLabel('Property address').last().fill('120 Sandbox');
  await page.keyboard.press('Enter');
};

const traceMarkedFence = async () => {
  for (const corner of MARKED) await tapAt(corner);
  await tool()
    .getByText(/^18[2345](\.\d)? ft, no gates$/)
    .waitFor();
};

const sendForm = async (): Promise<Record<string, unknown>> => {
  await page.getByRole('button', { name: 'Get my estimate' }).tap();
  await page.getByLabel('Your name').fill('Marisol Vega');
  await page.getByLabel('Email').fill('marisol.vega@example.com');
  await page.getByRole('button', { name: 'Send my estimate' }).tap();
  await page.getByText('Thank you').waitFor();
  return state.leads[0] ?? {};
};

describe('measuring on a map with a thumb', () => {
  it('opens no suggestions over the map after Enter has found the address', async () => {
    await openTool();
    await goTo120();
    await tool().getByText('Drawn by the sandbox').waitFor();
    // longer than the pause in typing after which suggestions are asked for
    await page.waitForTimeout(400);
    expect(state.asked.filter((path) => path.endsWith('/address'))).toHaveLength(1);
    expect(await tool().getByRole('listbox').isVisible()).toBe(false);
  });

  it('traces the marked 184 ft on the images, shows the price after at most 8 taps, and sends the drawing with the lead', async () => {
    await openTool();
    expect(state.asked.filter((path) => path === '/widget-map.js')).toHaveLength(1);
    expect(gzipSync(readFileSync('dist/widget/widget-map.js')).length).toBeLessThanOrEqual(120_000);
    await goTo120();
    await tool().getByText('Drawn by the sandbox').waitFor();
    await traceMarkedFence();
    await page.screenshot({ path: 'test-results/map-390-light.png' });
    await tap(button(/^Use 18\d(\.\d)? ft$/));
    await tool().waitFor({ state: 'hidden' });
    const price = page.locator('.go b').first();
    await expect.poll(() => price.textContent()).toMatch(/^\$1,[34]\d\d\.\d\d$/);
    expect(taps).toBeLessThanOrEqual(8);

    const lead = await sendForm();
    const drawing: FenceDrawing = fenceDrawingSchema.parse(lead['drawing']);
    expect(Math.abs(drawnFeet(drawing) / 184 - 1)).toBeLessThanOrEqual(0.01);
    expect(drawing.located).toBeUndefined();
    expect(lead).toMatchObject({
      perimeter: drawnFeet(drawing),
      runs: [{ feet: drawnFeet(drawing) }],
      gates: [],
      address: '120 Sandbox Ln, Boise, ID',
      zip: '83702',
    });
  });

  it('does the same on a grid if there are no images, with a gate, a drag under the loupe, and undo', async () => {
    state.dead = ['/tiles/'];
    await openTool();
    await goTo120();
    await tool().getByText("We don't have an aerial photo of this property", { exact: false }).waitFor();
    await traceMarkedFence();
    await tap(button('Add a gate'));
    const [, from, to] = MARKED;
    if (!from || !to) throw new Error('no marked fence');
    await tapAt({ lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 });
    await tool()
      .getByText(/^18[2345](\.\d)? ft, 1 gate$/)
      .waitFor();

    const [last] = MARKED.slice(-1);
    if (!last) throw new Error('no last corner');
    const at = await pixelOf(last);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 60, { steps: 4 });
    await tool().locator('.lo').waitFor();
    await page.screenshot({ path: 'test-results/map-grid-390-light.png' });
    await page.mouse.up();
    expect(await tool().locator('.lo').count()).toBe(0);
    expect(
      await tool()
        .getByText(/^18[2345](\.\d)? ft, 1 gate$/)
        .count(),
    ).toBe(0);
    await button('Undo').tap();
    await tool()
      .getByText(/^18[2345](\.\d)? ft, 1 gate$/)
      .waitFor();

    await button(/^Use 18\d(\.\d)? ft$/).tap();
    const lead = await sendForm();
    expect(lead).toMatchObject({ gateCount: 1, gates: [{ kind: 'walk' }] });
    const drawing = fenceDrawingSchema.parse(lead['drawing']);
    expect(Math.abs(drawnFeet(drawing) / 184 - 1)).toBeLessThanOrEqual(0.01);
  });
});

const STRICT =
  "default-src 'none'; script-src 'nonce-abc'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

describe('measuring on a strict page without a thumb', () => {
  it('draws by keyboard alone at 320 px on a dark page that doesn’t allow images, without an axe issue', async () => {
    state.page.csp = STRICT;
    state.page.html = hostPage(TAG)
      .replace('<script src="/host.js"></script>', '')
      .replaceAll('<script', '<script nonce="abc"')
      .replace('<head>', '<head><meta name="color-scheme" content="dark">');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(server.url);
    await page.getByLabel('Fence length').focus();
    const press = async (target: Locator, key: string) => {
      await target.focus();
      await page.keyboard.press(key);
    };
    await press(button('Not sure?'), 'Enter');
    await press(button('Measure on a map'), 'Enter');
    await tool().getByText('tap the grid at each corner of your fence', { exact: false }).waitFor();
    await press(tool().getByText('Sides and gates'), 'Enter');
    const next = tool().getByLabel('Next side');
    for (const feet of ['57', '70', '57']) {
      await next.fill(feet);
      await page.keyboard.press('Enter');
    }
    await tool().getByText('184 ft, no gates').waitFor();
    await press(button('Add a gate to Run 1'), 'Enter');
    await tool().getByLabel('Run 1, gate 1, 92 ft from the start').selectOption('double');
    await press(button('Run 1, corner 4'), 'ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await tool().getByText('195 ft, 1 gate').waitFor();
    await press(button('Undo'), 'Enter');
    await press(button('Undo'), 'Enter');
    await tool().getByText('184 ft, 1 gate').waitFor();
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await page.screenshot({ path: 'test-results/map-320-dark.png' });
    const wide = await tool().evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth);
    expect(wide).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: 'test-results/map-1280-dark.png' });
    await press(button('Use 184 ft'), 'Enter');
    expect(await page.getByLabel('Fence length').inputValue()).toBe('184');
    await tool().waitFor({ state: 'detached' });
  });
});
