import { HALF_AND_QUARTERS, planFormOf } from '../payments/plan-form.rules.ts';
import { describe, expect, it } from 'vitest';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { estimateSendInput } from '#shared/features/estimates/estimates.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { totalText } from './estimate.words.ts';
import {
  type EstimateForm,
  faultsOf,
  inputName,
  offerOf,
  readKeptForm,
  refusedPaths,
  startingForm,
} from './estimate-form.rules.ts';
import { PLAIN_FENCE } from './fence-form.rules.ts';
import { labelsOf, type OptionForm, optionsOfVersion } from './estimate-options.rules.ts';

const NO_PLAN = planFormOf(null, HALF_AND_QUARTERS);

const VINYL = '0193a000-0000-7000-8000-000000000003';
const WOOD = '0193a000-0000-7000-8000-000000000004';
const pricing: PricingView = {
  basePriceCents: 762,
  gatePriceCents: 30_000,
  book: { ...neutralBook(30_000), version: 1 },
  materials: [
    { id: VINYL, name: 'Vinyl', premiumCents: 1_000, description: '', basic: false, system: null },
    { id: WOOD, name: 'Wood', premiumCents: 0, description: '', basic: true, system: null },
  ],
};
const option: OptionForm = { ...PLAIN_FENCE, label: null, perimeter: '184', gateCount: '1', materialId: VINYL };
const priced = { pricing, zip: null };
const wood: OptionForm = { ...option, materialId: WOOD };
const form: EstimateForm = { options: [option], offer: null, plan: NO_PLAN, notes: '', terms: '' };
const asSent = ({ options, notes, terms }: EstimateForm) =>
  estimateSendInput.safeParse({ leadId: VINYL, ...offerOf(options, pricing), notes, terms });

describe('spec:3.15 spec:5.12 the estimate form', () => {
  it('accepts values that can be priced', () => {
    expect(faultsOf(form, priced)).toEqual({});
    expect(offerOf([option], pricing)).toEqual({ perimeter: 184, gateCount: 1, materialId: VINYL });
    expect(offerOf([{ ...option, gateCount: '' }], pricing)?.gateCount).toBe(0);
  });

  it.each([
    ['perimeter', ''],
    ['perimeter', '0'],
    ['perimeter', '12.345'],
    ['perimeter', '100001'],
    ['perimeter', 'about 20'],
    ['gateCount', '-1'],
    ['gateCount', '1.5'],
    ['gateCount', '101'],
    ['gateCount', 'one'],
    ['materialId', ''],
  ])('case %#: shows the error for %s in the option that has it', (field, text) => {
    const wrong = { ...option, [field]: text };
    expect(Object.keys(faultsOf({ ...form, options: [wrong] }, priced))).toEqual([field]);
    expect(Object.keys(faultsOf({ ...form, options: [wood, wrong] }, priced))).toEqual([`options.1.${field}`]);
    expect(offerOf([wood, wrong], pricing)).toBeUndefined();
    const measures = { perimeter: Number(wrong.perimeter), gateCount: Number(wrong.gateCount) };
    const server = estimateSendInput.safeParse({ leadId: VINYL, ...measures, materialId: wrong.materialId });
    expect(server.success).toBe(false);
  });

  it.each([
    ['notes', 'x'.repeat(4_001)],
    ['terms', 'x'.repeat(20_001)],
  ])('case %#: shows the error for %s, as on the server', (field, text) => {
    const wrong = { ...form, [field]: text };
    expect(Object.keys(faultsOf(wrong, priced))).toEqual([field]);
    expect(asSent(wrong).success).toBe(false);
  });

  it('spec:2.34 uses the specification’s field labels', () => {
    expect(['perimeter', 'materialId', 'gateCount', 'notes'].map(inputName)).toEqual([
      'perimeter',
      'materialType',
      'gateCount',
      'additionalNotes',
    ]);
    expect(inputName('options.1.materialId')).toBe('options.1.materialType');
  });

  it('starts with the notes of the newest version, never with the lead’s private notes', () => {
    const lead = { perimeter: 184, gateCount: 1, materialId: VINYL, notes: 'Wants 15% off. Difficult on the phone' };
    const starting = (newest?: object) => {
      const given = { pricing, terms: 'T', newest } as unknown as Parameters<typeof startingForm>[1];
      return startingForm(lead as unknown as Parameters<typeof startingForm>[0], given).notes;
    };
    expect(starting()).toBe('');
    expect(starting({ options: [], notes: 'The old fence comes out first.' })).toBe('The old fence comes out first.');
  });

  it('is restored completely after sign-in, or not at all', () => {
    const several = { ...form, options: [option, { ...wood, label: 'Best' }] };
    for (const kept of [form, several]) expect(readKeptForm(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    for (const other of ['184', { perimeter: '184' }, { ...form, options: [] }, { ...form, options: [{}] }])
      expect(readKeptForm(other)).toBeUndefined();
  });
});

describe('several options', () => {
  it('are named after their materials until renamed, each with a unique name', () => {
    expect(labelsOf([option, option, wood], pricing)).toEqual(['Vinyl', 'Vinyl 2', 'Wood']);
    expect(labelsOf([option, { ...wood, label: ' Best ' }], pricing)).toEqual(['Vinyl', 'Best']);
    expect(labelsOf([option, { ...wood, label: 'vinyl' }], pricing)).toEqual(['Vinyl 2', 'vinyl']);
    expect(labelsOf([{ ...option, label: '  ' }, wood], pricing)).toEqual(['Vinyl', 'Wood']);
  });

  it('are sent by name, and the first option also as the estimate’s own values', () => {
    const sent = asSent({ ...form, options: [option, wood] });
    expect(sent.data).toMatchObject({
      perimeter: 184,
      materialId: VINYL,
      options: [
        { label: 'Vinyl', perimeter: 184, gateCount: 1, materialId: VINYL },
        { label: 'Wood', perimeter: 184, gateCount: 1, materialId: WOOD },
      ],
    });
  });

  it('can’t share a name, as on the server', () => {
    const twins = {
      ...form,
      options: [
        { ...option, label: 'Best' },
        { ...wood, label: 'BEST ' },
      ],
    };
    expect(faultsOf(twins, priced)).toEqual({ 'options.1.label': 'Give each option a different name' });
    expect(asSent(twins).success).toBe(false);
  });

  it("shows the server's errors for the first option beside the estimate's own fields", () => {
    const fields = { 'options.0.materialId': 'Gone', 'options.1.label': 'No', notes: 'Long' };
    expect(refusedPaths(fields, [option, wood])).toEqual({
      materialId: 'Gone',
      'options.1.label': 'No',
      notes: 'Long',
    });
  });

  it('start the next version with the last version’s values, and ask again for a deleted material', () => {
    const sent = (label: string, materialType: string) =>
      ({
        label,
        perimeter: 184,
        gateCount: 1,
        materialType,
        fence: plainFence({ perimeter: 184, gateCount: 1, materialId: '' }),
      }) as never;
    const version = { options: [sent('Vinyl', 'Vinyl'), sent('Best', 'Wood'), sent('Cedar', 'Cedar')] };
    const next = optionsOfVersion(version, pricing) ?? [];
    expect(next).toEqual([option, { ...wood, label: 'Best' }, { ...option, materialId: '', label: 'Cedar' }]);
    expect(labelsOf(next, pricing)).toEqual(['Vinyl', 'Best', 'Cedar']);
    expect(optionsOfVersion({ options: [sent('Vinyl', 'Vinyl')] }, pricing)).toBeUndefined();
    expect(optionsOfVersion(undefined, pricing)).toBeUndefined();
  });

  it('show the lowest price as ’from’', () => {
    expect(totalText([354_208])).toBe('$3,542.08');
    expect(totalText([354_208, undefined, 170_208])).toBe('from $1,702.08');
    expect(totalText([undefined])).toBe('No price yet');
  });
});
