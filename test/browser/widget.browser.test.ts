import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { consentIn } from '#shared/features/permission/text-consent.words.ts';
import { englishIn } from '../english.ts';
import { countingThumb } from './taps.ts';
import { closePages, sharedChromium } from './chromium.ts';
import { acme, type FakeState, hostPage, startFakeWidgetServer, TAG, taken, VINYL } from './fake-widget-server.ts';

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

/** Returns the id of the focused field inside the widget. */
const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id);
const length = () => page.getByLabel('Fence length');
const button = (name: string) => page.getByRole('button', { name });
const errorOf = async (label: string) => {
  const id = (await page.getByLabel(label).getAttribute('aria-describedby')) ?? '';
  return page.locator(`#${id}`).textContent();
};

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
/** Expands the street address and notes fields, which are collapsed. */
const unfold = () => page.getByText('Address and notes').click();
const fillContact = async () => {
  await page.getByLabel('Your name').fill('Marisol Vega');
  await page.getByLabel('Email').fill('marisol.vega@example.com');
};

describe('in Spanish', () => {
  const NAMES = ['Acme Fence', 'Marisol', 'English', 'Wood Picket', 'Vinyl', 'Black Metal', 'STOP', 'HELP'];
  const said = () => page.locator('section').innerText();

  it('switches before the first step, has no English except names, and sends the language with the lead', async () => {
    // Axe itself fails because of the host page's odd globals, so they're removed.
    state.page.html = state.page.html.replace('<script src="/host.js"></script>', '');
    await page.goto(server.url);
    await length().fill('184');
    expect(state.asked).not.toContain('/widget-es.js');
    await page.getByRole('button', { name: 'Español' }).click();
    const field = page.getByLabel('Largo', { exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('184');
    expect(await page.locator('section').getAttribute('lang')).toBe('es');
    await page.getByText('$1,402.08').waitFor();
    expect(state.asked).toContain('/widget-es.js');
    const texts = [await said()];
    await page.getByRole('button', { name: '¿Necesita ayuda?' }).click();
    await page.getByText('O cuente sus pasos').waitFor();
    texts.push(await said());
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await page.getByRole('button', { name: 'Ver mi presupuesto' }).click();
    await page.getByLabel('Su nombre').waitFor();
    await page.getByText('Dirección y notas').click();
    await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
    await page.getByText('Escriba su nombre').waitFor();
    texts.push(await said());
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await page.getByLabel('Su nombre').fill('Marisol Vega');
    await page.getByLabel('Correo electrónico').fill('marisol.vega@example.com');
    await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
    await page.getByText('Gracias, Marisol. Acme Fence tiene su solicitud.').waitFor();
    texts.push(await said());
    expect(texts.flatMap((text) => englishIn(text, NAMES))).toEqual([]);
    expect(state.leads).toMatchObject([{ language: 'es', consentVersion: consentIn('es', '').version }]);
  });

  it('begins in Spanish if the page asks for it', async () => {
    const TAG_ES = TAG.replace(' async', ' data-lang="es" async');
    state.page = { html: hostPage(TAG_ES) };
    await page.goto(server.url);
    await page.getByLabel('Largo', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await length().waitFor();
    expect(await page.locator('section').getAttribute('lang')).toBe('en');
  });
});

describe('the main path', () => {
  it('shows the price while typing, sends one lead, and shows the price and what happens next', async () => {
    await open();
    await length().fill('184');
    await page.getByRole('radio', { name: 'Vinyl' }).check();
    await button('More gates').click();
    await page.getByText('$3,542.08').waitFor();
    await button('Get my estimate').click();
    await fillContact();
    await page.getByLabel('Mobile phone').fill('(208) 555-0136');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    // C2: the links belong to the consent.
    for (const name of ['Privacy', 'Terms'])
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(
        `${server.url}/${name.toLowerCase()}?lang=en`,
      );
    await page.getByText(acme.consent.text, { exact: true }).click();
    await unfold();
    await page.getByLabel('City').pressSequentially('boi');
    await page.getByRole('option', { name: 'Boise, ID 83709' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('ZIP').inputValue()).toBe('83709');
    await page.getByLabel('Property address').fill('2217 Sagebrush Ln');
    const told = page.evaluate(
      () => new Promise((resolve) => addEventListener('picket:lead', (e) => resolve((e as CustomEvent).detail))),
    );
    await button('Send my estimate').click();
    await page.getByText('Thank you, Marisol. Acme Fence has your request.').waitFor();
    expect(state.leads).toHaveLength(1);
    expect(state.leads[0]).toMatchObject({
      contractorId: 'acme-fence',
      phone: '(208) 555-0136',
      address: '2217 Sagebrush Ln, Boise, ID',
      zip: '83709',
      perimeter: 184,
      gateCount: 1,
      materialId: VINYL,
      smsConsent: true,
      consentVersion: acme.consent.version,
    });
    expect(await told).toMatchObject({ estimate: { totalCents: 354_208 } });
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('hides the price until submission if the company gates it', async () => {
    const { prices: _, ...gated } = { ...acme, priceGating: true };
    state.config = { status: 200, body: gated };
    await open();
    await length().fill('184');
    await button('Next').click();
    await fillContact();
    expect(await page.getByText('$').count()).toBe(0);
    await button('Send my estimate').click();
    await page.getByText('$3,542.08').waitFor();
  });

  it('omits the material choice if the company sets it', async () => {
    state.config = { status: 200, body: { ...acme, materialSelection: false } };
    await open();
    expect(await page.getByRole('radio').count()).toBe(0);
    await length().fill('100');
    await page.getByText('$762.00').waitFor();
    await button('Get my estimate').click();
    await fillContact();
    await button('Send my estimate').click();
    await page.getByText('Thank you').waitFor();
    expect(state.leads[0]).not.toHaveProperty('materialId');
  });
});

describe('navigation', () => {
  it("the browser's Back leads from the second step to the first, and only then leaves the page", async () => {
    await page.goto(`${server.url}/before`);
    await toContact();
    await fillContact();
    await page.goBack();
    await length().waitFor();
    expect(await length().inputValue()).toBe('184');
    expect(await page.getByLabel('Your name').isVisible()).toBe(false);
    await page.goForward();
    await page.getByLabel('Your name').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Marisol Vega');
    // 'Change' doesn't add a second history entry.
    await button('Change').click();
    await length().waitFor();
    await page.goBack();
    await page.waitForURL('**/before');
  });

  it('shrinks to its content after sending', async () => {
    await toContact();
    await fillContact();
    await button('Send my estimate').click();
    await page.getByText('Thank you, Marisol').waitFor();
    const { empty, top } = await page.evaluate(() => {
      const done = document.querySelector('[data-picket]')?.shadowRoot?.querySelector<HTMLElement>('.dn');
      if (!done?.lastElementChild) throw new Error('nothing is done');
      const box = done.getBoundingClientRect();
      return { empty: box.bottom - done.lastElementChild.getBoundingClientRect().bottom, top: box.top };
    });
    expect(empty).toBeLessThanOrEqual(40);
    // The top of the form's text is visible.
    expect(top).toBeGreaterThanOrEqual(0);
  });
});

it('on a phone, shows the price after at most 3 taps, and submits after at most 5', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await phone.goto(server.url);
  const thumb = countingThumb();
  await thumb.tap(phone.getByLabel('Fence length'));
  await thumb.type(phone, '184');
  await phone.getByText('$1,402.08').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(3);
  await thumb.tap(phone.getByRole('button', { name: 'Get my estimate' }));
  await thumb.tap(phone.getByLabel('Your name'));
  await thumb.type(phone, 'Marisol Vega');
  await thumb.tap(phone.getByLabel('Email'));
  await thumb.type(phone, 'marisol.vega@example.com');
  const send = phone.getByRole('button', { name: 'Send my estimate' });
  // The button is visible without scrolling.
  expect(await send.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  mkdirSync('test-results', { recursive: true });
  await phone.screenshot({ path: 'test-results/widget-contact-390.png' });
  await thumb.tap(send);
  await phone.getByText('Thank you, Marisol').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(5);
  await phone.screenshot({ path: 'test-results/widget-done-390.png' });
  await context.close();
});

describe('help with the length', () => {
  it('offers typical lengths and converts paces to feet', async () => {
    // Axe itself fails because of the host page's odd globals, so they're removed.
    state.page.html = state.page.html.replace('<script src="/host.js"></script>', '');
    await open();
    await button('Not sure?').click();
    await page.getByText('One side of a typical lot is about 60 ft').waitFor();
    expect(await axeFaults(page, '[data-picket]')).toEqual([]);
    await button('Two sides, 120 ft').click();
    expect(await length().inputValue()).toBe('120');
    await page.getByText('$914.40').waitFor();
    mkdirSync('test-results', { recursive: true });
    await page.screenshot({ path: 'test-results/widget-help-390.png' });
    await page.getByLabel('Or count your paces').fill('73');
    expect(await length().inputValue()).toBe('182.5');
    await button('Not sure?').click();
    expect(await page.getByLabel('Or count your paces').isVisible()).toBe(false);
  });

  it.each([
    ['4', 'shorter than one section'],
    ['19000', 'longer than most yards'],
  ])('asks once whether %s ft is right, and accepts the length on a second press', async (feet, words) => {
    await open();
    await length().fill(feet);
    await button('Get my estimate').click();
    await page.getByText(words).waitFor();
    expect(await page.getByLabel('Your name').isVisible()).toBe(false);
    await button('Get my estimate').click();
    await page.getByLabel('Your name').waitFor();
  });
});

describe('invalid input', () => {
  it('is reported beside the first step with an example, and cleared on the next key', async () => {
    await open();
    await button('Get my estimate').click();
    await expect.poll(focused).toBe('perimeter');
    expect(await errorOf('Fence length')).toContain('such as 184');
    await length().fill('-3');
    expect(await errorOf('Fence length')).toContain('such as 184');
    await length().fill('3');
    expect(await errorOf('Fence length')).toBe('');
  });

  it('is reported beside every field of the second step, and the first one gets focus', async () => {
    await toContact();
    await page.getByLabel('Email').fill('marisol.vega@example');
    await page.getByLabel('Mobile phone').fill('12');
    await unfold();
    await page.getByLabel('ZIP').fill('99');
    await unfold();
    await button('Send my estimate').click();
    await expect.poll(focused).toBe('name');
    expect(await errorOf('Your name')).toBe('Enter your name');
    expect(await errorOf('Email')).toBe('This email address needs an ending, such as .com');
    expect(await errorOf('Mobile phone')).toContain('(208) 555-0172');
    expect(await errorOf('ZIP')).toContain('83642');
    await page.getByLabel('Mobile phone').fill('');
    await page.getByRole('checkbox').check();
    await button('Send my estimate').click();
    expect(await errorOf('Mobile phone')).toBe('Enter a phone number where you can get texts');
    expect(state.leads).toEqual([]);
  });

  it("shows the server's own errors beside the fields, and goes back for the length", async () => {
    await toContact();
    await fillContact();
    state.lead = () => ({
      status: 422,
      body: {
        error: { code: 'VALIDATION_FAILED', message: 'No', fields: { phone: 'No such area code', name: 'Say more' } },
      },
    });
    await button('Send my estimate').click();
    await page.getByText('No such area code').waitFor();
    expect(await errorOf('Your name')).toBe('Say more');
    state.lead = () => ({
      status: 422,
      body: { error: { code: 'VALIDATION_FAILED', message: 'No', fields: { perimeter: 'Too long for us' } } },
    });
    await button('Send my estimate').click();
    await page.getByText('Too long for us').waitFor();
    expect(await length().inputValue()).toBe('184');
  });
});

describe('place suggestions', () => {
  it('keep a typed ZIP if a town has several, and close on Escape', async () => {
    await toContact();
    await unfold();
    await page.getByLabel('ZIP').fill('83709');
    const city = page.getByLabel('City');
    await city.pressSequentially('boi');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await city.getAttribute('aria-expanded')).toBe('false');
    await city.pressSequentially('s');
    await page.getByRole('option', { name: 'Boise, ID', exact: true }).click();
    expect(await city.inputValue()).toBe('Boise, ID');
    expect(await page.getByLabel('ZIP').inputValue()).toBe('83709');
  });

  it('spec:9.21 say if no US place matches, and a ZIP alone fills in the town', async () => {
    await toContact();
    await unfold();
    const city = page.getByLabel('City');
    await city.pressSequentially('paris, fr');
    await page.getByText('No matching US city.').waitFor();
    await city.fill('');
    expect(await page.getByText('No matching US city.').count()).toBe(0);
    await page.getByLabel('ZIP').fill('83702');
    await page.getByLabel('Notes').focus();
    await expect.poll(() => city.inputValue()).toBe('Boise, ID');
  });

  it('offer street addresses, which fill in town and ZIP, and credit their source', async () => {
    await toContact();
    await unfold();
    const street = page.getByLabel('Property address');
    await street.pressSequentially('120 sandb');
    await page.getByText('© OpenStreetMap contributors').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await street.inputValue()).toBe('120 Sandbox Ln');
    expect(await page.getByLabel('City').inputValue()).toBe('Boise, ID');
    expect(await page.getByLabel('ZIP').inputValue()).toBe('83702');
    expect(await street.getAttribute('autocomplete')).toBe('address-line1');
  });

  it('accept typed text if no answer arrives, and keep street and town together', async () => {
    state.dead = ['/api/widget/v1/address'];
    await toContact();
    await fillContact();
    await unfold();
    await page.getByLabel('Property address').fill('2217 Sagebrush Ln');
    const asked = page.waitForEvent('requestfailed');
    await page.getByLabel('City').pressSequentially('Boise, ID');
    await asked;
    expect(await page.getByText('No matching US city.').count()).toBe(0);
    await button('Send my estimate').click();
    await page.getByText('Thank you').waitFor();
    expect(state.leads[0]).toMatchObject({ address: '2217 Sagebrush Ln, Boise, ID', zip: '' });
  });
});

describe('errors', () => {
  it('a double click and a retry after a lost answer create one lead', async () => {
    await toContact();
    await fillContact();
    state.lead = () => ({ status: 503, body: {} });
    await button('Send my estimate').dblclick();
    await page.getByText("Your request hasn't reached Acme Fence yet.").waitFor();
    expect(await page.getByRole('link', { name: '(208) 555-0100' }).getAttribute('href')).toBe('tel:+12085550100');
    state.lead = taken;
    await button('Try again').click();
    await page.getByText('Thank you').waitFor();
    expect(new Set(state.leads.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('shows Sending... while sending, and ignores a second click', async () => {
    await toContact();
    await fillContact();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    state.lead = async () => {
      await held;
      return taken();
    };
    await button('Send my estimate').click();
    await button('Sending...').click();
    release?.();
    await page.getByText('Thank you').waitFor();
    expect(state.leads).toHaveLength(1);
  });

  const UNSENT = "hasn't reached Acme Fence yet";
  /** Returns the unsent request that the browser stores. */
  const kept = (on: Page) => on.evaluate(() => localStorage.getItem('picket:acme-fence'));

  it('offline, keeps the request and sends it by itself once there’s a connection', async () => {
    await toContact();
    await fillContact();
    await page.context().setOffline(true);
    await button('Send my estimate').click();
    await page.getByText(UNSENT).waitFor();
    expect(await page.getByText('within 3 days').isVisible()).toBe(true);
    expect(await kept(page)).toContain('marisol.vega%40example.com');
    await page.context().setOffline(false);
    await page.getByText('Thank you, Marisol. Acme Fence has your request.').waitFor();
    expect(state.leads).toHaveLength(1);
    expect(await kept(page)).toBeNull();
  });

  it('sends a kept request on the next visit, with the same key and a new ticket, or deletes it if asked', async () => {
    state.config = { status: 200, body: { ...acme, ticket: 'first' } };
    state.lead = () => ({ status: 503, body: {} });
    await toContact();
    await fillContact();
    await button('Send my estimate').click();
    await page.getByText(UNSENT).waitFor();
    const { idempotencyKey } = state.leads[0] ?? {};

    // In another tab, or on another day, unsent input is gone, and our server is still down.
    state.config = { status: 200, body: { ...acme, ticket: 'second' } };
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(server.url);
    await page.getByText(`${UNSENT}. We're trying to send it.`).waitFor();
    expect(await page.getByLabel('Fence length').inputValue()).toBe('');
    state.lead = taken;
    await page.reload();
    await page.getByText('Acme Fence has your request from').waitFor();
    expect(state.leads.at(-1)).toMatchObject({ idempotencyKey, ticket: 'second', name: 'Marisol Vega' });
    // The homeowner typed only on the first visit, and saw a price at once.
    expect(state.steps).toEqual([{ ticket: 'first', step: 'priced' }]);
    expect(await kept(page)).toBeNull();

    await page.evaluate(() => localStorage.setItem('picket:acme-fence', `lead={}&at=${Date.now()}`));
    state.dead = ['/api/widget/v1/leads'];
    await page.reload();
    await page.getByRole('button', { name: "Don't send it" }).click();
    await page.getByText('We deleted your request.').waitFor();
    expect(await kept(page)).toBeNull();
  });

  it('keeps what was typed through a refresh, but not the checkbox', async () => {
    await toContact();
    await fillContact();
    await page.getByRole('checkbox').check();
    await page.reload();
    await page.getByText('$3,542.08').waitFor();
    await button('Get my estimate').click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Marisol Vega');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  });

  it('never shows a blank box: server down, with a phone number and a retry', async () => {
    state.dead = ['/api'];
    state.page.html = hostPage(TAG.replace('async', 'data-phone="+12085550100" async'));
    await page.goto(server.url);
    await page.getByText('Please call').waitFor();
    state.dead = [];
    await button('Try again').click();
    await length().waitFor();
    expect(await length().isVisible()).toBe(true);
    // The request is also sent without a press once the browser is online again.
    state.dead = ['/api'];
    await page.reload();
    await page.getByText('Please call').waitFor();
    state.dead = [];
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await length().waitFor();
  });

  it('never shows a blank box: unknown contractor', async () => {
    state.config = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'We couldn’t find this contractor' } } };
    await page.goto(server.url);
    const words = page.getByText("We can't load the form right now.");
    await words.waitFor();
    expect(await words.isVisible()).toBe(true);
    expect(await page.getByText('acme-fence').count()).toBe(0);
  });

  it('reports a second script that can’t load, and continues once it can', async () => {
    state.dead = ['/widget-steps.js'];
    await open();
    await length().fill('184');
    await button('Get my estimate').click();
    await page.getByText("We couldn't connect. Try again, or call Acme Fence at").waitFor();
    state.dead = [];
    await button('Get my estimate').click();
    await page.getByLabel('Your name').waitFor();
    expect(await length().inputValue()).toBe('184');
  });
});
