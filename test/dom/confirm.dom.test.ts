import { beforeEach, describe, expect, it } from 'vitest';
import { dialogPage } from './dialog-page.ts';
import { failing, marisol } from '../fake-dashboard.ts';

const on = dialogPage();
const COMPANY = '/dashboard?tab=admin&section=company';
const PAYMENTS = '/dashboard?tab=admin&section=payments';
const PENDING = 'new@acme.test';
const PHONE = '+12085550144';
const RIGHT = '123456';

const button = (name: string) => on.page.getByRole('button', { name, exact: true });
const field = (name: string) => on.page.getByLabel(name, { exact: true });
const code = () => field('Six-digit code');
const focused = () => document.activeElement?.getAttribute('name');

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
  it('is canceled by its button, which saves the current email address', async () => {
    company = { ...company, pendingEmail: PENDING };
    await on.goTo(COMPANY);
    await button('Cancel change').click();
    await code().waitFor({ state: 'detached' });
    await on.said('Email change canceled');
    expect(on.mutations('company.update')).toEqual([{ email: 'dale@acme.test' }]);
  });

  it('is asked for once, and a missing postal address comes first', async () => {
    company = { ...company, pendingEmail: PENDING, postalAddress: '' };
    await on.goTo(COMPANY);
    await on.page.getByText('You can’t send estimates or follow-ups without a postal address.').waitFor();
    await on.page.getByText(`${PENDING} isn’t confirmed yet.`).waitFor();
    expect(await code().count()).toBe(0);
    await button('Add postal address').click();
    await expect.poll(focused).toBe('postalAddress');
    await button('Enter code').click();
    await expect.poll(focused).toBe('email-code');
    await on.page.getByText(`Enter the six-digit code we sent to ${PENDING}.`).waitFor();
  });
});

describe('a new phone for notices', () => {
  it('that can’t be texted is refused beside the field, and stays in the field', async () => {
    const why = 'We can’t text this number. Use another number';
    on.fake.answers['payments.updateSettings'] = () =>
      failing({ code: 'SMS_NOT_ALLOWED', message: why, fields: { notifyPhone: why } });
    await on.goTo(PAYMENTS);
    const phone = field('Text me about payments and acceptances (optional)');
    await phone.fill('208 555 0144');
    await button('Save settings').click();
    await on.page.getByText(why).waitFor();
    expect(await phone.inputValue()).toBe('208 555 0144');
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a refusal because of an unconfirmed email address', () => {
  const unconfirmed = () =>
    failing({
      code: 'NOT_CONFIRMED',
      message: 'Confirm your company’s email address first',
      nextStep: 'confirm_email',
    });

  it('links to Admin → Company from an estimate, and keeps what was typed', async () => {
    on.fake.answers['estimates.send'] = unconfirmed;
    await on.open('estimate');
    await on.button('Send Estimate').click();
    await on.dialog().getByText('Confirm your company’s email address first').waitFor();
    await on.dialog().getByRole('link', { name: 'Confirm your email' }).click();
    await field('Company name').waitFor();
    expect(new URL(on.page.url()).search).toBe('?tab=admin&section=company');
  });

  it('links there from the toast of a resent estimate', async () => {
    on.fake.answers['estimates.resend'] = unconfirmed;
    const sent = { ...marisol, estimateSentAt: '2026-11-06T14:42:00Z' };
    on.fake.answers['leads.list'] = () => ({ items: [sent], nextCursor: null });
    await on.visit();
    await on.page.getByRole('button', { name: /^More options for Marisol/ }).click();
    await on.page.getByRole('menuitem', { name: 'Resend Estimate' }).click();
    await on.said('Failed to resend estimate.');
    await button('Confirm your email').click();
    await field('Company name').waitFor();
    expect(new URL(on.page.url()).search).toBe('?tab=admin&section=company');
  });
});
