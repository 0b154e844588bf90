import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID, marisol, VINYL } from '../fake-dashboard.ts';
import { faultsOf } from './looks.ts';

const on = dialogPage();
const PHONE = { width: 390, height: 844 };

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
  it('is the deposit once the estimate is accepted, one click away', async () => {
    inState('accepted');
    on.fake.answers['payments.forEstimate'] = () => ({
      due: { deposit: 146_269, full: 292_538, balance: null, part: null },
      paidCents: 0,
      refusal: null,
      customerEmail: marisol.email,
      onItsWay: null,
    });
    on.fake.answers['payments.createConnectPayment'] = () => ({ url: `${new URL(on.page.url()).origin}/paying` });
    await on.visit({ lead: LEAD_ID });
    await on.button('Collect deposit $1,462.69').click();
    await expect.poll(() => on.mutations('payments.createConnectPayment')).toHaveLength(1);
    expect(on.mutations('payments.createConnectPayment')[0]).toEqual({
      estimateId: VINYL,
      amountCents: 146_269,
      customerEmail: marisol.email,
    });
  });

  it('shows the estimate’s status by icon and color, in the row and in the sheet', async () => {
    const tones: string[] = [];
    for (const state of ['viewed', 'accepted', 'declined'] as const) {
      inState(state);
      await on.visit();
      const fact = on.page.locator('tbody .fact');
      await fact.locator('svg').waitFor();
      tones.push(await fact.evaluate((node) => getComputedStyle(node).color));
      await on.page.getByRole('link', { name: 'Marisol Vega', exact: true }).click();
      await on.dialog().locator('.fact svg').waitFor();
    }
    expect(new Set(tones).size).toBe(3);
  });
});

describe('taps on a phone', () => {
  let taps: number;
  const tap = async (target: Locator): Promise<void> => {
    taps += 1;
    await target.click();
  };
  const button = (name: string) => on.page.getByRole('button', { name, exact: true });
  const followUp = () => button('Follow up on days 1, 3 and 7');
  beforeEach(async () => {
    taps = 0;
    await on.page.setViewportSize(PHONE);
  });

  it('from lead to sent estimate: two, and from there to active follow-ups: one', async () => {
    await on.visit();
    await tap(on.page.getByRole('button', { name: 'View & Send Estimate for Marisol Vega' }));
    await tap(on.button('Send Estimate'));
    await on.said('Estimate sent to Marisol Vega at marisol.vega@example.com');
    expect(taps).toBe(2);
    await tap(followUp());
    await on.said('3 follow-ups scheduled for Marisol Vega');
    expect(on.mutations('followUps.save')).toMatchObject([{ leadId: LEAD_ID, active: true, channel: 'sms' }]);
    expect(taps).toBe(3);
  });

  it('follow-ups are one tap in the toast from the sheet too, and the sheet stays open', async () => {
    await on.visit({ lead: LEAD_ID });
    await on.button('View & Send Estimate').click();
    await on.button('Send Estimate').click();
    await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    await followUp().click();
    await on.said('Follow-up scheduled');
    expect(await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).count()).toBe(1);
  });

  it('from lead to active follow-ups in its sheet: two', async () => {
    await on.visit({ lead: LEAD_ID });
    await tap(on.button('Follow Up'));
    await tap(on.button('Activate Follow-ups'));
    await on.said('Follow-up scheduled');
    expect(taps).toBe(2);
  });

  it('from manual entry to sent estimate: at most eight', async () => {
    on.fake.answers['leads.create'] = () => ({ ...marisol, source: 'manual' });
    await on.visit();
    await tap(on.page.getByRole('link', { name: 'Add Lead' }));
    const field = (label: string) => on.dialog().getByLabel(label);
    // The first field has focus, so the contractor can type immediately.
    await expect.poll(() => field('Name').evaluate((node) => node === document.activeElement)).toBe(true);
    await on.page.keyboard.type('Marisol Vega');
    await tap(field('Email'));
    await on.page.keyboard.type('marisol.vega@example.com');
    await tap(field('Perimeter'));
    await on.page.keyboard.type('184');
    // One tap opens the list, and one selects an entry.
    taps += 2;
    await field('Material').selectOption('Vinyl');
    await tap(on.button('Add Lead'));
    await tap(on.button('View & Send Estimate'));
    await tap(on.button('Send Estimate'));
    await on.said('Estimate sent to Marisol Vega');
    expect(taps).toBeLessThanOrEqual(8);
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

  it('and no consent to texts isn’t texted, and the reason and a way to add an email appear beside the button', async () => {
    called({ ...nora, sms: { allowed: false, refusal: 'no_consent', reason: 'No consent on file', consentAt: null } });
    await on.page.setViewportSize(PHONE);
    await add();
    await on.button('View & Send Estimate').click();
    await on.dialog().getByText('We can’t text Nora Vance: No consent on file.').waitFor();
    expect(await faultsOf(on.page, PHONE)).toEqual([]);
    await on.dialog().getByRole('link', { name: 'Add an email' }).click();
    await expect.poll(() => on.page.url()).toContain('dialog=edit');
    await on.dialog().getByLabel('Email').waitFor();
  });
});

describe('the dashboard on a phone', () => {
  const bar = () => on.page.getByRole('navigation', { name: 'Quick menu' });

  it.each([
    [390, 844],
    [640, 360],
  ])('has a bottom bar and a header of at most an eighth of the screen at %i × %i px', async (width, height) => {
    await on.page.setViewportSize({ width, height });
    await on.visit();
    await bar().waitFor();
    const labels = () => bar().locator('> *').allTextContents();
    await expect.poll(labels).toEqual(['Leads1 new', 'Reports', '', 'Pricing', 'More']);
    const head = await on.page.locator('header.top').boundingBox();
    expect(head?.height).toBeLessThanOrEqual(height / 8);
    const box = await bar().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
    await bar().getByRole('button', { name: 'More' }).click();
    const menu = on.dialog().getByRole('navigation', { name: 'Dashboard' });
    await menu.waitFor();
    expect(await menu.locator('.lbl').allTextContents()).toEqual([
      'Customer Leads',
      'Pricing Management',
      'Widget',
      'CRM',
      'Admin',
      'Feedback',
    ]);
  });

  it.each(['leads', 'add', 'sheet'])('has no accessibility issue in its %s, at 390 and at 320 px', async (what) => {
    inState('accepted');
    await on.page.setViewportSize(PHONE);
    await on.page.emulateMedia({ reducedMotion: 'reduce' });
    await on.visit(what === 'add' ? { dialog: 'add' } : what === 'sheet' ? { lead: LEAD_ID } : {});
    if (what === 'leads') await on.page.getByRole('link', { name: 'Marisol Vega', exact: true }).waitFor();
    else await on.button(what === 'add' ? 'Add Lead' : 'Collect deposit $1,462.69').waitFor();
    expect(await faultsOf(on.page, PHONE)).toEqual([]);
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

  it('counts match the figures above the list, and the table header stays visible', async () => {
    withTotal(2_000);
    const items = Array.from({ length: 50 }, (_, index) => ({
      ...marisol,
      id: `0193a000-0000-7000-8000-0000000010${String(index).padStart(2, '0')}`,
      name: `Lead ${index}`,
    }));
    on.fake.answers['leads.list'] = () => ({ items, nextCursor: 'two' });
    await on.visit();
    await on.page.getByText('50 of 2,000 leads', { exact: true }).waitFor();
    await on.page.getByRole('link', { name: 'Lead 49', exact: true }).scrollIntoViewIfNeeded();
    const head = await on.page.getByRole('columnheader', { name: 'Customer' }).boundingBox();
    expect(head?.y).toBeGreaterThanOrEqual(55);
    expect(head?.y).toBeLessThanOrEqual(57);
  });

  it('renders only the visible rows of two thousand', async () => {
    const items = Array.from({ length: 2_000 }, (_, index) => ({
      ...marisol,
      id: `0193a000-0000-7000-8000-00000000${String(index).padStart(4, '0')}`,
      name: `Lead ${index}`,
    }));
    on.fake.answers['leads.list'] = () => ({ items, nextCursor: null });
    await on.visit();
    await on.page.getByText('2,000 leads', { exact: true }).waitFor();
    expect(await on.page.locator('tbody tr').count()).toBeLessThanOrEqual(101);
    await on.page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await on.page.getByRole('link', { name: 'Lead 1000', exact: true }).waitFor();
    await on.page.keyboard.press('End');
    await on.page.getByRole('link', { name: 'Lead 1999', exact: true }).click();
    await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    await on.page.keyboard.press('Escape');
    await expect.poll(() => on.page.evaluate(() => document.activeElement?.textContent)).toBe('Lead 1999');
  });
});
