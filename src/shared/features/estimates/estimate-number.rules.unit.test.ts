import { describe, expect, it } from 'vitest';
import { localDate } from '#shared/primitives/local-date.ts';
import { estimateNumber, validUntil } from './estimate-number.rules.ts';

describe('spec:9.12 estimate number', () => {
  it('consists of the end of the lead’s id and four digits', () => {
    expect(estimateNumber('019aa3f0-1c2d-7e4f-8a5b-6c7d8e9f0a1b', '0417')).toBe('EST-9f0a1b-0417');
  });

  it('differs for two leads created in the same millisecond', () => {
    expect(estimateNumber('019aa3f0-1c2d-7e4f-8a5b-6c7d8e9f0a1b', '0417')).not.toBe(
      estimateNumber('019aa3f0-1c2d-7000-9abc-000000000001', '0417'),
    );
  });

  it('refuses anything but four digits', () => {
    for (const digits of ['', '41', '04171', 'abcd'])
      expect(() => estimateNumber('019aa3f0-1c2d-7e4f-8a5b-6c7d8e9f0a1b', digits)).toThrow(RangeError);
  });
});

describe('spec:9.11 an estimate is valid 30 days', () => {
  it('counts calendar days from its date', () => {
    expect(validUntil(localDate('2026-11-21'))).toBe('2026-12-21');
    expect(validUntil(localDate('2028-02-01'))).toBe('2028-03-02');
  });
});
