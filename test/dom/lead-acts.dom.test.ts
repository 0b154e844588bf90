import { describe, expect, it } from 'vitest';
import type { PaymentPlanView } from '#shared/features/payments/payment-plan.schema.ts';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { ConnectionView } from '#shared/features/payments/payments.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID, marisol, VINYL } from '../fake-dashboard.ts';

const on = dialogPage();
const PHONE = { width: 390, height: 844 };

const PLAN: PaymentPlanView = {
  stages: [],
  plan: [],
  isDefault: true,
  kept: 0,
  totalCents: 170_208,
  maxAtSigningCents: null,
  doneMessage: 'Hi Marisol, the work on your fence is done. Thank you for choosing Acme Fence.',
  dueWhenDoneCents: 85_104,
  canCancel: { what: 'change', until: '2026-11-18' },
};

const ESTIMATE: EstimateListItem = {
  id: VINYL,
  number: 'EST-0193A0-2186',
  version: 1,
  status: 'accepted',
  subtotalCents: 292_538,
  discountCents: 0,
  taxCents: 0,
  taxLabel: null,
  changesCents: 0,
  totalCents: 292_538,
  receivedCents: 0,
  refundedCents: 0,
  balanceCents: 292_538,
  offer: null,
  ownOffer: null,
  depositCents: 146_269,
  perimeter: 184,
  gateCount: 1,
  materialType: 'Vinyl',
  options: [],
  acceptance: null,
  declined: null,
  workStartedAt: null,
  workDoneAt: null,
  stages: [],
  plan: null,
  balanceAwaitsWork: false,
  sentAt: '2026-11-06T14:42:00Z',
  validUntil: '2026-12-06',
  viewCount: 2,
  notes: '',
  firstViewedAt: '2026-11-06T15:12:00Z',
  lastViewedAt: '2026-11-06T16:42:00Z',
  url: 'http://x/',
};

const CONNECTED: ConnectionView = {
  connected: true,
  accountId: 'acct_1',
  detailsSubmitted: true,
  missing: [],
  checking: false,
  disabledReason: null,
  step: 'wait',
  available: true,
  feeBasisPoints: 100,
};

const inState = (status: EstimateListItem['status'], more: Partial<LeadView> = {}) => {
  const lead: LeadView = {
    ...marisol,
    status: status === 'paid' || status === 'deposit_paid' ? 'paid' : 'estimate_sent',
    estimateStatus: status,
    estimateSentAt: ESTIMATE.sentAt,
    ...more,
  };
  on.fake.answers['leads.list'] = () => ({ items: [lead], nextCursor: null });
  on.fake.answers['leads.get'] = () => lead;
  on.fake.answers['estimates.listForLead'] = () => [{ ...ESTIMATE, status }];
};

describe('the next step in the lead sheet', () => {
  it('opens the estimate if no payment can be taken', async () => {
    inState('accepted');
    await on.visit({ lead: LEAD_ID });
    await on.button('Collect deposit $1,462.69').click();
    await on.dialog().getByText('Fence Installation Estimate').waitFor();
    expect(on.page.url()).toContain('dialog=estimate');
  });

  it('says on the lead why no payment can be taken, if an account is connected', async () => {
    inState('accepted');
    on.fake.answers['payments.status'] = () => CONNECTED;
    on.fake.answers['payments.forEstimate'] = () => ({
      due: { deposit: null, full: null, balance: null, part: null },
      connected: true,
      paidCents: 0,
      refusal: 'The homeowner is paying right now',
      customerEmail: marisol.email,
      onItsWay: null,
    });
    await on.visit({ lead: LEAD_ID });
    await on.button('Collect deposit $1,462.69').click();
    await on.dialog().getByText('The homeowner is paying right now.').waitFor();
    expect(on.page.url()).not.toContain('dialog=estimate');
  });

  it('is to revise a declined estimate, and to call a lead who paid', async () => {
    inState('declined');
    await on.visit({ lead: LEAD_ID });
    await on.button('Revise estimate').click();
    await expect.poll(() => on.page.url()).toContain('dialog=estimate');
    inState('paid');
    await on.visit({ lead: LEAD_ID });
    const call = on.dialog().getByRole('link', { name: 'Call to schedule' });
    expect(await call.getAttribute('href')).toBe('tel:+12085550136');
    inState('deposit_paid', { phone: null });
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByRole('link', { name: 'Email to schedule' }).waitFor();
  });

  it('has directions beside the call button, and a map link on the address', async () => {
    await on.visit({ lead: LEAD_ID });
    const to = '2217%20Sagebrush%20Ln%2C%20Boise%2C%20ID%2083709';
    const hrefOf = (name: string) => on.dialog().getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await hrefOf('Directions')).toBe(`https://www.google.com/maps/dir/?api=1&destination=${to}`);
    expect(await hrefOf('2217 Sagebrush Ln, Boise, ID 83709')).toBe(
      `https://www.google.com/maps/search/?api=1&query=${to}`,
    );
    expect(await on.dialog().locator('.reach > *').allTextContents()).toEqual([
      ' Call',
      ' Directions',
      ' Text',
      ' Email',
    ]);
  });

  it('lets the contractor say that the work of a signed estimate is done', async () => {
    inState('deposit_paid');
    let workDoneAt: string | null = null;
    const acceptance = { name: 'Marisol Vega', at: '2026-11-07T15:00:00Z', optionId: VINYL };
    on.fake.answers['estimates.listForLead'] = () => [
      { ...ESTIMATE, status: 'deposit_paid', acceptance, workStartedAt: workDoneAt, workDoneAt },
    ];
    on.fake.answers['estimates.paymentPlan'] = () => PLAN;
    on.fake.answers['estimates.workDone'] = () => {
      workDoneAt = '2026-11-16T19:00:00Z';
      return { workStartedAt: workDoneAt, workDoneAt };
    };
    on.fake.answers['estimates.reopenWork'] = () => {
      workDoneAt = null;
      return { workStartedAt: null, workDoneAt };
    };
    await on.visit({ lead: LEAD_ID });
    await on.button('Mark work as done').click();
    // The set message can be read and changed first.
    const message = on.page.getByLabel('Message');
    await message.waitFor();
    expect(await message.inputValue()).toBe(PLAN.doneMessage);
    await on.page.getByText('The message also asks for $851.04').waitFor();
    await on.page.getByText('The homeowner can cancel the change through Nov 18, 2026.').waitFor();
    await message.fill('Done. The gate code is on the post.');
    await on.page.getByRole('button', { name: 'Tell the homeowner' }).click();
    await on.said('Work is done');
    await on.dialog().getByText('Work finished Nov 16, 2026.').waitFor();
    await on.button('Mark work as not done').click();
    await on.button('Mark work as done').waitFor();
    expect(on.mutations('estimates.workDone')).toEqual([
      { estimateId: ESTIMATE.id, message: 'Done. The gate code is on the post.' },
    ]);
    expect(on.mutations('estimates.reopenWork')).toEqual([{ estimateId: ESTIMATE.id }]);
  });

  it('lets the contractor say that work has started if the payment plan asks for a payment then', async () => {
    inState('deposit_paid');
    let workStartedAt: string | null = null;
    const acceptance = { name: 'Marisol Vega', at: '2026-11-07T15:00:00Z', optionId: VINYL };
    const stage = { dueOn: null, paidCents: 0, status: 'planned' as const };
    const stages = [
      { ...stage, label: 'First third', due: 'signing', cents: 97_513, paidCents: 97_513, status: 'paid' as const },
      { ...stage, label: 'Second third', due: 'Work started', cents: 97_513 },
      { ...stage, label: 'Last third', due: 'done', cents: 97_512 },
    ];
    on.fake.answers['estimates.listForLead'] = () => [
      { ...ESTIMATE, status: 'deposit_paid', acceptance, stages, workStartedAt },
    ];
    on.fake.answers['estimates.setWorkStarted'] = () => {
      workStartedAt = workStartedAt === null ? '2026-11-16T19:00:00Z' : null;
      return { workStartedAt, workDoneAt: null };
    };
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByText('Once work starts, the estimate page asks the homeowner for Second third.').waitFor();
    await on.button('Mark work as started').click();
    await on.said('Work has started');
    await on
      .dialog()
      .getByText('Work started Nov 16, 2026. The estimate page asks for Second third.', { exact: true })
      .waitFor();
    await on.button('Mark work as not started').click();
    await on.said('Work hasn’t started');
    await on.button('Mark work as started').waitFor();
    const estimateId = ESTIMATE.id;
    expect(on.mutations('estimates.setWorkStarted')).toEqual([
      { estimateId, started: true },
      { estimateId, started: false },
    ]);
  });

  it('is sent once if the button is pressed twice before the page shows the first press', async () => {
    const acceptance = { name: 'Marisol Vega', at: '2026-11-07T15:00:00Z', optionId: VINYL };
    const workDoneAt = '2026-11-16T19:00:00Z';
    inState('deposit_paid');
    on.fake.answers['estimates.listForLead'] = () => [
      { ...ESTIMATE, status: 'deposit_paid', acceptance, workStartedAt: workDoneAt, workDoneAt },
    ];
    on.fake.answers['estimates.reopenWork'] = () => ({ workStartedAt: null, workDoneAt: null });
    await on.visit({ lead: LEAD_ID });
    await on.button('Mark work as not done').waitFor();
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('as not done'));
    button?.click();
    button?.click();
    await on.said('The balance isn’t due until the work is done');
    expect(on.mutations('estimates.reopenWork')).toHaveLength(1);
  });

  it('is to say that the work is done once it has started, if no balance is due', async () => {
    inState('paid');
    let workDoneAt: string | null = null;
    const acceptance = { name: 'Marisol Vega', at: '2026-11-07T15:00:00Z', optionId: VINYL };
    on.fake.answers['estimates.listForLead'] = () => [
      { ...ESTIMATE, status: 'paid', acceptance, workStartedAt: '2026-11-12T16:00:00Z', workDoneAt },
    ];
    on.fake.answers['estimates.paymentPlan'] = () => PLAN;
    on.fake.answers['estimates.workDone'] = () => {
      workDoneAt = '2026-11-16T19:00:00Z';
      return { workStartedAt: '2026-11-12T16:00:00Z', workDoneAt };
    };
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByText('Work started Nov 12, 2026.', { exact: true }).waitFor();
    await on.dialog().locator('footer').getByRole('button', { name: 'Mark work as done' }).waitFor();
    expect(await on.dialog().getByRole('link', { name: 'Call to schedule' }).count()).toBe(0);
    await on.button('Mark work as done').click();
    await on.page.getByRole('button', { name: 'Tell the homeowner' }).click();
    await on.dialog().getByText('Work finished Nov 16, 2026.', { exact: true }).waitFor();
    await on.button('Mark work as not done').waitFor();
    // Nothing was changed, so the set words are sent.
    expect(on.mutations('estimates.workDone')).toEqual([{ estimateId: ESTIMATE.id }]);
    expect(await on.dialog().getByRole('link', { name: 'Call to schedule' }).count()).toBe(0);
  });
});

describe('a caller who leaves a phone and no email', () => {
  const nora: LeadView = {
    ...marisol,
    name: 'Nora Vance',
    email: null,
    source: 'manual',
    phone: '+12085550136',
    sms: { allowed: true, refusal: null, reason: null, consentAt: '2026-11-05T15:00:00Z' },
  };
  const called = (lead: LeadView) => {
    on.fake.answers['leads.create'] = () => lead;
    on.fake.answers['leads.get'] = () => lead;
    on.fake.answers['leads.list'] = () => ({ items: [lead], nextCursor: null });
  };
  const add = async () => {
    await on.visit({ dialog: 'add' });
    await on.dialog().getByLabel('Name').fill('Nora Vance');
    await on.button('Add Lead').click();
    await on
      .dialog()
      .getByText('Enter an email or a phone number, such as dana@example.com or (208) 555-0144')
      .waitFor();
    await on.dialog().getByLabel('Phone').fill('208 555 0136');
    await on.button('Add Lead').click();
    await on.said('Nora Vance added');
  };

  it('is saved, and the estimate is sent by text', async () => {
    called(nora);
    await add();
    expect(on.mutations('leads.create')[0]).toMatchObject({ name: 'Nora Vance', email: '', phone: '208 555 0136' });
    expect(await on.dialog().getByRole('link', { name: 'Email', exact: true }).count()).toBe(0);
    await on.dialog().getByText('Not provided').waitFor();
    await on.button('View & Send Estimate').click();
    await on.dialog().getByText('Will be sent by text to (208) 555-0136.').first().waitFor();
    await on.button('Send Estimate').click();
    await on.said('Estimate sent to Nora Vance at (208) 555-0136');
  });

  it('gets follow-ups by text, and the dialog says why email is unavailable', async () => {
    called(nora);
    on.fake.answers['leads.mailState'] = () => ({
      allowed: false,
      reason: 'This lead has no email address.',
      canResume: false,
      stopped: false,
    });
    await on.visit({ lead: LEAD_ID, dialog: 'follow-up' });
    await on.dialog().getByText('This lead has no email address.').waitFor();
    expect(await on.dialog().getByRole('radio', { name: 'Email', exact: true }).isDisabled()).toBe(true);
    expect(await on.dialog().getByRole('link', { name: 'Add an email' }).count()).toBe(1);
  });
});

describe('the dashboard on a phone', () => {
  const bar = () => on.page.getByRole('navigation', { name: 'Quick menu' });

  it('has the CRM in the bottom bar once there’s an organization', async () => {
    on.fake.answers['crm.organizations.list'] = () => [
      { id: LEAD_ID, name: 'Acme Fence', createdAt: '2026-11-05T14:42:00Z', createdBy: null },
    ];
    on.page.setViewportSize({ width: 390, height: 844 });
    await on.visit();
    await bar().getByRole('link', { name: 'CRM' }).waitFor();
    expect(await bar().getByRole('link', { name: 'Reports' }).count()).toBe(0);
  });

  it('shows one labeled count per entry: messages before new leads', async () => {
    const summary = on.fake.answers['leads.summary']?.({}) as object;
    on.fake.answers['leads.summary'] = () => ({ ...summary, unread: { leads: 1, messages: 2 } });
    on.page.setViewportSize(PHONE);
    await on.visit();
    await bar().getByText('unread').waitFor();
    expect(await bar().locator('.count').allTextContents()).toEqual(['2 unread']);
    on.page.setViewportSize({ width: 1280, height: 900 });
    expect(await on.page.locator('.side .count').allTextContents()).toEqual(['2 unread']);
  });
});

describe('notes on a lead', () => {
  it('say who reads them, and which colleague wrote one', async () => {
    const note = (id: string, text: string, by?: object) => ({
      id,
      kind: 'note',
      at: '2026-11-05T18:00:00Z',
      data: { text, by },
      open: false,
    });
    on.fake.answers['leads.timeline'] = () => ({
      items: [
        note('1', 'Called, wants cedar', { userId: 'someone', name: 'Ana Ruiz' }),
        note('2', 'My own', { userId: 'u', name: 'Dale Kerr' }),
        note('3', 'By the worker'),
      ],
      nextCursor: null,
    });
    await on.visit({ lead: LEAD_ID });
    const items = on.page.locator('ol.line > li');
    await on.said('Called, wants cedar');
    const authors = (await items.allTextContents()).map((text) => /Ana Ruiz|Dale Kerr/.exec(text)?.[0] ?? null);
    expect(authors).toEqual(['Ana Ruiz', null, null]);
    await on.page.getByRole('button', { name: 'Add note', exact: true }).first().click();
    await on.said('Only your company sees this note.');
  });
});

describe('few and many leads', () => {
  const withTotal = (total: number) => {
    const summary = on.fake.answers['leads.summary']?.({}) as { statuses: Record<string, object> };
    const none = { count: 0, cents: 0 };
    on.fake.answers['leads.summary'] = () => ({
      ...summary,
      total,
      ...(total === 0 && { statuses: { new: none, contacted: none, estimate_sent: none, paid: none } }),
    });
  };

  it.each([true, false])('shows only the next step if there are no leads (first steps open: %s)', async (open) => {
    withTotal(0);
    on.fake.answers['leads.list'] = () => ({ items: [], nextCursor: null });
    on.fake.answers['company.checklist'] = () => ({
      open,
      prices: true,
      priceChoice: true,
      company: !open,
      missing: open ? ['phone'] : [],
      payments: !open,
      widget: !open,
    });
    await on.visit();
    const main = on.page.getByRole('main');
    await main.locator('.btn-primary').waitFor();
    expect(await main.locator('.btn-primary').allTextContents()).toEqual([
      open ? 'Add details' : 'Put the widget on your site',
    ]);
    expect(await main.getByRole('navigation', { name: 'Filter by status' }).count()).toBe(0);
    expect(await main.getByLabel('Search leads').count()).toBe(0);
    expect(await main.getByText(/^No leads yet/).count()).toBe(1);
  });
});
