import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closePages, sharedChromium } from './chromium.ts';
import { acme, type FakeState, hostPage, startFakeWidgetServer, TAG } from './fake-widget-server.ts';
import { EVERYTHING } from '../suites.ts';

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeWidgetServer>>;
let state: FakeState;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closePages(browser));
beforeEach(async () => {
  server = await startFakeWidgetServer();
  ({ state } = server);
  page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
});
afterEach(async () => {
  await page.close();
  await server.close();
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

const length = () => page.getByLabel('Fence length');
const button = (name: string) => page.getByRole('button', { name });
const open = async () => {
  await page.goto(server.url);
  await length().waitFor();
};
const toContact = async () => {
  await open();
  await length().fill('184');
  await page.getByRole('radio', { name: 'Vinyl' }).check();
  await button('More gates').click();
  await button('Get my estimate').click();
  await page.getByLabel('Your name').waitFor();
};
const fillContact = async () => {
  await page.getByLabel('Your name').fill('Marisol Vega');
  await page.getByLabel('Email').fill('marisol.vega@example.com');
};

describe('on other sites', () => {
  const STRICT =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

  it('works under a strict content security policy', async () => {
    state.page.csp = STRICT;
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await toContact();
    await fillContact();
    await button('Send my estimate').click();
    await page.getByText('Thank you').waitFor();
    expect(refused).toEqual([]);
    const white = await page.evaluate(() => {
      const sent = document.querySelector('[data-picket]')?.shadowRoot?.querySelector('.dn');
      return sent && getComputedStyle(sent).display;
    });
    expect(white).toBe('flex');
  });

  it('passes its nonce to the second script if the policy requires nonces', async () => {
    state.page.csp = "script-src 'nonce-abc'; style-src 'self'; connect-src 'self'";
    state.page.html = hostPage(TAG.replace('<script', '<script nonce="abc"'));
    await toContact();
    expect(state.asked).toContain('/widget-steps.js');
  });

  it('isn’t affected by the host’s styles, and a second include adds nothing', async () => {
    state.page.html = hostPage(TAG + TAG);
    await open();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-picket]').count()).toBe(1);
    const label = page.getByText('Fence length');
    expect(await label.evaluate((element) => getComputedStyle(element).textTransform)).toBe('none');
    expect(await label.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(17, 34, 41)');
    expect(await label.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  });

  it('runs queued mounts in order after loading, and can be removed', async () => {
    state.page.html = hostPage(
      '<div id="one"></div><div id="two"></div><script src="/calls.js"></script><script src="/widget-embed.js"></script>',
    );
    await page.goto(server.url);
    await length().first().waitFor();
    const order = await page.locator('[data-picket]').evaluateAll((all) => all.map((one) => one.dataset['picket']));
    expect(order).toEqual(['first', 'second']);
    const left = await page.evaluate(() => {
      const one = document.querySelector('#one');
      if (!one) return -1;
      const again = (window as unknown as Mounting).Picket.mount(one, { contractorId: 'first' });
      again.destroy();
      return document.querySelectorAll('[data-picket]').length;
    });
    expect(left).toBe(1);
  });

  it('can be removed and placed again, by code and by a router that runs the tag again', async () => {
    await open();
    const again = await page.evaluate(async () => {
      const { mount } = (window as unknown as Mounting).Picket;
      const place = document.createElement('div');
      document.body.append(place);
      const first = mount(place, { contractorId: 'acme-fence' });
      const same = mount(place, { contractorId: 'acme-fence' }) === first;
      first.destroy();
      first.destroy();
      mount(place, { contractorId: 'acme-fence' });
      const byCode = place.childElementCount;
      place.remove();
      // A router removes the page and puts it back.
      const gone = document.querySelector('[data-picket]')?.parentElement;
      gone?.remove();
      const tag = document.createElement('script');
      tag.src = '/widget-embed.js?again';
      tag.dataset['contractorId'] = 'acme-fence';
      document.body.append(tag);
      await new Promise((resolve) => tag.addEventListener('load', resolve));
      return { same, byCode, byTag: document.querySelectorAll('[data-picket]').length };
    });
    expect(again).toEqual({ same: true, byCode: 1, byTag: 1 });
    await length().waitFor();
    await length().fill('184');
    await page.getByText('$1,402.08').waitFor();
  });

  it('is placed at data-target', async () => {
    state.page.html = hostPage(`${TAG.replace('async', 'data-target="#there" async')}<div id="there"></div>`);
    await open();
    expect(await page.locator('#there > [data-picket]').count()).toBe(1);
  });

  it('requests nothing until it’s near the viewport', async () => {
    // high from the start, because the widget may look before the page is complete
    state.page.html = hostPage(`<div style="height: 5000px"></div>${TAG}`);
    await page.goto(server.url);
    await page.locator('[data-picket]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(state.asked.filter((path) => path.startsWith('/api'))).toEqual([]);
    await page.locator('[data-picket]').scrollIntoViewIfNeeded();
    await length().waitFor();
  });
});

interface Mounting {
  Picket: { mount: (element: Element, options: { contractorId: string }) => { destroy: () => void } };
}

describe('W1 and W3', () => {
  const SETTINGS = [acme, { ...acme, materialSelection: false }, { ...acme, prices: undefined }].flatMap((config) => [
    config,
    { ...config, poweredBy: true, productName: 'Picket' },
  ]);

  it('loads at most 6,400 bytes in two requests before a visitor acts', async () => {
    await open();
    await page.waitForLoadState('networkidle');
    const ours = state.asked.filter((path) => path.startsWith('/widget-') || path.startsWith('/api'));
    expect(ours).toEqual(['/widget-embed.js', '/api/widget/v1/config/acme-fence']);
    const bytes =
      brotliCompressSync(readFileSync('dist/widget/widget-embed.js')).length +
      brotliCompressSync(JSON.stringify(acme)).length;
    expect(bytes).toBeLessThanOrEqual(6_400);
  });

  it('causes no layout shift once placed, with any settings', async () => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as PerformanceEntry & { value: number };
          (window as unknown as { shifted: number }).shifted =
            ((window as unknown as { shifted?: number }).shifted ?? 0) + shift.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of EVERYTHING ? [300, 390, 1280] : [390])
      for (const config of SETTINGS) {
        state.config = { status: 200, body: config };
        // The widget's space is reserved at the first paint, as on a page that places the tag inside its own box.
        state.page.html = hostPage(TAG.replace(' async', ''));
        await page.setViewportSize({ width, height: 1200 });
        await page.goto(server.url);
        await length().waitFor();
        await page.waitForLoadState('networkidle');
        const shift = await page.evaluate(() => (window as unknown as { shifted?: number }).shifted ?? 0);
        expect({ width, config, shift }).toEqual({ width, config, shift: 0 });
      }
  });

  it.each(['light', 'dark'])('has no axe issue, in %s', async (scheme) => {
    // Leaves out the odd globals, because they would make axe define itself as a module.
    state.page.html = hostPage(TAG).replace('<script src="/host.js"></script>', '');
    await page.addInitScript((chosen) => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.colorScheme = chosen;
        document.documentElement.style.background = chosen === 'dark' ? '#111' : '#fff';
      });
    }, scheme);
    await toContact();
    await page.addScriptTag({ path: 'node_modules/axe-core/axe.min.js' });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run: (on: string) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run('[data-picket]');
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(found).toEqual([]);
  });
});
