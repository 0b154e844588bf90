import { describe, expect, it } from 'vitest';
import type { DealView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { DealId, LeadId, OrganizationId, PipelineId, StageId } from '#shared/primitives/ids.ts';
import { columnsOf, nextBelow, placeDeals } from './board.rules.ts';
import type { DealEventKind } from '#shared/features/crm/deal-history.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import { historyText } from './history-words.ts';
import { closeText, deleteQuestion, measureText, onTheLine, sinceText } from './crm-words.ts';
import { addRow, goingDeals, mayRemove, moveRow, rowsOf } from './stages.rules.ts';

const AT = '2026-11-05T17:00:00Z';
const stage = (id: string, won = false) => ({ id: id as StageId, name: id, won, follows: [] });
const pipeline: PipelineView = {
  id: 'bids' as PipelineId,
  orgId: 'org' as OrganizationId,
  name: 'Bids',
  stages: [stage('Lead in'), stage('Measured'), stage('Won', true)],
  createdAt: AT,
};

const deal = (title: string, stageId: string, given: Partial<DealView> = {}): DealView => ({
  id: title as DealId,
  orgId: pipeline.orgId,
  pipelineId: pipeline.id,
  stageId: stageId as StageId,
  title,
  amountCents: 100_000,
  status: 'open',
  note: '',
  position: 0,
  lead: null,
  owner: null,
  expectedClose: null,
  lostReason: null,
  stageSince: '2026-11-02T17:00:00Z',
  lostAt: null,
  createdAt: AT,
  ...given,
});

const deals = [
  deal('Elm', 'Lead in', { position: 5 }),
  deal('Ash', 'Lead in', { position: -3 }),
  deal('Oak', 'Measured'),
  deal('Fir', 'Measured', { position: 9, status: 'lost', lostAt: AT }),
];
const id = (text: string) => text as DealId;
const board = (moves: Parameters<typeof placeDeals>[2] = []) =>
  columnsOf(pipeline, placeDeals(deals, [pipeline], moves)).map((column) => column.deals.map(({ title }) => title));

describe('the board', () => {
  it('orders a stage by position, totals it, and excludes lost deals', () => {
    expect(board()).toEqual([['Ash', 'Elm'], ['Oak'], []]);
    const [first] = columnsOf(pipeline, placeDeals(deals, [pipeline], []));
    expect(first?.cents).toBe(200_000);
  });

  it('leaves a deal whose money was given back out of the total', () => {
    const lead = { id: 'l' as LeadId, name: 'Dana', perimeter: null, materialType: null, address: null, open: true };
    const won = [true, false].map((refunded, at) =>
      deal(`Fir ${at}`, 'Won', { status: 'won', lead: { ...lead, refunded } }),
    );
    expect(columnsOf(pipeline, won).at(-1)).toMatchObject({ deals: won, cents: 100_000 });
  });

  it('shows pending moves: to the top, above another deal, to the end, and in sequence', () => {
    const to = (dealId: string, stageId: string, before?: string | null) => ({
      dealId: id(dealId),
      stageId: stageId as StageId,
      before: before as DealId | null | undefined,
      at: AT,
    });
    expect(board([to('Elm', 'Measured')])).toEqual([['Ash'], ['Elm', 'Oak'], []]);
    expect(board([to('Elm', 'Measured', null)])).toEqual([['Ash'], ['Oak', 'Elm'], []]);
    expect(board([to('Oak', 'Lead in', 'Elm'), to('Ash', 'Lead in', null)])).toEqual([['Oak', 'Elm', 'Ash'], [], []]);
    expect(board([to('Elm', 'Measured', 'gone')])).toEqual([['Ash'], ['Elm', 'Oak'], []]);
    expect(board([to('gone', 'Won'), to('Elm', 'gone')])).toEqual([['Ash', 'Elm'], ['Oak'], []]);
    const [moved] = placeDeals(deals, [pipeline], [to('Fir', 'Won')]);
    expect(moved).toMatchObject({ status: 'won', lostAt: null, stageSince: AT });
  });

  it('finds the deal below another, so that Undo restores the position', () => {
    const columns = columnsOf(pipeline, placeDeals(deals, [pipeline], []));
    expect(deals.slice(0, 3).map((one) => nextBelow(one, columns))).toEqual([null, 'Elm', null]);
  });
});

describe('board wording', () => {
  const now = new Date(AT);

  it('shows the total value and days in a stage', () => {
    expect(onTheLine(deals.slice(0, 3))).toBe('3 open deals, $3,000.00');
    expect(onTheLine([deal('Oak', 'Won', { status: 'won', amountCents: null })])).toBe('1 open and won deal, $0.00');
    const since = (stageSince: string, status: DealView['status'] = 'open') =>
      sinceText({ stageSince, status }, now, 'America/Boise');
    expect(since('2026-11-02T17:00:00Z')).toBe('3 days in stage');
    expect(since('2026-11-04T17:00:00Z')).toBe('1 day in stage');
    expect(since('2026-11-06T17:00:00Z')).toBe('Less than 1 day in stage');
    expect(since('2026-11-03T03:00:00Z', 'won')).toBe('Won Nov 2, 2026');
  });

  it('says when a deal is expected, and that it’s late once that day ends in the company’s time zone', () => {
    const text = (expectedClose: string | null, status: DealView['status'] = 'open', at = now) =>
      closeText({ expectedClose, status }, at, 'America/Boise');
    expect(text('2026-11-05')).toEqual({ text: 'Expected Nov 5, 2026', late: false });
    expect(text('2026-11-05', 'open', new Date('2026-11-06T06:59:00Z'))?.late).toBe(false);
    expect(text('2026-11-05', 'open', new Date('2026-11-06T07:00:00Z'))).toEqual({
      text: 'Was expected Nov 5, 2026',
      late: true,
    });
    expect([text(null), text('2026-11-01', 'won'), text('2026-11-01', 'lost')]).toEqual([null, null, null]);
  });

  it('describes a change to a deal, and the rule that caused it', () => {
    const said = (kind: DealEventKind, from: string | null, to: string | null, rule: DealRule | null = null) =>
      historyText({ kind, from, to, rule });
    expect(said('created', null, 'Bid sent', 'sent')).toBe('Created in “Bid sent” because an estimate was sent');
    expect(said('moved', 'Bid sent', 'Won', 'paid')).toBe('Moved from “Bid sent” to “Won” because a payment arrived');
    expect(said('lost', null, 'price')).toBe('Marked as lost: price');
    expect(said('reopened', null, null)).toBe('Reopened');
    expect(said('owner', 'Sam', 'Olive')).toBe('Assigned to Olive, previously Sam');
    expect(said('owner', 'Sam', null)).toBe('Owner removed');
    expect(said('expected_close', null, '2026-12-01')).toBe('Expected to close on Dec 1, 2026');
    expect(said('amount', '$1.00', '$2.00')).toBe('Amount changed from $1.00 to $2.00');
  });

  it('shows a lead’s length and material, and lists everything that a deletion removes', () => {
    const lead = {
      id: 'l' as LeadId,
      name: 'Dana',
      perimeter: 1_250,
      materialType: '6ft Wood Picket',
      address: null,
      open: true,
      refunded: false,
    };
    expect(measureText({ lead })).toBe('1,250 ft, 6ft Wood Picket');
    expect(measureText({ lead: { ...lead, perimeter: null, materialType: null } })).toBeNull();
    expect(measureText({ lead: null })).toBeNull();
    expect(deleteQuestion('Spring jobs', { deals: 4 })).toBe('Delete “Spring jobs” and its 4 deals?');
    expect(deleteQuestion('Acme', { pipelines: 1, deals: 0 })).toBe('Delete “Acme” and its 1 pipeline?');
    expect(deleteQuestion('Oak')).toBe('Delete “Oak”?');
  });
});

describe('the stage editor', () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  const rows = rowsOf(pipeline.stages);

  it('keeps the won stage last, and at least one stage before it', () => {
    expect(names(moveRow(rows, 0, 1))).toEqual(['Measured', 'Lead in', 'Won']);
    expect(names(moveRow(rows, 1, 1))).toEqual(names(rows));
    expect(names(moveRow(rows, 0, -1))).toEqual(names(rows));
    expect(names(addRow(rows, 'new'))).toEqual(['Lead in', 'Measured', '', 'Won']);
    expect(rows.map((row) => mayRemove(rows, row))).toEqual([true, true, false]);
    expect(rows.slice(1).map((row) => mayRemove(rows.slice(1), row))).toEqual([false, false]);
  });

  it('says where a removed stage’s deals move to', () => {
    expect(goingDeals(pipeline.stages, rows.toSpliced(1, 1), deals)).toMatchObject([
      { from: 'Measured', count: 2, to: 'Lead in' },
    ]);
    expect(goingDeals(pipeline.stages, rows.slice(1), deals)).toMatchObject([
      { from: 'Lead in', count: 2, to: 'Measured' },
    ]);
  });
});
