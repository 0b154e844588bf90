import { describe, expect, it } from 'vitest';
import { dialogPage } from './dialog-page.ts';
import { failing } from '../fake-dashboard.ts';

const on = dialogPage();
const ACCOUNT = '/dashboard?tab=admin&section=account';

const button = (name: string | RegExp) => on.page.getByRole('button', { name, exact: typeof name === 'string' });

describe('the dashboard', () => {
  it('opens if the plan lookup fails, and a failed sign-out still ends at /auth (spec:2.9 spec:4.14 spec:6.4 spec:6.6 spec:8.6 spec:8.8)', async () => {
    on.fake.answers['subscription.check'] = () => failing({ code: 'APP_ERROR', message: 'Not now' });
    on.fake.answers['auth.signOut'] = () => failing({ code: 'UNKNOWN_ERROR', message: 'Broken' });
    await on.goTo('/dashboard');
    await on.page.getByRole('heading', { name: 'Customer Leads' }).waitFor();
    await on.said('Failed to check subscription status');
    expect(await on.page.getByText('Failed to check subscription status').count()).toBe(1);
    await button(/^Account menu/).click();
    await on.page.getByRole('menu').getByText('Role: contractor').waitFor();
    expect(await on.page.getByRole('menuitem').allTextContents()).toEqual(['Landing Page', 'Logout']);
    await on.page.getByRole('menuitem', { name: 'Logout' }).click();
    await on.page.waitForURL(/\/auth\?/);
    await on.said('We couldn’t confirm that you’re signed out.');
  });
});

describe('the plan', () => {
  it('explains what can’t be bought and why, beside it (spec:2.51 spec:5.2 spec:8.9 spec:8.10 spec:8.12 spec:7.16)', async () => {
    const plan = on.fake.answers['subscription.check']?.({}) as object;
    on.fake.answers['subscription.check'] = () => ({ ...plan, subscriptionTier: 'starter' });
    on.fake.answers['billing.plans'] = () => [
      {
        id: 'pay_as_you_go',
        name: 'Pay as You Go',
        priceCents: 1_000,
        priceId: 'price_credit',
        description: '',
        features: [],
      },
      { id: 'starter', name: 'Starter', priceCents: 4_900, priceId: 'price_starter', description: '', features: [] },
      { id: 'pro', name: 'Pro', priceCents: 24_900, priceId: null, description: '', features: [] },
    ];
    const down = () => failing({ code: 'PROVIDER_UNAVAILABLE', message: 'Stripe does not answer' });
    on.fake.answers['billing.createCheckout'] = down;
    on.fake.answers['billing.createPayment'] = down;
    await on.goTo(ACCOUNT);
    const card = (name: string) => on.page.getByRole('listitem', { name, exact: true });
    expect(await card('Starter').getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    expect(await button('Current Plan').count()).toBe(1);
    await card('Pro').getByRole('button', { name: 'Subscribe' }).click();
    await on.said('Invalid plan selected');
    expect(on.fake.sent).toEqual([]);
    await card('Pay as You Go').getByRole('button', { name: 'Buy Lead Credit' }).click();
    await on.said('Failed to start payment process. Please try again.');
    await on.page
      .getByRole('region', { name: /Starter/ })
      .getByRole('button', { name: 'Buy Lead Credit' })
      .click();
    await expect
      .poll(() => on.mutations('billing.createPayment'))
      .toEqual([{ amount: 10, description: 'Lead Credit - Pay as You Go', quoteId: null }]);
    on.fake.answers['billing.plans'] = () => [
      { id: 'pro', name: 'Pro', priceCents: 24_900, priceId: 'price_pro', description: '', features: [] },
    ];
    on.fake.answers['subscription.check'] = () => ({ ...plan, subscribed: false });
    await on.page.reload();
    // After an empty page, the stored plans are shown until the new plans are loaded.
    await expect.poll(async () => [await button('Subscribe').count(), await card('Starter').count()]).toEqual([1, 0]);
    await button('Subscribe').click();
    await on.said('Failed to create checkout session');
  });
});
