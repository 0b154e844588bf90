import { beforeEach, describe, expect, it } from 'vitest';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { ChangeView } from '#shared/features/changes/changes.schema.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { dialogPage } from './dialog-page.ts';
import { failing, LEAD_ID, marisol } from '../fake-dashboard.ts';

const on = dialogPage();
const ESTIMATE = '0193a000-0000-7000-8000-0000000000e1';
const CHANGE = '0193a000-0000-7000-8000-0000000000c1';
const WOOD = '0193a000-0000-7000-8000-0000000000a1';

const signed: EstimateListItem = {
  id: ESTIMATE,
  number: 'EST-0193a0-2186',
  version: 1,
  status: 'accepted',
  subtotalCents: 485_000,
  discountCents: 0,
  taxCents: 0,
  taxLabel: null,
  changesCents: 0,
  totalCents: 485_000,
  offer: null,
  ownOffer: null,
  depositCents: 242_500,
  perimeter: 140,
  gateCount: 1,
  materialType: 'Wood',
  options: [],
  acceptance: { name: 'Marisol Vega', at: '2026-11-06T17:00:00Z', optionId: ESTIMATE },
  declined: null,
  workStartedAt: null,
  workDoneAt: null,
  balanceAwaitsWork: false,
  stages: [],
  plan: null,
  sentAt: '2026-11-05T17:00:00Z',
  validUntil: '2026-12-05',
  receivedCents: 0,
  refundedCents: 0,
  balanceCents: 485_000,
  viewCount: 1,
  firstViewedAt: null,
  lastViewedAt: null,
  notes: '',
  url: 'https://picket.example/estimate/token',
};
const nothing = { lines: [], discountCents: 0, taxLabel: null, taxCents: 0 };
const line = (label: string, totalCents: number) => ({
  kind: 'run' as const,
  label,
  quantity: 1,
  unit: 'foot' as const,
  unitCents: totalCents,
  totalCents,
});
const sums = {
  added: { ...nothing, lines: [line('Wood fence, 6 ft', 32_000)] },
  removed: nothing,
  addedCents: 32_000,
  removedCents: 0,
  netCents: 32_000,
  revisedTotalCents: 517_000,
};
const change = (given: Partial<ChangeView> = {}): ChangeView => ({
  id: CHANGE,
  number: 'EST-0193a0-2186-C1',
  status: 'sent',
  note: 'The line moved.',
  ...sums,
  createdAt: '2026-11-07T17:00:00Z',
  sentAt: '2026-11-07T17:00:00Z',
  validUntil: '2026-11-21',
  decidedAt: null,
  signedBy: null,
  reason: null,
  ...given,
});

let changes: ChangeView[];
beforeEach(() => {
  changes = [];
  on.fake.answers['leads.get'] = () => ({
    ...marisol,
    estimateStatus: 'accepted',
    agreedCents: 485_000,
    balanceCents: 485_000,
    owedCents: 485_000,
  });
  on.fake.answers['estimates.listForLead'] = () => [signed];
  on.fake.answers['changes.list'] = () => ({ changes, totalCents: 485_000, refusal: null });
  on.fake.answers['changes.start'] = () => ({
    number: signed.number,
    totalCents: 485_000,
    fence: {
      plain: false,
      runs: [{ feet: 100, heightFt: 6, materialId: WOOD }],
      gates: [{ kind: 'walk', run: 0 }],
      items: [],
      lines: [],
      addOns: [],
    },
    prices: {
      materials: [{ id: WOOD, name: 'Wood' }],
      book: { ...neutralBook(35_000), heights: [{ materialId: WOOD, heightFt: 6, perFootCents: 3_200 }] },
    },
  });
  on.fake.answers['changes.preview'] = () => sums;
  on.fake.answers['changes.create'] = () => ({ changeId: CHANGE, number: change().number, ...sums, revisedStages: [] });
  on.fake.answers['changes.send'] = () => ({ url: signed.url });
  on.fake.answers['changes.cancel'] = () => (changes = [change({ status: 'canceled' })])[0];
});

describe('changing a signed job', () => {
  it('starts from the job as it stands, shows the new total, and sends the difference', async () => {
    await on.visit({ lead: LEAD_ID, dialog: 'change' });
    const length = on.dialog().getByLabel('Length');
    await length.waitFor();
    expect(await length.inputValue()).toBe('100');
    await on.button('Send for signature').click();
    await on.dialog().getByText('Change something first').waitFor();
    expect(on.mutations('changes.create')).toEqual([]);
    await length.fill('110');
    await on.dialog().getByText('$5,170.00').first().waitFor();
    await on.dialog().getByLabel('Note to the homeowner').fill('The line moved.');
    await on.button('Send for signature').click();
    await on.said('Sent for signature');
    expect(on.mutations('changes.create')).toMatchObject([
      { estimateId: ESTIMATE, runs: [{ feet: 10, heightFt: 6, materialId: WOOD, run: 0 }], note: 'The line moved.' },
    ]);
    expect(on.mutations('changes.send')).toEqual([{ changeId: CHANGE }]);
  });

  it('keeps what was typed if the page is loaded again, until it’s sent, discarded or about another job', async () => {
    await on.visit({ lead: LEAD_ID, dialog: 'change' });
    const length = on.dialog().getByLabel('Length');
    const note = on.dialog().getByLabel('Note to the homeowner');
    await length.fill('110');
    await note.fill('The line moved.');
    await on.page.reload();
    await on.dialog().getByText('$5,170.00').first().waitFor();
    expect([await length.inputValue(), await note.inputValue()]).toEqual(['110', 'The line moved.']);
    const start = on.fake.answers['changes.start'];
    on.fake.answers['changes.start'] = (input) => {
      const job = start?.(input) as { fence: object };
      return { ...job, fence: { ...job.fence, gates: [] } };
    };
    await on.page.reload();
    await length.waitFor();
    expect([await length.inputValue(), await note.inputValue()]).toEqual(['100', '']);
  });

  it('says what is wrong beside its field, and keeps what was typed', async () => {
    on.fake.answers['changes.create'] = () =>
      failing({
        code: 'VALIDATION_FAILED',
        message: 'Check',
        fields: { 'runs.0.feet': 'The total would be too high' },
      });
    await on.visit({ lead: LEAD_ID, dialog: 'change' });
    const length = on.dialog().getByLabel('Length');
    await length.fill('x');
    await on.button('Send for signature').click();
    await on.dialog().getByText('Enter more than 0 and up to 100,000 feet').waitFor();
    await length.fill('99000');
    await on.button('Send for signature').click();
    await on.dialog().getByText('The total would be too high').waitFor();
    expect(await length.inputValue()).toBe('99000');
  });

  it('lists the changes with their states, and takes an open one back', async () => {
    changes = [change()];
    await on.visit({ lead: LEAD_ID });
    const list = on.dialog().getByRole('region', { name: 'Changes' });
    await list.getByText('waits for a signature').waitFor();
    await list.getByRole('button', { name: 'Cancel change EST-0193a0-2186-C1' }).click();
    await on.said('Change canceled');
    await list.getByText('canceled').waitFor();
    expect(await list.getByRole('button', { name: 'Cancel change' }).count()).toBe(0);
  });
});
