import fc from 'fast-check';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { GateForm, LineForm, MeasuresForm, RunForm } from '../src/client/features/estimates/fence-form.rules.ts';

export const WOOD = '0193a000-0000-7000-8000-000000000001';
export const VINYL = '0193a000-0000-7000-8000-000000000003';
const PERMIT = '0193a000-0000-7000-8000-0000000000a1';
const DELIVERY = '0193a000-0000-7000-8000-0000000000a2';

/** A price book in which everything has a price of its own. */
export const fullBook = (wood: string, vinyl: string): PricingView['book'] => ({
  ...neutralBook(35_000),
  heights: [
    { materialId: wood as never, heightFt: 6, perFootCents: 3_200 },
    { materialId: wood as never, heightFt: 4.5, perFootCents: 2_433 },
    { materialId: vinyl as never, heightFt: 6, perFootCents: 4_119 },
  ],
  gateKinds: [
    { key: 'walk', label: 'Walk gate', leaves: 1, widthFt: 4, priceCents: 35_000 },
    {
      key: 'double',
      label: 'Double gate',
      leaves: 2,
      widthFt: 10,
      priceCents: 90_000,
      byMaterial: [{ materialId: vinyl as never, priceCents: 110_000 }],
    },
  ],
  removalPerFootCents: 433,
  slope: { moderatePercent: 12.5, steepPercent: 30 },
  hardDigPercent: 17,
  corners: { cornerCents: 2_500, endCents: 1_900 },
  items: [
    { id: PERMIT, label: 'Permit', unit: 'job', cents: 7_500, optional: false },
    { id: DELIVERY, label: 'Delivery', unit: 'foot', cents: 33, optional: true },
  ],
  zones: [{ zips: ['83709'], cents: 4_900 }],
  minimumCents: 90_000,
  roundToCents: 500,
  tax: { bps: 633, on: 'fence', text: '' },
  gateTakesWidth: true,
  version: 1,
});

/** A company's prices with a full book. */
export const fullPricing: PricingView = {
  basePriceCents: 762,
  gatePriceCents: 35_000,
  materials: [
    { id: WOOD, name: 'Wood', premiumCents: 0, description: '', basic: true, system: 'wood_privacy' },
    { id: VINYL, name: 'Vinyl', premiumCents: 1_000, description: '', basic: false, system: 'vinyl_panel_8' },
  ],
  book: fullBook(WOOD, VINYL),
};

const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value / 100));
const label = fc.constantFrom('Back', 'North side', 'Brush & stumps', 'Ñandú');

const line = fc.record({ label, quantity: hundredths(1, 5_000), price: hundredths(0, 90_000) });
const materialAndHeight = (wood: string, vinyl: string) =>
  fc.constantFrom<[string, string]>([wood, ''], [wood, '6'], [wood, '4.5'], [vinyl, ''], [vinyl, '6']);

/** Forms with runs, gates that fit on them, and everything else that a fence may have, as a contractor types them. */
export const describedFence = (wood = WOOD, vinyl = VINYL): fc.Arbitrary<MeasuresForm> =>
  fc
    .record({
      runs: fc.array(
        fc.record({
          label: fc.oneof(fc.constant(''), label),
          feet: hundredths(2_000, 30_000),
          material: materialAndHeight(wood, vinyl),
          slope: fc.constantFrom<RunForm['slope']>('', 'moderate', 'steep'),
          hardDig: fc.boolean(),
          join: fc.constantFrom<RunForm['join']>('corner', 'inline', 'apart'),
        }),
        { maxLength: 6 },
      ),
      closes: fc.boolean(),
      // At most one gate a run, so that every gate fits.
      gates: fc.array(fc.constantFrom('', 'walk', 'double'), { minLength: 6, maxLength: 6 }),
      atFeet: fc.constantFrom('', '0', '3.25'),
      plain: fc.record({
        perimeter: hundredths(2_000, 90_000),
        gateCount: fc.constantFrom('', '0', '2'),
        material: materialAndHeight(wood, vinyl),
      }),
      removalFeet: fc.oneof(fc.constant(null), hundredths(0, 20_000)),
      corners: fc.constantFrom(null, '0', '3'),
      ends: fc.constantFrom(null, '2'),
      items: fc.constantFrom<[string, string][]>([], [[PERMIT, '0']], [[DELIVERY, '']], [[DELIVERY, '12.5']]),
      lines: fc.array(line, { maxLength: 3 }),
      addOns: fc.array(line, { maxLength: 2 }),
    })
    .map(({ runs, closes, gates, atFeet, plain, lines, addOns, items, ...numbers }): MeasuresForm => {
      let last = 0;
      const key = () => String((last += 1));
      const rows = runs.map(({ material: [materialId, heightFt], ...run }, at): RunForm => ({
        ...run,
        key: key(),
        materialId,
        heightFt,
        // The join of the last run says nothing.
        join: at === runs.length - 1 ? 'corner' : run.join,
        closed: closes && runs.length > 1 && at === runs.length - 1,
      }));
      const keyed = (list: readonly Omit<LineForm, 'key'>[]) => list.map((each) => ({ key: key(), ...each }));
      const [materialId, heightFt] = plain.material;
      return {
        ...numbers,
        perimeter: plain.perimeter,
        gateCount: plain.gateCount,
        materialId,
        heightFt,
        runs: rows,
        gates: rows.flatMap(({ key: run }, at): GateForm[] => {
          const kind = gates[at] ?? '';
          return kind === '' ? [] : [{ key: key(), kind, run, atFeet }];
        }),
        items: items.map(([itemId, quantity]) => ({ key: key(), itemId, quantity })),
        lines: keyed(lines),
        addOns: keyed(addOns),
      };
    });
