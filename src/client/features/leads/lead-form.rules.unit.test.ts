import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadCreateInput, leadUpdateInput } from '#shared/features/leads/lead-edits.schema.ts';
import { BLANK, createInputOf, joinAddress, samePhone, splitAddress, updateInputOf } from './lead-form.rules.ts';

const dana = { ...BLANK, name: 'Dana', email: 'dana@example.com' };
const LEAD = '0193a000-0000-7000-8000-0000000000d1';

describe('a split street address', () => {
  it('separates street, city and ZIP, and doesn’t split a street address without a city', () => {
    expect(splitAddress('118 Larkmeadow Ct, Unit 4, Boise, ID 83702')).toEqual({
      address: '118 Larkmeadow Ct, Unit 4',
      city: 'Boise, ID',
      zip: '83702',
    });
    expect(splitAddress('Boise, ID')).toEqual({ address: '', city: 'Boise, ID', zip: '' });
    expect(splitAddress('90 Orchard Rd')).toEqual({ address: '90 Orchard Rd', city: '', zip: '' });
  });

  it('is joined back unchanged', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .#']{0,20}[A-Za-z0-9]$/);
    const address = fc
      .tuple(
        fc.option(word),
        fc.option(fc.tuple(word, fc.stringMatching(/^[A-Z]{2}$/), fc.option(fc.stringMatching(/^\d{5}$/)))),
      )
      .map(([street, town]) =>
        [street, town && `${town[0]}, ${town[1]}${town[2] ? ` ${town[2]}` : ''}`].filter(Boolean).join(', '),
      );
    fc.assert(
      fc.property(address, (text) => {
        expect(joinAddress(splitAddress(text))).toBe(text);
      }),
    );
  });
});

describe('form submission', () => {
  it('parses common formats for feet and phone numbers, and leaves out empty fields', () => {
    const input = leadCreateInput.parse(
      createInputOf({ ...dana, phone: '(208) 555-0172', perimeter: '1,200.5', gateCount: '', consent: 'verbal' }),
    );
    expect(input).toEqual({
      name: 'Dana',
      email: 'dana@example.com',
      language: 'en',
      phone: '+12085550172',
      perimeter: 1200.5,
      gateCount: 0,
      notes: undefined,
      smsConsent: { method: 'verbal' },
    });
  });

  it.each([
    ['perimeter', { perimeter: '0' }],
    ['perimeter', { perimeter: 'long' }],
    ['gateCount', { gateCount: '101' }],
    ['gateCount', { gateCount: '1.5' }],
    ['phone', { phone: '12' }],
    ['zip', { zip: '837' }],
    ['email', { email: '' }],
  ])('has an error in %s for %o', (field, change) => {
    const { error } = leadCreateInput.safeParse(createInputOf({ ...dana, ...change }));
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('converts a source’s label to its code, keeps other sources, and leaves out an emptied source', () => {
    expect(createInputOf({ ...dana, source: ' Walk-in ' }).source).toBe('Walk-in');
    expect(createInputOf({ ...dana, source: 'CSV import' }).source).toBe('csv');
    expect(createInputOf(dana).source).toBeUndefined();
    const stored = { ...dana, source: 'Widget' };
    expect(updateInputOf({ ...stored, source: 'Referral' }, stored).source).toBe('Referral');
    expect(updateInputOf({ ...stored, source: '' }, stored).source).toBeUndefined();
  });

  it('sends only edited fields, and clears emptied fields', () => {
    const stored = {
      ...dana,
      phone: '(208) 555-0172',
      perimeter: '100',
      city: 'Boise, ID',
      zip: '83702',
      notes: 'Dog',
    };
    const sent = (change: Partial<typeof stored>) =>
      JSON.parse(JSON.stringify(updateInputOf({ ...stored, ...change }, stored))) as object;
    expect(sent({})).toEqual({});
    expect(sent({ phone: '', perimeter: '', notes: '' })).toEqual({ phone: '', perimeter: null, notes: '' });
    expect(sent({ zip: '83706' })).toEqual({ address: 'Boise, ID 83706', zip: '83706' });
    expect(leadUpdateInput.parse({ leadId: LEAD, ...sent({ phone: '', perimeter: '' }) })).toEqual({
      leadId: LEAD,
      phone: null,
      perimeter: null,
    });
  });

  it('recognizes the same phone number in any format', () => {
    expect(samePhone('(208) 555-0172', '+12085550172')).toBe(true);
    expect(samePhone('(208) 555-0172', '2085550173')).toBe(false);
  });
});
