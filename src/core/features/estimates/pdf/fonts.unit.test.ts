import { describe, expect, it } from 'vitest';
import { runsOf } from './fonts.ts';

const drawn = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

describe('characters in a printed estimate', () => {
  it('use the font file that contains them', () => {
    expect(runsOf('Ngô Łukasz')).toEqual([
      { subset: 'latin', text: 'Ngô ' },
      { subset: 'latin-ext', text: 'Ł' },
      { subset: 'latin', text: 'ukasz' },
    ]);
    expect(drawn('6′ 4″ × “½” – €5 ẵ\nnext')).toBe('6′ 4″ × “½” – €5 ẵ\nnext');
  });

  it('that no font file contains are replaced with plain characters, even if a declared range is wrong', () => {
    expect(drawn('6\u20114\u202Fft\tgate\u200B, №\u00A07, ≥\u20075, oﬃce')).toBe(
      '6-4 ft gate, No\u00A07, >= 5, office',
    );
    expect(drawn('Ω 山 🏡\uFE0F☎')).toBe('? ? ??');
  });
});
