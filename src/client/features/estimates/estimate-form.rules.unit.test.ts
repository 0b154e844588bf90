import { describe, expect, it } from 'vitest';
import { estimateSendInput } from '#shared/features/estimates/estimates.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { type EstimateForm, faultsOf, readKeptForm, valuesOf } from './estimate-form.rules.ts';

const VINYL = '0193a000-0000-7000-8000-000000000003';
const pricing: PricingView = {
  basePriceCents: 762,
  gatePriceCents: 30_000,
  materials: [{ id: VINYL, name: 'Vinyl', premiumCents: 1_000, description: '', basic: false }],
};
const form: EstimateForm = { perimeter: '184', gateCount: '1', materialId: VINYL, notes: '', terms: '' };

describe('spec:3.15 spec:5.12 the estimate form', () => {
  it('takes what can be priced', () => {
    expect(faultsOf(form, pricing)).toEqual({});
    expect(valuesOf(form, pricing)).toEqual({ perimeter: 184, gateCount: 1, materialId: VINYL });
    expect(valuesOf({ ...form, gateCount: '' }, pricing)?.gateCount).toBe(0);
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
    ['notes', 'x'.repeat(4_001)],
    ['terms', 'x'.repeat(20_001)],
  ])('case %#: names %s as the server would', (field, text) => {
    const wrong = { ...form, [field]: text };
    expect(Object.keys(faultsOf(wrong, pricing))).toEqual([field]);
    const server = estimateSendInput.safeParse({
      leadId: VINYL,
      perimeter: Number(wrong.perimeter),
      gateCount: Number(wrong.gateCount),
      materialId: wrong.materialId,
      notes: wrong.notes,
      terms: wrong.terms,
    });
    expect(server.success).toBe(false);
  });

  it('comes back from a sign-in whole or not at all', () => {
    expect(readKeptForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(readKeptForm({ perimeter: '184' })).toBeUndefined();
    expect(readKeptForm('184')).toBeUndefined();
  });
});
