import fc from 'fast-check';
import { HALF_AND_QUARTERS, planFormOf } from '../payments/plan-form.rules.ts';
import { describe, expect, test } from 'vitest';
import { estimatePreviewInput } from '#shared/features/estimates/estimates.schema.ts';
import { planeAt } from '#shared/features/drawing/earth.ts';
import { toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { fenceOf } from '#shared/features/pricing/fence-of.ts';
import { fenceView } from '#shared/features/pricing/fence.schema.ts';
import { describedFence, fullPricing, VINYL, WOOD } from '../../../../test/described-fences.ts';
import { faultsOf, refusedPaths, stablePath } from './estimate-form.rules.ts';
import { priceProblem } from './estimate-options.rules.ts';
import {
  addRun,
  copyRow,
  type MeasuresForm,
  moveRow,
  PLAIN_FENCE,
  putRowBack,
  removeRow,
  ROW_LIMITS,
  withMaterial,
  withRow,
} from './fence-form.rules.ts';
import { measuresOfFence, measuresOfLead } from './fence-start.rules.ts';
import { reckon } from './price-option.rules.ts';
import { readFence } from './read-fence.rules.ts';

const NO_PLAN = planFormOf(null, HALF_AND_QUARTERS);

const priced = { pricing: fullPricing, zip: '83709' };
const plain: MeasuresForm = { ...PLAIN_FENCE, perimeter: '100', gateCount: '1', materialId: WOOD };
const twoRuns = withRow(addRun(plain), 'runs', { at: 1, change: { feet: '40' } });
const faults = (form: MeasuresForm) =>
  faultsOf({ options: [{ ...form, label: null }], offer: null, plan: NO_PLAN, notes: '', terms: '' }, priced);

describe('what is typed in the rows', () => {
  test('is read as the server accepts it, and prices without faults', () => {
    fc.assert(
      fc.property(describedFence(), (form) => {
        const { input, faults: wrong } = readFence(form);
        expect(wrong).toEqual({});
        expect(estimatePreviewInput.safeParse({ leadId: VINYL, ...input }).error).toBeUndefined();
        expect(faults(form)).toEqual({});
      }),
      { numRuns: 200 },
    );
  });

  test('comes back from the version that was sent, with the same price', () => {
    fc.assert(
      fc.property(describedFence(), (form) => {
        const { input } = readFence(form);
        const stored = fenceView.parse(fenceOf(input, () => 'id'));
        const again = measuresOfFence(stored, {
          pricing: fullPricing,
          materialId: form.materialId,
          perimeter: Number(form.perimeter),
        });
        const total = (of: MeasuresForm) => reckon(readFence(of).input, fullPricing, { zip: '83709' })?.totalCents;
        expect(total(again)).toBe(total(form));
        // A plain fence's measures are the lead's.
        expect(form.runs.length > 0 ? readFence(again).input : input).toEqual(input);
      }),
      { numRuns: 200 },
    );
  });

  test.each<[string, Partial<MeasuresForm>, string]>([
    ['a length', { runs: [{ ...twoRuns.runs[0]!, feet: '12.345' }] }, 'runs.0.feet'],
    ['no material', { runs: [{ ...twoRuns.runs[0]!, materialId: '' }] }, 'runs.0.materialId'],
    ['a height that isn’t priced', { runs: [{ ...twoRuns.runs[0]!, heightFt: '9' }] }, 'runs.0.heightFt'],
    ['an unknown gate', { gates: [{ ...twoRuns.gates[0]!, kind: 'barn' }] }, 'gates.0.kind'],
    ['a gate past its run', { gates: [{ ...twoRuns.gates[0]!, atFeet: '97' }] }, 'gates.0.atFeet'],
    ['a gate’s place', { gates: [{ ...twoRuns.gates[0]!, atFeet: 'left' }] }, 'gates.0.atFeet'],
    ['removal', { removalFeet: '-3' }, 'removalFeet'],
    ['a line without a name', { lines: [{ key: '9', label: ' ', quantity: '1', price: '5' }] }, 'lines.0.label'],
    ['a line’s quantity', { lines: [{ key: '9', label: 'Brush', quantity: '0', price: '5' }] }, 'lines.0.quantity'],
    ['a line’s price', { lines: [{ key: '9', label: 'Brush', quantity: '1', price: '-5' }] }, 'lines.0.unitCents'],
    ['an add-on’s price', { addOns: [{ key: '9', label: 'Stain', quantity: '1', price: '' }] }, 'addOns.0.unitCents'],
    ['a deleted item', { items: [{ key: '9', itemId: VINYL, quantity: '' }] }, 'items.0.itemId'],
    ['corners', { corners: '1.5' }, 'corners'],
  ])('shows what is wrong with %s beside its field', (_, change, path) => {
    expect(Object.keys(faults({ ...twoRuns, ...change }))).toEqual([path]);
  });

  test('says why a fence that was typed in full has no price', () => {
    const wide = { ...twoRuns, gates: [{ ...twoRuns.gates[0]!, kind: 'double', atFeet: '97' }] };
    expect(priceProblem(wide, priced)).toBe('This 10 ft gate would end past its run of 100 ft. Enter 90 or less');
    expect(priceProblem({ ...wide, removalFeet: 'x' }, priced)).toBeUndefined();
    expect(priceProblem(twoRuns, priced)).toBeUndefined();
  });

  test('a ZIP code that isn’t served is an error of the whole estimate', () => {
    const zones = [{ zips: ['83709'], refuse: true as const }];
    const pricing = { ...fullPricing, book: { ...fullPricing.book, zones } };
    const form = {
      options: [
        { ...twoRuns, label: null },
        { ...plain, materialId: VINYL, label: null },
      ],
      offer: null,
      plan: NO_PLAN,
      notes: '',
      terms: '',
    };
    expect(Object.keys(faultsOf(form, { pricing, zip: '83709' }))).toEqual(['zip']);
  });
});

describe('rows', () => {
  const rowLists = ['runs', 'gates', 'items', 'lines', 'addOns'] as const;
  const anyRow = fc
    .tuple(describedFence(), fc.constantFrom(...rowLists), fc.nat(5))
    .filter(([form, list, at]) => form[list][at] !== undefined && (list !== 'runs' || form.runs.length > 1));
  const sorted = (form: MeasuresForm) => ({
    ...form,
    gates: form.gates.toSorted((a, b) => Number(a.key) - Number(b.key)),
  });

  test('a removed row can be put back, a run with its gates', () => {
    fc.assert(
      fc.property(anyRow, ([form, list, at]) => {
        const back = putRowBack(removeRow(form, list, at), form, { list, at });
        const { perimeter, gateCount, materialId, heightFt } = form;
        // A fence that became plain in between keeps its three fields.
        expect({ ...sorted(back), perimeter, gateCount, materialId, heightFt }).toEqual(sorted(form));
      }),
      { numRuns: 200 },
    );
  });

  test('moving there and back changes nothing, and every row keeps its own key', () => {
    fc.assert(
      fc.property(anyRow, ([form, list, at]) => {
        const moved = moveRow(form, list, { at, by: 1 });
        const isLast = at + 1 === form[list].length;
        expect(isLast ? moved : moveRow(moved, list, { at: at + 1, by: -1 })).toEqual(form);
        const copied = copyRow(form, list, at);
        const keys = rowLists.flatMap((each) => copied[each].map(({ key }) => key));
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 200 },
    );
  });

  test('gates follow their run', () => {
    const moved = moveRow(twoRuns, 'runs', { at: 0, by: 1 });
    expect(readFence(moved).input.gates).toEqual([{ kind: 'walk', run: 1 }]);
  });

  test('stop at their limit', () => {
    let full = twoRuns;
    for (let count = 0; count < 60; count += 1) full = copyRow(full, 'runs', 0);
    expect(full.runs.length).toBe(ROW_LIMITS.runs);
  });

  test('a height goes with a material that isn’t priced at it', () => {
    const [run] = withRow(twoRuns, 'runs', { at: 0, change: { heightFt: '4.5' } }).runs;
    expect(run && withMaterial(run, VINYL, fullPricing)).toMatchObject({ materialId: VINYL, heightFt: '' });
  });

  test('removing the second run gives the plain fence back', () => {
    const [first] = addRun(plain).runs;
    expect(first).toMatchObject({ feet: '100', materialId: WOOD });
    expect(removeRow(addRun(plain), 'runs', 1)).toMatchObject({ ...plain });
  });

  test('errors stay at their row, whichever number it has', () => {
    const options = [{ ...twoRuns, label: null }];
    const after = [{ ...moveRow(twoRuns, 'runs', { at: 0, by: 1 }), label: null }];
    expect(stablePath('runs.0.feet', options)).toBe(stablePath('runs.1.feet', after));
    expect(refusedPaths({ 'options.0.runs.1.heightFt': 'No' }, options)).toEqual({ 'runs.1.heightFt': 'No' });
    expect(refusedPaths({ 'runs.0.heightFt': 'No', 'gates.2.run': 'No' }, [{ ...plain, label: null }])).toEqual({
      heightFt: 'No',
      gateCount: 'No',
    });
  });
});

describe('a lead’s first estimate', () => {
  const lead = (more: Partial<LeadView>) =>
    ({ perimeter: 184, gateCount: 1, materialId: WOOD, measured: null, drawing: null, ...more }) as LeadView;
  const start = (more: Partial<LeadView>) => measuresOfLead(lead(more), fullPricing, { asRuns: true });

  test('is plain if a length and a number of gates say it all', () => {
    expect(start({})).toEqual({ ...PLAIN_FENCE, perimeter: '184', gateCount: '1', materialId: WOOD });
    const measured = { drawing: null, runs: [{ feet: 184 }], gates: [{ kind: 'walk' }], removalFeet: 60 };
    expect(start({ measured })).toMatchObject({ runs: [], gateCount: '1', removalFeet: '60' });
  });

  test('has the drawn sides as runs that add up to the length, with gates where they were drawn', () => {
    const drawing = toDrawing(
      [
        {
          points: [
            [0, 57.04],
            [0, 0],
            [70.04, 0],
            [70.04, 57.04],
          ],
          closed: false,
          gates: [{ atFeet: 92, kind: 'double' }],
        },
      ],
      planeAt([-116.2145, 43.6152]),
      true,
    );
    const { runs, gates } = start({ drawing, perimeter: 184.1 });
    expect(runs.map(({ feet }) => feet)).toEqual(['57', '70.1', '57']);
    expect(runs.map(({ join }) => join)).toEqual(['corner', 'corner', 'apart']);
    expect(gates).toMatchObject([{ kind: 'double', run: runs[1]?.key, atFeet: '30' }]);
  });

  test('has the heights, materials and gates that were asked for, if they’re still sold', () => {
    const measured = {
      drawing: null,
      runs: [
        { feet: 100, heightFt: 6 },
        { feet: 84, heightFt: 6, materialId: VINYL },
        { feet: 0.5, heightFt: 3 },
      ],
      gates: [{ kind: 'double' }, { kind: 'gone' }],
    };
    const { runs, gates } = start({ measured, perimeter: 184.5, gateCount: 2 });
    expect(runs.map(({ heightFt, materialId }) => [heightFt, materialId])).toEqual([
      ['6', WOOD],
      ['6', VINYL],
      // It isn't priced, so the contractor chooses another one.
      ['3', WOOD],
    ]);
    const noHeights = { ...fullPricing, book: { ...fullPricing.book, heights: [] } };
    expect(measuresOfLead(lead({ measured, perimeter: 184.5 }), noHeights, { asRuns: true }).runs[0]?.heightFt).toBe(
      '',
    );
    expect(gates.map(({ kind, run }) => [kind, run])).toEqual([
      ['double', ''],
      ['', ''],
    ]);
  });
});
