import { TOTP } from 'otpauth';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, post, startHouse } from '../house.ts';
import { axeFaults } from './axe.ts';
import { goWithin } from './screens.ts';
import { closePages, loseSession, openPage, sharedChromium } from './chromium.ts';

const EMAIL = 'dana.reyes@example.com';
const PASSWORD = 'four words of cedar';
const NEW_PASSWORD = 'five words of split rail';
const PATIENCE = { timeout: 60_000 };

let database: TestDatabase;
let house: House;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  house = await startHouse(database.url);
  await house.startWorker();
  browser = await sharedChromium();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await openPage(context, faults);
});
afterAll(async () => {
  if (browser) await closePages(browser);
  await house?.close();
  await database.drop();
});
afterEach(() => {
  const met = faults.splice(0);
  if (met.length > 0) throw new Error(`the page met errors: ${met.join('; ')}`);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = (name: string) => page.getByLabel(name, { exact: true });
const heading = (name: string) => page.getByRole('heading', { name }).first();
const mails = () => house.sentTo(EMAIL);
/** Waits for the next email after `before`, and returns the text that `pattern` captures in it. */
const inNextMail = async (before: number, pattern: RegExp): Promise<string> => {
  await expect.poll(() => mails().length, PATIENCE).toBeGreaterThan(before);
  return pattern.exec(mails()[before]?.text ?? '')?.[0] ?? '';
};
const SIX_DIGITS = /\b\d{6}\b/;
const totpOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
const makeAdmin = async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into user_roles (user_id, role) select id, 'admin' from users`);
  await client.end();
};
const signOut = async () => {
  await button(/^Account menu/).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/auth$/);
};
const signIn = async (secret: string) => {
  await field('Email').fill(EMAIL);
  await password('Password').fill(secret);
  await page.keyboard.press('Enter');
};
/** Opens the account settings. Signs in first if an earlier test has signed out. */
const openAccount = async () => {
  // the frame in the HTML has the heading before anyone is signed in
  const loaded = page.getByText('Sign out everywhere').first();
  await page.goto(`${house.url}/dashboard?tab=admin&section=account`);
  await loaded.or(heading('Sign in')).first().waitFor();
  if (await heading('Sign in').isVisible()) await signIn(NEW_PASSWORD);
  await loaded.waitFor();
};
/** Waits until all transitions have ended, because colors are measured afterward. */
const settled = () =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
/** Asserts that there are no accessibility errors in the light and dark themes, and no sideways scrolling at 320 px. */
const isFit = async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled();
    expect(await axeFaults(page, 'body')).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

describe('from visitor to customer and back', () => {
  test('the landing page leads to sign-up with the chosen plan (spec:2.1 spec:2.2 spec:2.52 spec:5.1 spec:6.1 spec:8.11)', async () => {
    await page.goto(house.url);
    await heading('Homeowners have a price').waitFor();
    expect(await page.title()).toBe('Picket: estimates and follow-up for fence contractors');
    const card = page.locator('meta[property="og:image"]');
    expect(await card.getAttribute('content')).toBe(`${house.url}/social-card.png`);
    // This server has no demo company, so the page must not offer the widget, and nothing may break.
    expect(await page.locator('#widget').count()).toBe(0);
    await isFit();
    await page.getByRole('link', { name: 'Sign Up to Subscribe' }).first().click();
    await heading('Sign up').waitFor();
    await page.getByText('Please log in to subscribe to a plan').waitFor();
  });

  test('sign-up names the missing fields, and keeps what was typed', async () => {
    await button('Sign up').click();
    await page.getByText('Enter your name').waitFor();
    await expect.poll(() => field('Your name').evaluate((element) => element === document.activeElement)).toBe(true);
    await field('Your name').fill('Dana Reyes');
    await field('Company name (optional)').fill('Reyes Fence 🏠');
    await page.getByText('The “🏠” in this name makes each text cost more').waitFor();
    await field('Company name (optional)').fill('Reyes Fence');
    await field('Email').fill('dana.reyes@');
    await field('Email').blur();
    await page.getByText('Enter an email address, such as').waitFor();
    await field('Email').fill(EMAIL);
    await password('Password').fill('password123');
    await page.getByText('This password is too common').waitFor();
    await isFit();
    await page.getByRole('link', { name: 'Sign in' }).click();
    expect(await field('Email').inputValue()).toBe(EMAIL);
    await page.getByRole('link', { name: 'Sign up' }).click();
    expect(await field('Your name').inputValue()).toBe('Dana Reyes');
    await password('Password').fill(PASSWORD);
    await page.getByText('Strong.').waitFor();
    await button('Sign up').click();
    await heading('Check your email').waitFor();
  });

  test('a wrong code is refused beside its field, and pasting the emailed code opens the chosen plan', async () => {
    const code = await inNextMail(0, SIX_DIGITS);
    const wrong = code === '111111' ? '222222' : '111111';
    await field('Six-digit code').fill(wrong);
    await page.getByText(/That code isn’t right/).waitFor();
    await isFit();
    await field('Six-digit code').fill('');
    await field('Six-digit code').evaluate(
      (element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      `Your code is ${code.slice(0, 3)} ${code.slice(3)}.`,
    );
    await heading('Your plan: Starter').waitFor();
    expect(page.url()).toBe(`${house.url}/dashboard?tab=admin&section=account&plan=starter`);
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
        .count(),
    ).toBe(1);
    await page.getByText('Picket keeps 1% of each online payment.').waitFor();
    await isFit();
    await button('Choose another plan').click();
    await heading('Choose Your Plan').waitFor();
  });

  test('the plan picker shows the plans, and nothing of the dashboard (spec:2.12 spec:2.49 spec:2.50 spec:2.52)', async () => {
    await page.getByText('Select a subscription plan to access the dashboard').waitFor();
    for (const name of ['Pay as You Go', 'Starter', 'Pro']) await heading(name).waitFor();
    expect(await page.getByRole('listitem', { name: 'Starter' }).getByText('Most Popular').count()).toBe(1);
    expect(await page.getByText('Most Popular').count()).toBe(1);
    const columns = () =>
      page
        .getByRole('list')
        .first()
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(await columns()).toBe(3);
    await page.setViewportSize({ width: 767, height: 900 });
    expect(await columns()).toBe(1);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await columns()).toBe(3);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await button('Subscribe').count()).toBe(2);
    expect(await button('Buy Lead Credit').count()).toBe(1);
    await isFit();
    await page.goto(`${house.url}/dashboard?tab=leads`);
    await heading('Choose Your Plan').waitFor();
    expect(await page.getByRole('navigation', { name: 'Dashboard' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${house.url}/`);
    await page.goBack();
    await heading('Choose Your Plan').waitFor();
  });

  test('if Stripe fails or the window is blocked, the plan picker says so and offers a way to continue (spec:8.9)', async () => {
    await post(`${house.sandbox.url}/api/faults`, { provider: 'stripe', mode: 'http500' });
    await button('Subscribe').last().click();
    await page.getByText('Failed to create checkout session').waitFor(PATIENCE);
    expect(context.pages()).toHaveLength(1);
    await post(`${house.sandbox.url}/api/faults`, { provider: 'stripe', mode: 'none' });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button('Subscribe').last().click();
    await page.getByText('Your browser blocked the new window').waitFor();
    const link = page.getByRole('link', { name: 'Open the payment page' });
    expect(await link.getAttribute('href')).toContain(`${house.sandbox.url}/checkout/`);
    await isFit();
    await button('Choose another plan').click();
    await page.reload();
  });

  test('paying in the new window opens the dashboard here automatically (spec:6.2 spec:7.14)', async () => {
    const opening = context.waitForEvent('page');
    await button('Subscribe').first().click();
    const checkout = await opening;
    await checkout.waitForURL(/\/checkout\//);
    await heading('Finish on the payment page').waitFor();
    await isFit();
    await checkout.getByRole('button', { name: /^Pay \$49/ }).click();
    await checkout.waitForURL(`${house.url}/dashboard**`);
    await checkout.getByRole('heading', { name: 'Customer Leads' }).waitFor(PATIENCE);
    expect(checkout.url()).not.toContain('session_id');
    await checkout.close();
    await heading('Customer Leads').waitFor(PATIENCE);
    await page.getByText('50 quotes left').waitFor();
  });

  test('the account shows the renewal date and remaining quotes (spec:2.48 spec:2.51)', async () => {
    await page.goto(`${house.url}/dashboard?tab=admin&section=account`);
    await heading('Active: Starter').waitFor();
    await page.getByText(/^Renews on /).waitFor();
    const own = page.getByRole('listitem', { name: 'Starter' }).getByRole('button', { name: 'Current Plan' });
    expect(await own.isDisabled()).toBe(true);
    await page.getByText('50 quotes remaining').waitFor();
    await heading('Sessions').waitFor();
    await page.getByText('(this browser)').waitFor();
    await isFit();
  });

  test('a plan canceled in the portal continues until its period ends, then the plan picker is back (spec:1.9 spec:2.48 spec:7.15 spec:7.23 spec:7.26)', async () => {
    const opening = context.waitForEvent('page');
    await button('Manage Subscription').click();
    const portal = await opening;
    await portal.waitForURL(/\/billing\//);
    await portal.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await portal.getByRole('button', { name: 'Keep the plan' }).waitFor();
    const action = await portal.locator('form[action$="/keep"]').getAttribute('action');
    const subscription = action?.split('/').at(-2) ?? '';
    await portal.close();
    await heading('Starter, ends on').waitFor(PATIENCE);
    await page.getByText('can resume the plan until then').waitFor();
    // An open dashboard learns of a failed renewal without a refresh.
    await post(`${house.sandbox.url}/api/subscriptions/${subscription}/fail`, {});
    await page.getByText('Your last payment failed.').waitFor(PATIENCE);
    await fetch(`${house.sandbox.url}/api/subscriptions/${subscription}/cancel`, { method: 'POST' });
    await heading('Choose Your Plan').waitFor(PATIENCE);
    expect(await page.getByRole('navigation', { name: 'Dashboard' }).count()).toBe(0);
  });
});

describe('account security', () => {
  test('signing out ends at /auth; a wrong password is reported beside its field and typed values are kept (spec:2.9 spec:6.8)', async () => {
    await signOut();
    await signIn('not this one');
    await page.getByText('Incorrect email or password').waitFor();
    expect(await field('Email').inputValue()).toBe(EMAIL);
    await isFit();
  });

  test('a forgotten password: the emailed link is removed from the address bar, sets a new one and signs in (spec:7.2)', async () => {
    const before = mails().length;
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    expect(await field('Email').inputValue()).toBe(EMAIL);
    await button('Email me a link').click();
    await page.getByText('If there’s an account for this email address').waitFor();
    const link = await inNextMail(before, /http\S+\/auth#reset=[\w-]+/);
    await page.goto(link);
    await page.reload();
    await page.goto('about:blank');
    await page.goto(link);
    await heading('Choose a new password').waitFor();
    expect(page.url()).toBe(`${house.url}/auth`);
    await isFit();
    await password('New password').fill(NEW_PASSWORD);
    await button('Save new password').click();
    await heading('Choose Your Plan').waitFor();
    await page.goto(link);
    await heading('Choose a new password').waitFor();
    await password('New password').fill(PASSWORD);
    await button('Save new password').click();
    await page.getByText('This link has expired or was already used').waitFor();
  });

  test('a one-time code signs in without a password (spec:2.8 spec:4.3 spec:7.2)', async () => {
    await page.goto(`${house.url}/dashboard`);
    await heading('Choose Your Plan').waitFor();
    await signOut();
    const before = mails().length;
    await page.getByRole('link', { name: 'With a one-time code' }).click();
    await field('Email').fill(EMAIL);
    await button('Email me a code').click();
    await page.getByText('You can request a new one in').waitFor();
    const code = await inNextMail(before, SIX_DIGITS);
    await field('Six-digit code').fill(code);
    await heading('Choose Your Plan').waitFor();
    expect(page.url()).toBe(`${house.url}/dashboard?tab=admin&section=account`);
  });

  test('an admin needs no plan', async () => {
    await makeAdmin();
    await page.goto(`${house.url}/dashboard?tab=admin&section=account`);
    await heading('No active plan').waitFor();
    expect(await button('Subscribe').count()).toBe(2);
  });

  test('typed text survives a session that ends meanwhile (spec:4.4 spec:8.4)', async () => {
    await openAccount();
    await field('Your name').fill('Half typed');
    const release = await loseSession(context);
    await button('Save name').click();
    await heading('Sign in').waitFor();
    await release();
    await signIn(NEW_PASSWORD);
    await heading('Admin').waitFor();
    expect(await field('Your name').inputValue()).toBe('Half typed');
    await button('Save name').click();
    await page.getByText('Name saved').waitFor();
  });

  test('a sign-out elsewhere sends an open dashboard to sign-in, and typed text survives', async () => {
    await openAccount();
    await field('Your name').fill('Typed before the sign-out');
    await context.request.post(`${house.url}/trpc/auth.signOut`, { data: {} });
    await heading('Sign in').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard?tab=admin&section=account');
    await signIn(NEW_PASSWORD);
    await heading('Admin').waitFor();
    expect(await field('Your name').inputValue()).toBe('Typed before the sign-out');
    await button('Save name').click();
    await page.getByText('Name saved').waitFor();
  });

  test('signing out opens the sign-in page, even if another request notices the ended session first', async () => {
    await openAccount();
    const signOutCall = '**/trpc/auth.signOut*';
    await page.route(signOutCall, async (route) => {
      const response = await route.fetch();
      const refused = page.waitForResponse((answer) => answer.status() === 401);
      await goWithin(page, '/dashboard?tab=leads');
      await refused;
      await route.fulfill({ response });
    });
    await signOut();
    await page.unroute(signOutCall);
    await heading('Sign in').waitFor();
    expect(await page.getByText('continue where you left off').count()).toBe(0);
  });

  test('TOTP is set up with a QR code and recovery codes, and required at the next sign-in', async () => {
    await openAccount();
    await button('Set up two-factor sign-in').click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = ((await page.locator('p', { hasText: /^Key/ }).textContent()) ?? '').replace(/^Key|\s/g, '');
    await isFit();
    await field('Code from your authenticator app').fill(totpOf(secret));
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    const downloading = page.waitForEvent('download');
    await button('Download codes').click();
    expect((await downloading).suggestedFilename()).toBe('picket-recovery-codes.txt');
    await button('I’ve saved them').click();
    await page.getByText('10 recovery codes left').waitFor();

    await signOut();
    await signIn(NEW_PASSWORD);
    await heading('Second step').waitFor();
    await field('Code from your authenticator app').fill('000000');
    await page.getByText('That code isn’t right. Check it and try again').waitFor();
    await isFit();
    await field('Code from your authenticator app').fill(totpOf(secret, 1));
    await heading('Admin').waitFor();

    await signOut();
    await signIn(NEW_PASSWORD);
    await button('Use a recovery code').click();
    await field('Recovery code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await heading('Admin').waitFor();
    await page.getByText('9 recovery codes left').waitFor();
  });

  test('an expired session leads to /auth and back to the same page (spec:2.11 spec:4.5)', async () => {
    // Leaves the page first, because an open dashboard would notice the change and go to /auth, which would interrupt
    // this navigation.
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${house.url}/dashboard?tab=feedback`);
    await heading('Sign in').waitFor();
    await page.getByText('continue where you left off').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard?tab=feedback');
    await page.goto(`${house.url}/auth?next=${encodeURIComponent('//evil.example/dashboard')}`);
    await heading('Sign in').waitFor();
    expect(await page.getByText('continue where you left off').count()).toBe(0);
  });

  test('if other people used up the password attempts, the page offers a one-time code, and the emailed link works', async () => {
    for (let guess = 0; guess < 20; guess += 1)
      await post(`${house.url}/trpc/auth.signIn`, { email: EMAIL, password: `guess ${guess}` });
    await page.setViewportSize({ width: 390, height: 800 });
    await signIn(NEW_PASSWORD);
    await page.getByText('Too many wrong passwords from new devices').waitFor();
    await isFit();
    const before = mails().length;
    await page.getByRole('link', { name: 'Sign in with a one-time code' }).click();
    expect(await field('Email').inputValue()).toBe(EMAIL);
    await button('Email me a code').click();
    await page.getByText('or open the link in the newest email').waitFor();
    const link = await inNextMail(before, /http\S+\/auth#sign-in=[\w-]+/);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('The link in your email works once').waitFor();
    expect(page.url()).toBe(`${house.url}/auth`);
    await isFit();
    await button('Sign in').click();
    await heading('Second step').waitFor();
  });
});
