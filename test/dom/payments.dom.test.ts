import { beforeEach, describe, expect, it } from 'vitest';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { ConnectionView, EstimatePaymentView, PaymentView } from '#shared/features/payments/payments.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, marisol } from '../fake-dashboard.ts';

const on = dialogPage();
const ADDRESS = '/dashboard?tab=admin&section=payments';
const ACCOUNT = 'acct_1QabcdefGHIJKLmnopqrstuv';
const ESTIMATE = '0193a000-0000-7000-8000-0000000000e1';

const button = (name: string) => on.page.getByRole('button', { name, exact: true });
const place = () => new URL(on.page.url()).search;

let connection: ConnectionView;
let mayCharge: boolean;
let payment: EstimatePaymentView;
const paid = (given: Partial<PaymentView>): PaymentView => ({
  id: crypto.randomUUID(),
  leadId: LEAD_ID,
  leadName: 'Marisol Vega',
  estimateNumber: 'EST-0193a0-2186',
  kind: 'deposit',
  amountCents: 177_104,
  feeCents: 1_771,
  refundedCents: 0,
  status: 'succeeded',
  extra: false,
  byHand: false,
  reference: null,
  receivedOn: null,
  method: 'card',
  reason: null,
  stripeUrl: null,
  createdAt: '2026-11-05T17:00:00Z',
  paidAt: '2026-11-05T17:00:00Z',
  ...given,
});
const without: ConnectionView = {
  connected: false,
  accountId: null,
  detailsSubmitted: false,
  missing: [],
  checking: false,
  disabledReason: null,
  step: 'finish',
  available: true,
  feeBasisPoints: 100,
};

const sentEstimate: EstimateListItem = {
  id: ESTIMATE,
  number: 'EST-0193a0-2186',
  version: 1,
  status: 'sent',
  subtotalCents: 354_208,
  discountCents: 0,
  taxCents: 0,
  taxLabel: null,
  changesCents: 0,
  totalCents: 354_208,
  offer: null,
  ownOffer: null,
  depositCents: 177_104,
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
  sentAt: '2026-11-05T17:00:00Z',
  validUntil: '2026-12-05',
  receivedCents: 0,
  refundedCents: 0,
  balanceCents: 0,
  viewCount: 0,
  notes: '',
  firstViewedAt: null,
  lastViewedAt: null,
  url: 'https://picket.example/estimate/token',
};

beforeEach(() => {
  connection = { ...without, accountId: ACCOUNT };
  mayCharge = false;
  payment = {
    connected: true,
    customerEmail: 'marisol.vega@example.com',
    paidCents: 0,
    due: { deposit: 177_104, full: 354_208, balance: null, part: null },
    onItsWay: null,
    refusal: null,
  };
  const answers: typeof on.fake.answers = {
    'payments.status': () => connection,
    'payments.settings': () => ({
      depositKind: 'percent',
      depositPercent: 50,
      depositAmountCents: null,
      offerFullPayment: true,
      defaultPlan: null,
      notifyPhone: null,
      pendingNotifyPhone: null,
      cappedStates: ['California', 'Ohio'],
    }),
    'payments.updateSettings': ({ was: _was, ...settings }) => ({ ...settings, cappedStates: ['California', 'Ohio'] }),
    'payments.list': () => ({
      items: [
        paid({}),
        paid({ status: 'disputed' }),
        paid({ status: 'partially_refunded', refundedCents: 5_000 }),
        paid({ status: 'processing', method: null, paidAt: null }),
      ],
      nextCursor: null,
    }),
    'payments.checkAccountStatus': () => {
      connection = {
        ...connection,
        connected: mayCharge,
        missing: mayCharge ? [] : ['A bank account for payouts'],
      };
      return { connected: mayCharge };
    },
    'payments.createAccountLink': () => ({ url: `${ADDRESS}&connected=true`, accountId: ACCOUNT }),
    'payments.disconnect': () => (connection = without),
    'payments.forEstimate': () => payment,
    'payments.createConnectPayment': () => ({ url: 'about:blank#checkout' }),
    'estimates.listForLead': () => [sentEstimate],
  };
  Object.assign(on.fake.answers, answers);
});

describe('who owes money', () => {
  it('is listed with what the next part waits for', async () => {
    const since = '2026-11-06T15:00:00Z';
    const owes = { leadId: LEAD_ID, balanceCents: 485_000, since, nextDue: null };
    on.fake.answers['payments.owed'] = () => [
      { ...owes, name: 'Dana Ortiz', nextStep: 'Work started' },
      { ...owes, name: 'Sam Lee', nextStep: 'done' },
      { ...owes, name: 'Ana Cruz', nextDue: '2026-11-01', nextStep: null },
    ];
    await on.visit({ view: 'owed' });
    await on.page.getByText('Due when the work starts.').waitFor();
    const said = await on.page.getByRole('listitem').allTextContents();
    expect(said.flatMap((text) => /Due .*?\./.exec(text) ?? [])).toEqual([
      'Due when the work starts.',
      'Due when the work is done.',
      'Due since Nov 1, 2026.',
    ]);
  });
});

describe('Admin, Payments', () => {
  it('offers one way back when Stripe no longer gives access, and none while Stripe is reviewing the account', async () => {
    connection = { ...connection, step: 'reconnect', disabledReason: 'Connect again to take payments.' };
    on.fake.answers['payments.checkAccountStatus'] = () => ({ connected: false });
    await on.goTo(ADDRESS);
    await button('Connect again').waitFor();
    expect(await on.page.locator('.btn-primary').count()).toBe(1);
    expect(await button('Connect again').getAttribute('class')).toContain('btn-primary');
    connection = { ...connection, step: 'wait', disabledReason: 'Stripe is reviewing this account.' };
    await button('Check connection').click();
    await on.page.getByText('Stripe is reviewing this account.').waitFor();
    expect(await on.page.locator('.btn-primary').count()).toBe(0);
  });

  it('spec:8.21 spec:8.22 spec:8.23 spec:8.24 reports failures with the specified wording, and uses the last known state', async () => {
    connection = { ...connection, connected: true };
    const away = () => failing({ code: 'PROVIDER_UNAVAILABLE', message: 'Stripe is away' });
    Object.assign(on.fake.answers, {
      'payments.checkAccountStatus': away,
      'payments.disconnect': away,
      'payments.createAccountLink': away,
    });
    await on.goTo(ADDRESS);
    await on.said('Failed to check Stripe connection status');
    await on.page.getByText('Connected', { exact: true }).waitFor();
    await button('Disconnect').click();
    await button('Disconnect account').click();
    await on.said('Failed to disconnect Stripe account.');
    connection = without;
    await on.page.reload();
    await button('Connect Stripe').click();
    await on.said('Failed to connect to Stripe. Please try again.');
    on.fake.answers['payments.createAccountLink'] = () => ({ url: '', accountId: ACCOUNT });
    await button('Connect Stripe').click();
    await on.said('Failed to connect to Stripe. Please try again.');
    on.fake.answers['payments.createAccountLink'] = () =>
      failing({ code: 'UNAUTHENTICATED', message: 'Please sign in' });
    await button('Connect Stripe').click();
    await on.said('Please log in to connect Stripe');
    expect(place()).toBe('?tab=admin&section=payments');
    expect(await on.page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('/auth?next=');
  });
});

describe('payments of a lead', () => {
  const sent: LeadView = { ...marisol, status: 'estimate_sent', estimateStatus: 'sent' };

  it('are sums of what was agreed, received and returned, and what is left or owed back', async () => {
    const money = { agreedCents: 354_208, receivedCents: 200_000, refundedCents: 5_000 };
    on.fake.answers['leads.get'] = () => ({ ...sent, ...money, balanceCents: 159_208, owedCents: 159_208 });
    await on.visit({ lead: LEAD_ID, view: 'overview' });
    const payments = on.dialog().getByRole('region', { name: 'Payments' });
    await payments.getByText('Left to pay').waitFor();
    expect(await payments.locator('dd').allTextContents()).toEqual(['$3,542.08', '$2,000.00', '$50.00', '$1,592.08']);
    on.fake.answers['leads.get'] = () => ({
      ...sent,
      ...money,
      agreedCents: 150_000,
      balanceCents: -45_000,
      owedCents: 0,
    });
    await on.page.reload();
    await payments.getByText('You owe the customer').waitFor();
    expect(await payments.locator('dd').last().textContent()).toBe('$450.00');
    on.fake.answers['payments.refund'] = () => ({ refundedCents: 45_000, stripeUrl: null });
    await payments.getByRole('button', { name: 'Refund $450.00' }).click();
    await on.said('$450.00 refunded');
    expect(on.mutations('payments.refund').at(-1)).toMatchObject({ cents: 45_000 });
  });

  it('can’t be recorded or planned once nothing is left to pay', async () => {
    const paid = { agreedCents: 354_208, receivedCents: 354_208, balanceCents: 0, owedCents: 0 };
    const signed = { ...sent, ...paid, status: 'paid' as const, estimateStatus: 'paid' as const };
    on.fake.answers['leads.get'] = () => signed;
    await on.visit({ lead: LEAD_ID, view: 'overview' });
    const payments = on.dialog().getByRole('region', { name: 'Payments' });
    await payments.getByText('Left to pay').waitFor();
    for (const name of ['Record payment', 'Payment plan', 'Take a payment'])
      expect(await payments.getByText(name).count()).toBe(0);
  });

  it.each([
    [100_000, 'Partly refunded'],
    [177_104, 'Refunded'],
  ])('%s cents given back of $1,771.04 are said on the lead: %s', async (refundedCents, word) => {
    const lead = { ...marisol, status: 'paid' as const, estimateStatus: 'refunded' as const };
    const one = { ...lead, receivedCents: 177_104, refundedCents };
    on.fake.answers['leads.list'] = () => ({ items: [one], nextCursor: null });
    await on.visit();
    const badge = on.page
      .locator('.badge')
      .getByText(/refunded/i)
      .first();
    await badge.waitFor();
    expect(await badge.textContent()).toBe(word);
  });

  it('keep a voided payment in sight, also if nothing else was received', async () => {
    on.fake.answers['leads.get'] = () => ({ ...sent, agreedCents: 354_208, balanceCents: 354_208, owedCents: 354_208 });
    on.fake.answers['payments.list'] = () => ({
      items: [paid({ byHand: true, status: 'voided', reason: 'The check bounced' })],
      nextCursor: null,
    });
    await on.visit({ lead: LEAD_ID, view: 'overview' });
    await on.dialog().getByText('Payments received').click();
    await on.dialog().getByText('The check bounced').waitFor();
    expect(await on.dialog().getByRole('list', { name: 'Payments' }).textContent()).toContain('Voided');
  });

  it('ask before more is recorded than is left, also if a colleague just recorded the same check', async () => {
    let left = 354_208;
    on.fake.answers['estimates.listForLead'] = () => [
      {
        ...sentEstimate,
        status: 'accepted',
        acceptance: { name: 'Marisol Vega', at: '2026-11-06T17:00:00Z', optionId: ESTIMATE },
        depositCents: 0,
        receivedCents: 354_208 - left,
        balanceCents: left,
      },
    ];
    on.fake.answers['payments.record'] = ({ over }) => {
      if (!over && left === 0) return failing({ code: 'CONFLICT', message: 'Nothing is left to pay' });
      return { paymentId: crypto.randomUUID(), balanceCents: left - 354_208 };
    };
    await on.visit({ lead: LEAD_ID, dialog: 'record-payment' });
    const record = on.button('Record $3,542.08');
    await record.waitFor();
    left = 0;
    await record.click();
    await on.dialog().getByText('Nothing is left to pay').waitFor();
    await on.dialog().getByText('This is $3,542.08 more than is left to pay.').waitFor();
    await record.click();
    expect(on.mutations('payments.record')).toHaveLength(1);
    await on.button('Record $3,542.08 anyway').click();
    await on.said('Payment recorded');
    expect(on.mutations('payments.record').map(({ over }) => over)).toEqual([false, true]);
  });

  it('spec:2.34 spec:2.35 are announced in the estimate dialog, which links to them without losing what was typed, and hidden in preview', async () => {
    connection = { ...connection, connected: true };
    on.fake.answers['leads.get'] = () => sent;
    await on.open('estimate');
    await on.dialog().getByText('Marisol can pay online.').waitFor();
    expect(await on.dialog().getByText('Take a payment').count()).toBe(0);
    await on.button('Preview estimate').click();
    await on.dialog().getByRole('heading', { name: 'Estimate Preview' }).waitFor();
    expect(await on.dialog().getByText('can pay online').count()).toBe(0);
    await on.button('Edit estimate').click();
    await on.dialog().getByLabel('Perimeter').fill('150');
    await on.dialog().getByRole('link', { name: 'Payments for this lead' }).click();
    await on.dialog().getByText('Take a payment').waitFor();
    await on.open('estimate');
    expect(await on.dialog().getByLabel('Perimeter').inputValue()).toBe('150');
  });

  it('spec:2.26 spec:4.21 spec:4.22 spec:8.15 links to setup if nothing is connected, and says nothing if that is unknown', async () => {
    on.fake.answers['payments.status'] = () => failing({ code: 'APP_ERROR', message: 'away' });
    await on.open('estimate');
    await on.dialog().getByText('Valid through Dec 5, 2026').waitFor();
    await on.dialog().getByText('Checking the payment account').waitFor({ state: 'detached' });
    expect(await on.dialog().getByText('Go to Payments Setup').count()).toBe(0);
    on.fake.answers['payments.status'] = () => connection;
    await on.page.reload();
    await on.dialog().getByText('Your Stripe account isn’t connected.').waitFor();
    await on.dialog().getByRole('link', { name: 'Go to Payments Setup' }).click();
    await button('Finish connecting').waitFor();
    expect(place()).toBe('?tab=admin&section=payments');
  });
});
