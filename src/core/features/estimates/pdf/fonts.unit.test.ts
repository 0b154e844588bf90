import { describe, expect, it } from 'vitest';
import { runsOf } from './fonts.ts';

const drawn = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

describe('letters of a printed estimate', () => {
  it('come from the file that has them', () => {
    expect(runsOf('Ngô Łukasz')).toEqual([
      { subset: 'latin', text: 'Ngô ' },
      { subset: 'latin-ext', text: 'Ł' },
      { subset: 'latin', text: 'ukasz' },
    ]);
    expect(drawn('6′ 4″ × “½” – €5 ẵ\nnext')).toBe('6′ 4″ × “½” – €5 ẵ\nnext');
  });

  it('that no file has are written plainly, never as an empty box, for which a range alone says nothing', () => {
    expect(drawn('6\u20114\u202Fft\tgate\u200B, №\u00A07, ≥\u20075, oﬃce')).toBe(
      '6-4 ft gate, No\u00A07, >= 5, office',
    );
    expect(drawn('Ω 山 🏡\uFE0F☎')).toBe('? ? ??');
  });
});
