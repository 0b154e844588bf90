import { beforeEach, describe, expect, it } from 'vitest';
import type { ChecklistView } from '#shared/features/company/checklist.schema.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import { dialogPage } from './dialog-page.ts';

const on = dialogPage();

const STEPS = {
  prices: 'Set my prices',
  company: 'Add details',
  payments: 'Connect Stripe',
  widget: 'Get the code',
} as const;

let checklist: ChecklistView;
beforeEach(() => {
  checklist = {
    open: true,
    prices: false,
    priceChoice: false,
    company: false,
    missing: ['phone'],
    payments: false,
    widget: false,
  };
  on.fake.answers['company.checklist'] = () => checklist;
});

const as = (role: TeamRole) => {
  const session = on.fake.answers['auth.session']?.({}) as { company: object };
  on.fake.answers['auth.session'] = () => ({ ...session, company: { ...session.company, role } });
};
const withLeads = (total: number) => {
  const summary = on.fake.answers['leads.summary']?.({}) as object;
  on.fake.answers['leads.summary'] = () => ({ ...summary, total });
  if (total === 0) on.fake.answers['leads.list'] = () => ({ items: [], nextCursor: null });
};
const heading = () => on.page.getByRole('heading', { name: /^First steps/ });
const texts = async () => (await on.page.locator('.first-steps ol > li').allTextContents()).join('\n');

describe('the first steps', () => {
  it.each([
    ['owner', 5, true],
    ['manager', 4, false],
  ] as const)('for a member with the role %s are what this role can do', async (role, count, payments) => {
    as(role);
    withLeads(0);
    await on.visit();
    await heading().waitFor();
    expect(await heading().textContent()).toBe(`First steps 0 of ${count} done`);
    expect(await on.page.locator('.first-steps ol > li').count()).toBe(count);
    expect((await texts()).includes('Stripe')).toBe(payments);
  });

  it.each(['sales', 'viewer'] as const)('aren’t shown to a member with the role %s', async (role) => {
    as(role);
    let asked = 0;
    on.fake.answers['company.checklist'] = () => {
      asked += 1;
      return checklist;
    };
    await on.visit();
    await on.said('Marisol Vega');
    expect(await heading().count()).toBe(0);
    expect(asked).toBe(0);
  });

  it('fold to one line with the next step once there’s a lead, and unfold', async () => {
    withLeads(4);
    checklist = { ...checklist, prices: true, priceChoice: true };
    await on.visit();
    const fold = on.page.locator('details.first-fold:not([inert])');
    await fold.waitFor();
    expect(await fold.locator('summary').textContent()).toBe('First steps 2 of 5 doneNext: Add your phone');
    expect(await fold.getAttribute('open')).toBe(null);
    await fold.locator('summary').click();
    expect(await fold.getByRole('link', { name: 'Add details' }).count()).toBe(1);
  });

  it('have a button only at the next step', async () => {
    withLeads(0);
    for (const step of Object.keys(STEPS)) {
      await on.visit();
      await heading().waitFor();
      for (const [other, name] of Object.entries(STEPS)) {
        const found = on.page.locator('.first-steps ol').getByText(name, { exact: true });
        expect([other, await found.count()]).toEqual([other, other === step ? 1 : 0]);
      }
      checklist = { ...checklist, [step]: true, priceChoice: true };
    }
  });
});

describe('the account on a phone', () => {
  it('begins with the plan, its cards folded below it', async () => {
    Object.assign(on.fake.answers, {
      'billing.status': () => ({
        hasDashboard: true,
        canSend: true,
        tier: 'pro',
        creditsLeft: 0,
        pastDue: false,
        cancelAtPeriodEnd: false,
        canManage: true,
        features: { allMaterials: true, branding: true, analytics: true },
      }),
      'auth.account': () => ({
        user: { id: 'u', email: 'dale@acme.test', name: 'Dale Kerr', avatarUrl: null, roles: ['contractor'] },
        pendingEmail: null,
        hasPassword: true,
        googleLinked: false,
        totpEnabled: false,
        recoveryCodesLeft: 0,
      }),
    });
    on.page.setViewportSize({ width: 390, height: 844 });
    await on.goTo('/dashboard?tab=admin&section=account');
    await on.page.getByRole('heading', { name: 'Password' }).waitFor();
    const headings = await on.page.locator('.account h2').allTextContents();
    expect(headings[0]).toMatch(/^Active: /);
    const fold = on.page.locator('details.plan-fold');
    expect(await fold.locator('summary').textContent()).toBe('See other plans');
    expect(await fold.getAttribute('open')).toBe(null);
    on.page.setViewportSize({ width: 1280, height: 900 });
    await on.page.reload();
    await on.page.getByRole('heading', { name: 'Change plan' }).waitFor();
    expect(await fold.count()).toBe(0);
  });
});
