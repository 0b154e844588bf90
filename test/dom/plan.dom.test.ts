import { describe, expect, it } from 'vitest';
import { SECTION_LABEL, SECTIONS, TAB_LABEL, TABS } from '../../src/client/features/dashboard/tabs.ts';
import { dialogPage } from './dialog-page.ts';

const on = dialogPage();
const ACCOUNT = '/dashboard?tab=admin&section=account';

const button = (name: string | RegExp) => on.page.getByRole('button', { name, exact: typeof name === 'string' });
const place = () => new URL(on.page.url()).search;

describe('the dashboard', () => {
  it('waits for the session, switches six tabs and five sections, and ignores others (spec:1.12 spec:2.3 spec:2.10 spec:2.13 spec:2.20 spec:2.21 spec:2.22 spec:2.23 spec:4.1)', async () => {
    const answer = on.hold('auth.session');
    await on.goTo('/dashboard?tab=nothing&section=nothing');
    await on.page.getByRole('heading', { name: 'Loading' }).waitFor();
    answer();
    const heading = on.page.getByRole('heading', { level: 1 });
    await heading.getByText('Customer Leads').waitFor();
    await on.page.locator('header.top').getByText('Picket Dashboard').waitFor();
    const rail = on.page.getByRole('navigation', { name: 'Dashboard' });
    expect(await rail.getByRole('link').count()).toBe(TABS.length);
    for (const tab of TABS) {
      await rail.getByRole('link', { name: TAB_LABEL[tab] }).click();
      await on.page.getByRole('main').getByRole('heading', { level: 1, name: TAB_LABEL[tab] }).waitFor();
      expect(place()).toBe(`?tab=${tab}`);
    }
    await on.goTo('/dashboard?tab=admin&section=nothing');
    const sections = on.page.getByRole('navigation', { name: 'Admin' });
    const current = () => sections.locator('[aria-current=page]').textContent();
    await sections.waitFor();
    expect(await current()).toBe('Account');
    for (const section of SECTIONS) {
      await sections.getByRole('link', { name: SECTION_LABEL[section] }).click();
      await expect.poll(current).toBe(SECTION_LABEL[section]);
      expect(place()).toBe(`?tab=admin&section=${section}`);
    }
  });
});

describe('the plan', () => {
  it('with free access shows its end and support, and no billing (spec:2.48 spec:6.7)', async () => {
    const plan = on.fake.answers['subscription.check']?.({}) as object;
    on.fake.answers['subscription.check'] = () => ({ ...plan, subscriptionTier: 'free', isFreeAccess: true });
    on.fake.answers['billing.status'] = () => ({
      hasDashboard: true,
      canSend: true,
      tier: 'free',
      creditsLeft: 0,
      pastDue: false,
      cancelAtPeriodEnd: false,
      canManage: true,
      features: { allMaterials: true, branding: true, analytics: true },
    });
    await on.goTo(ACCOUNT);
    await on.page.getByRole('heading', { name: 'Active: free access' }).waitFor();
    await on.said('Your free access lasts through Nov 30, 2026.');
    await on.said('Questions about free access?');
    expect(await on.page.locator('a[href^="mailto:"]').count()).toBe(1);
    expect(await button('Manage Subscription').count()).toBe(0);
  });
});
