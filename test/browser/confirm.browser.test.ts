import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#shared/primitives/durations.ts';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { failing } from '../fake-dashboard.ts';

const on = dialogPage();
const COMPANY = '/dashboard?tab=admin&section=company';
const PAYMENTS = '/dashboard?tab=admin&section=payments';
const PENDING = 'new@acme.test';
const PHONE = '+12085550144';
const RIGHT = '123456';

const button = (name: string) => on.page.getByRole('button', { name, exact: true });
const field = (name: string) => on.page.getByLabel(name, { exact: true });
const code = () => field('Six-digit code');
const focused = () => on.page.evaluate(() => document.activeElement?.getAttribute('name'));

/** A minimal server. It stores the pending email address or phone until it receives the correct code. */
let company: Record<string, unknown>;
let settings: Record<string, unknown>;
beforeEach(() => {
  company = on.fake.answers['company.get']?.({}) as Record<string, unknown>;
  settings = {
    depositKind: 'percent',
    depositPercent: 50,
    depositAmountCents: null,
    offerFullPayment: true,
    defaultPlan: null,
    notifyPhone: null,
    pendingNotifyPhone: null,
    cappedStates: [],
  };
  const answers: typeof on.fake.answers = {
    'company.get': () => company,
    'company.update': ({ was: _was, email, ...rest }) => {
      const pendingEmail = email === company['email'] ? null : (email ?? company['pendingEmail']);
      return (company = { ...company, ...rest, pendingEmail });
    },
    'company.requestConfirmation': () => ({ sentTo: PENDING, dueAt: null }),
    'company.confirm': ({ what, code: typed }) => {
      const wrong = 'That code isn’t right, or it has expired. Check it, or request a new one';
      if (typed !== RIGHT) return failing({ code: 'VALIDATION_FAILED', message: wrong, fields: { code: wrong } });
      if (what === 'notifyPhone')
        settings = { ...settings, notifyPhone: settings['pendingNotifyPhone'], pendingNotifyPhone: null };
      else
        company = {
          ...company,
          email: company['pendingEmail'] ?? company['email'],
          emailConfirmed: true,
          pendingEmail: null,
        };
      return company;
    },
    'payments.status': () => ({
      connected: false,
      accountId: null,
      detailsSubmitted: false,
      missing: [],
      checking: false,
      disabledReason: null,
      step: 'finish',
      available: true,
      feeBasisPoints: 100,
    }),
    'payments.list': () => ({ items: [], nextCursor: null }),
    'payments.settings': () => settings,
    'payments.updateSettings': ({ was: _was, notifyPhone, pendingNotifyPhone, ...rest }) => {
      const asRead = pendingNotifyPhone !== undefined && notifyPhone === settings['notifyPhone'];
      const phone = asRead ? {} : { pendingNotifyPhone: notifyPhone === null ? null : PHONE };
      return (settings = { ...settings, ...rest, ...phone });
    },
  };
  Object.assign(on.fake.answers, answers);
});

describe('a new company email address', () => {
  it('is confirmed below its field with the code', async () => {
    await on.goTo(COMPANY);
    await field('Email').fill(PENDING);
    await field('Address').fill('2 Main St');
    await button('Save company').click();
    await on.page.getByText(`Enter the six-digit code we sent to ${PENDING}.`).waitFor();
    await expect.poll(focused).toBe('email-code');
    expect(await field('Email').inputValue()).toBe('dale@acme.test');
    expect(await code().getAttribute('autocomplete')).toBe('one-time-code');
    expect(await code().getAttribute('inputmode')).toBe('numeric');
    expect(await axeFaults(on.page, 'main')).toEqual([]);

    // Text that was typed in other fields of the form is kept, whatever happens with the code.
    await field('Company name').fill('Acme Fences');
    await on.page.getByText('Unsaved changes: company name').waitFor();
    // Further down, beside the team, the save bar stays in view.
    await on.page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const { y = 0, height = 0 } = (await button('Save company').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(on.page.viewportSize()?.height ?? 0);
    // The field is below the first screenful on a phone.
    await button('Enter code').click();
    await expect.poll(focused).toBe('email-code');
    await code().fill('12345');
    await code().press('Enter');
    await on.page.getByText('Enter the six-digit code', { exact: true }).waitFor();
    expect(on.mutations('company.confirm')).toEqual([]);
    expect(on.mutations('company.update')).toHaveLength(1);
    await code().fill('654321');
    await on.page.getByText('That code isn’t right, or it has expired.').waitFor();
    expect(await code().inputValue()).toBe('654321');
    expect(await code().getAttribute('aria-invalid')).toBe('true');

    await button('Send a new code').click();
    await on.said('New code sent');
    expect(on.mutations('company.requestConfirmation')).toEqual([{ what: 'email' }]);
    const spent = 'You’ve reached today’s limit of codes. Use the newest one, or try again tomorrow';
    on.fake.answers['company.requestConfirmation'] = () =>
      failing({ code: 'RATE_LIMITED', message: spent, fields: { email: spent } });
    await button('Send a new code').click();
    await on.page
      .getByRole('group', { name: /six-digit code/ })
      .getByText(spent)
      .waitFor();

    await code().fill(RIGHT);
    await on.said('Email address confirmed');
    await code().waitFor({ state: 'detached' });
    expect(on.mutations('company.confirm').at(-1)).toEqual({ what: 'email', code: RIGHT });
    expect(await field('Email').inputValue()).toBe(PENDING);
    expect(await field('Company name').inputValue()).toBe('Acme Fences');
  });

  it('an unconfirmed current email address is confirmed in the same place', async () => {
    company = { ...company, emailConfirmed: false };
    await on.goTo(COMPANY);
    await button('Confirm this email address').click();
    await on.page.getByText('Enter the six-digit code we sent to dale@acme.test.').waitFor();
    await expect.poll(focused).toBe('email-code');
    expect(await axeFaults(on.page, 'main')).toEqual([]);
    await code().fill(RIGHT);
    await on.said('Email address confirmed');
    await code().waitFor({ state: 'detached' });
  });
});

describe('a new phone for notices', () => {
  it('is confirmed below its field, and other settings can be saved meanwhile', async () => {
    await on.goTo(PAYMENTS);
    await field('Text me about payments and acceptances (optional)').fill('208 555 0144');
    await button('Save settings').click();
    await on.page.getByText('Enter the six-digit code we sent to (208) 555-0144.').waitFor();
    await expect.poll(focused).toBe('notifyPhone-code');
    expect(await axeFaults(on.page, 'main')).toEqual([]);
    await button('Save settings').waitFor({ state: 'hidden' });
    await on.page.getByRole('textbox', { name: 'Share of the total' }).fill('30');
    await button('Save settings').click();
    await expect.poll(() => on.mutations('payments.updateSettings').length).toBe(2);
    await button('Save settings').waitFor({ state: 'hidden' });
    expect(on.mutations('payments.updateSettings').at(-1)).toMatchObject({
      depositPercent: 30,
      notifyPhone: null,
      pendingNotifyPhone: PHONE,
    });
    await code().fill(RIGHT);
    await on.said('Phone number confirmed');
    await code().waitFor({ state: 'detached' });
    expect(await field('Text me about payments and acceptances (optional)').inputValue()).toBe('(208) 555-0144');
  });

  it('says when its text waits for texting hours, and can be canceled', async () => {
    settings = { ...settings, pendingNotifyPhone: PHONE, codeDueAt: new Date(Date.now() + 30 * HOUR).toISOString() };
    await on.goTo(PAYMENTS);
    await on.page.getByText(/We’ll text a six-digit code to \(208\) 555-0144 .* at .*, Mountain time/).waitFor();
    expect(await code().count()).toBe(0);
    expect(await axeFaults(on.page, 'main')).toEqual([]);
    await button('Cancel change').click();
    await on.said('Phone change canceled');
    expect(on.mutations('payments.updateSettings')).toEqual([
      {
        depositKind: 'percent',
        depositPercent: 50,
        depositAmountCents: null,
        offerFullPayment: true,
        notifyPhone: null,
      },
    ]);
  });

  it('is shown as text until it’s confirmed, and can be typed again after canceling', async () => {
    settings = { ...settings, pendingNotifyPhone: PHONE };
    await on.goTo(PAYMENTS);
    const phone = field('Text me about payments and acceptances (optional)');
    await button('Confirm phone').waitFor();
    expect(await phone.count()).toBe(0);
    expect(await on.page.locator('.btn-primary').count()).toBe(1);
    expect(await button('Connect Stripe').getAttribute('class')).toContain('btn-primary');
    await on.page.getByText('Not confirmed yet').waitFor();
    expect(await axeFaults(on.page, 'main')).toEqual([]);
    await button('Cancel change').click();
    await phone.waitFor();
  });
});

describe('a refusal because of an unconfirmed email address', () => {
  const unconfirmed = () =>
    failing({
      code: 'NOT_CONFIRMED',
      message: 'Confirm your company’s email address first',
      nextStep: 'confirm_email',
    });

  it('links there from the follow-up dialog', async () => {
    on.fake.answers['followUps.save'] = unconfirmed;
    await on.open('follow-up');
    await on.button('Activate Follow-ups').click();
    await on.dialog().getByText('Failed to save follow-up schedule.').waitFor();
    expect(await axeFaults(on.page, '[role=dialog]')).toEqual([]);
    await on.dialog().getByRole('link', { name: 'Confirm your email' }).click();
    await field('Company name').waitFor();
  });
});
