import { describe, expect, it } from 'vitest';
import { clustersOf } from './clusters.ts';

const printed = (text: string) =>
  clustersOf(text)
    .map((cluster) => cluster.text)
    .join('');
const faces = (text: string) => clustersOf(text).map(({ face }) => `${face.family}/${face.subset}`);

describe('characters in a printed estimate', () => {
  it('use the estimate page’s typeface if it contains them', () => {
    expect(faces('NÅł')).toEqual(['archivo/latin', 'archivo/latin', 'archivo/latin-ext']);
    expect(faces('ẵ')).toEqual(['archivo/vietnamese']);
    expect(printed('6′ 4″ × “½” – €5 ẵ')).toBe('6′ 4″ × “½” – €5 ẵ');
  });

  it.each([
    ['Greek', 'Παναγιώτης Ἀθήνα'],
    ['Cyrillic', 'Живко Ђорђевић, Олексій Ґалаґан'],
    ['Hebrew with points', 'שָׁלוֹם כֹּהֵן'],
    ['Arabic, Persian and Urdu', 'محمد بن سلمان، می‌خواهم، پنجاب گھر'],
    ['Armenian and Georgian', 'Արմեն გიორგი'],
    ['Chinese', '合同条款：國龍門（含稅）'],
    ['Japanese', '峠の山田さん、フェンス㎡'],
    ['Korean', '김철수 한글'],
    ['Thai, Lao, Khmer and Burmese', 'สมชาย ใจดี ສະບາຍດີ សុខសប្បាយ မင်္ဂလာပါ'],
    ['Devanagari', 'अमित शर्मा की बाड़ क्ष'],
    ['other scripts of India', 'অমিত ਅਮਿਤ અમિત அமித் అమిత్ ಅಮಿತ್ അമിത് අමිත්'],
    ['Amharic, Thaana and Cherokee', 'ሰላም ދިވެހި ᏣᎳᎩ'],
    ['ʻokina and marks', 'Kaʻiulani Oʻahu x̄ ẽ'],
    ['bullets, check marks and arrows', '• ◦ ▪ ● ✓ ✔ ✗ ☐ ☑ ★ → ← ↑ ↔ ⇒ ☎ №'],
    ['math signs', '≤ ≥ ≠ ≈ ± × ÷ ∑ √ ∞ ∠ ½ ¾'],
    ['emoji', '🏡 😀 👍🏽 👩‍👩‍👧 ❤️'],
  ])('%s are printed, none is replaced', (_script, text) => {
    const said = printed(text);
    expect(said).not.toContain('?');
    const seen = (words: string) => words.normalize('NFC').replaceAll(/[\p{Cf}\uFE0F]/gu, '');
    expect(seen(said)).toBe(seen(text));
  });

  it('keep the joiners that letters need, and lose every other invisible character', () => {
    expect(printed('می‌خواهم')).toBe('می‌خواهم');
    expect(printed('g\u200Bate\u00AD \u202Eevil\u202C \u2066x\u2069\u0007')).toBe('gate evil x');
  });

  it('that no font contains are replaced with simpler ones, or else with a question mark', () => {
    expect(printed('6\u20114 ft\tgate\u00A07')).toBe('6-4 ft gate\u00A07');
    expect(printed('3⅓ ft, ⅔ of 10⁵, H₂O, ‣')).toBe('3 1⁄3 ft, 2⁄3 of 10^5, H2O, •');
    expect(printed('\u{1F1FA}\u{1F1F8}')).not.toBe('');
    expect(printed('a\u{E000}b\u{10FFFD}c\uD800')).toBe('a?b?c?');
  });

  it('draw Chinese characters in the style of the text’s language', () => {
    expect(faces('山')[0]).toMatch(/^noto-sans-sc/);
    expect(faces('山の')[0]).toMatch(/^noto-sans-jp/);
    expect(faces('山은')[0]).toMatch(/^noto-sans-kr/);
  });
});
