import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { signedVersion, versionOf, type GivenVersion } from '../../../../../test/estimate-version.ts';
import { documentOf } from '../estimate-document.ts';
import { rightToCancel } from '../right-to-cancel.ts';
import { createPdfDrawer, type PdfDrawer, type PdfDrawerOptions, type PdfOrder } from './pdf-drawer.ts';

const BREAKS = new URL('../../../../../test/pdf-program-that-breaks.ts', import.meta.url);
const drawers: PdfDrawer[] = [];
afterEach(async () => {
  await Promise.all(drawers.splice(0).map((drawer) => drawer.close()));
});

const drawer = (options: PdfDrawerOptions = {}): PdfDrawer => {
  const made = createPdfDrawer(options);
  drawers.push(made);
  return made;
};
const NOW = new Date('2026-11-20T19:00:00Z');
const orderOf = (given: GivenVersion, signed = false): PdfOrder => {
  const version = signed ? signedVersion(versionOf(given), { at: NOW }) : versionOf(given);
  const document = documentOf(version);
  const { acceptance } = version;
  return {
    kind: 'estimate',
    print: { document, acceptance, right: rightToCancel(document, acceptance, NOW), note: null },
  };
};
const named = (name: string) =>
  orderOf({ estimate: { customer: { name, email: null, phone: null, address: null, zip: '83642' } } });

describe('a document that breaks the program', () => {
  test.each(['HANG', 'EAT', 'EXIT', 'THROW'])('(%s) says to try again, and the next one is drawn', async (what) => {
    const by = drawer({ program: BREAKS, withinMs: 1_500, memoryMb: 32 });
    const [broken, next] = await Promise.allSettled([by.draw('a', named(what)), by.draw('a', named('Dana'))]);
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'PROVIDER_UNAVAILABLE', retryAfter: 5 } });
    expect(next).toMatchObject({ status: 'fulfilled' });
  });

  test('doesn’t hold up the process', async () => {
    const by = drawer({ program: BREAKS, withinMs: 300 });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await expect(by.draw('a', named('HANG'))).rejects.toThrow(/Try again/);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
  });
});

test('too many documents of one company are refused, and those of others are drawn', async () => {
  const by = drawer({ program: BREAKS, perLane: 2 });
  const waiting = ['1', '2', '3'].map((name) => by.draw('a', named(name)));
  await expect(by.draw('a', named('4'))).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(String(await by.draw('b', named('5')))).toBe('5');
  expect((await Promise.all(waiting)).map(String)).toEqual(['1', '2', '3']);
});

describe('20,000 characters without a space', () => {
  const one = createPdfDrawer();
  afterAll(() => one.close());
  test.each([
    ['one letter', 'x'],
    ['one Chinese character', '的'],
    ['Arabic letters', 'مش'],
    ['both directions', 'aש('],
    ['letters with many marks', 'e\u0301\u0302\u0303'],
    ['Devanagari', 'क्ष'],
    ['families', '👩‍👩‍👧'],
    ['line breaks', 'a\n'],
  ])(
    '(%s) are drawn within the time limit',
    async (_what, unit) => {
      const terms = unit.repeat(20_000 / unit.length);
      const pdf = await one.draw('a', orderOf({ estimate: { terms } }, true));
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    },
    30_000,
  );
});
