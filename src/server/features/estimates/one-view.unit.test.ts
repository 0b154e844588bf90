import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateSentMail } from '#core/features/estimates/messages/render-estimate-sent.tsx';
import { documentOf, type EstimateDocument, type Version } from '#core/features/estimates/estimate-document.ts';
import { printEstimate } from '#core/features/estimates/pdf/estimate-pdf.ts';
import { estimateWords } from '#core/features/estimates/words.ts';
import { DEFAULT_TERMS_ES } from '#shared/features/company/default-terms.es.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { openSheet } from '#core/features/estimates/pdf/sheet.ts';
import { rightToCancel } from '#core/features/estimates/right-to-cancel.ts';
import { documentHash } from '#core/features/estimates/signed-document.ts';
import { fenceLines } from '#shared/features/pricing/fence-lines.rules.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { sumRulesOf } from '#shared/features/pricing/price.rules.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import { depositCapOf } from '#core/platform/us-data/index.ts';
import { SMALLEST_PAYMENT_CENTS } from '#shared/features/payments/payment-due.rules.ts';
import { countedLines } from '#shared/features/pricing/line-view.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { signedVersion, versionOf } from '../../../../test/estimate-version.ts';
import { englishIn } from '../../../../test/english.ts';
import { pdfText } from '../../../../test/pdf-text.ts';
import { atFullCount } from '../../../../test/suites.ts';
import { estimatePageWords } from './words/index.ts';
import { renderEstimatePage } from './estimate-page.tsx';

const ESTIMATES = atFullCount(300, 15);
const NOW = new Date('2026-11-20T19:00:00Z');

const fence = fc.record({
  perimeter_ft: fc.integer({ min: 1, max: 500_000 }).map((hundredths) => hundredths / 100),
  gate_count: fc.integer({ min: 0, max: 12 }),
  material_type: fc.constantFrom('Vinyl', 'Black Metal', '6ft Wood Picket', '4ft Wood Picket'),
  base_price_cents: fc.integer({ min: 100, max: 20_000 }),
  premium_cents: fc.integer({ min: -100, max: 5_000 }),
  gate_price_cents: fc.integer({ min: 0, max: 90_000 }),
});
const dollars = fc.integer({ min: 0, max: 300_000 });
const free = fc.record({
  label: fc.constantFrom('Haul away brush', 'Post caps', 'Stain'),
  quantity: fc.integer({ min: 1, max: 4_000 }).map((hundredths) => hundredths / 100),
  unitCents: dollars,
});
const WOOD = '01920000-0000-7000-8000-0000000000a1' as MaterialId;
/** What an estimate with runs, gates, extras, add-ons, a minimum, a step and a tax was priced as, and what is ticked. */
const extras = fc
  .record({
    runs: fc.array(
      fc.record({
        label: fc.constantFrom(undefined, 'Back', 'North side'),
        feet: fc.integer({ min: 2_000, max: 30_000 }).map((hundredths) => hundredths / 100),
        heightFt: fc.constantFrom(4, 6),
        materialId: fc.constant(WOOD),
        slope: fc.constantFrom(undefined, 'moderate' as const, 'steep' as const),
        hardDig: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    gates: fc.array(fc.record({ kind: fc.constantFrom('walk', 'double') }), { maxLength: 4 }),
    removalFeet: fc.constantFrom(0, 60.5),
    lines: fc.array(free, { maxLength: 3 }),
    addOns: fc.array(free, { maxLength: 3 }),
    ticked: fc.subarray(['a0', 'a1', 'a2']),
    book: fc.record({
      removalPerFootCents: dollars,
      minimumCents: fc.constantFrom(0, 250_000, 3_000_000),
      roundToCents: fc.constantFrom(0, 500, 5_000),
      corners: fc.record({ cornerCents: dollars, endCents: dollars }),
      tax: fc.record({
        bps: fc.constantFrom(0, 600, 875),
        on: fc.constantFrom('all' as const, 'fence' as const),
        text: fc.constantFrom('', 'Boise sales tax'),
      }),
    }),
  })
  .map(({ runs, gates, removalFeet, lines, addOns, ticked, book: change }) => {
    const book = {
      ...neutralBook(35_000),
      heights: [
        { materialId: WOOD, heightFt: 6, perFootCents: 3_211 },
        { materialId: WOOD, heightFt: 4, perFootCents: 2_433 },
      ],
      slope: { moderatePercent: 12.5, steepPercent: 30 },
      hardDigPercent: 15,
      ...change,
    };
    const fence = {
      plain: false,
      runs,
      gates,
      removalFeet,
      items: [],
      lines,
      addOns: addOns.map((addOn, index) => ({ ...addOn, id: `a${index}` })),
    };
    const materials = [{ id: WOOD, name: 'Cedar', premiumCents: 0 }];
    const { lines: priced } = fenceLines(fence, { basePriceCents: 762, gatePriceCents: 35_000, materials, book }, null);
    return { priced: { fence, lines: priced, rules: sumRulesOf(book) }, ticked };
  });
const version = fc
  .record({
    extras: fc.option(extras),
    fences: fc.array(fence, { minLength: 1, maxLength: 3 }),
    rule: fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 0, max: 500_000 }) }),
    ),
    state: fc.constantFrom('ID', 'CA', 'MD', 'OH', 'PA', null),
    discount: fc.option(
      fc.oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 50 }) }),
        fc.record({ amountCents: fc.integer({ min: 100, max: 90_000 }) }),
      ),
    ),
    signed: fc.boolean(),
  })
  .map(({ fences: plain, extras: given, rule, state, discount, signed }): Version => {
    // Every option has the same extras, whose add-ons are ticked in all of them.
    const fences = plain.map((each) => ({ ...each, priced: given && given.priced }));
    const [first] = fences;
    const offered = versionOf({
      estimate: {
        ...first,
        terms: 'A deposit of {{deposit}} is due on acceptance.',
        notes: '',
        ticked_add_ons: given?.ticked ?? [],
        deposit_terms: { rule, cap: depositCapOf(state), offerFull: true },
      },
      options: fences.length > 1 ? fences.map((each, index) => ({ ...each, label: `Choice ${index + 1}` })) : [],
      offers: discount ? [{ discount, days: 7, endsOn: localDate('2026-11-27') }] : [],
    });
    return signed ? signedVersion(offered, { at: NOW, position: fences.length - 1 }) : offered;
  });

const AMOUNT = /−?\$[\d,]+\.\d\d/g;
const amountsIn = (text: string): Set<string> => new Set(text.match(AMOUNT) ?? []);
const textOfHtml = (html: string): string => html.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ');

/** Returns every amount that this version can show. No output may contain any other amount. */
const figuresOf = ({ options, offer }: EstimateDocument): Set<string> =>
  new Set(
    [
      ...options.flatMap((option) => [
        option.subtotalCents,
        option.totalCents,
        -option.discountCents,
        option.taxCents,
        option.deposit.cents,
        // A deposit below Stripe's minimum isn't asked for, so nothing is due at signing.
        ...(option.deposit.cents < SMALLEST_PAYMENT_CENTS ? [0] : []),
        option.balanceCents,
        option.deposit.maxCents ?? 0,
        ...option.lines.flatMap(({ unitCents, totalCents }) => [unitCents, totalCents]),
      ]),
      ...(offer && 'amountCents' in offer.discount ? [offer.discount.amountCents] : []),
    ].map(formatCents),
  );

const pageOf = (given: Version): string => {
  const document = documentOf(given);
  return renderEstimatePage(
    {
      page: {
        version: given,
        document,
        state: given.acceptance ? 'accepted' : 'open',
        right: rightToCancel(document, given.acceptance, NOW),
        change: null,
        changeOver: null,
        hash: documentHash(document),
        brandColor: null,
        newerToken: null,
        answers: false,
        takesVisits: false,
        stages: [],
        payment: { connected: true, state: null, due: { deposit: null, full: null, balance: null, part: null } },
      },
      words: estimatePageWords('en'),
      token: 'secret',
      brand: null,
      script: null,
      refused: null,
      asked: false,
    },
    'nonce',
  );
};

const NEXT = 'The next estimate of this test';

/**
 * Renders the PDFs of all estimates and returns their text. All share one file, because embedding the font takes the
 * most time.
 */
const pdfsOf = async (versions: readonly Version[]): Promise<string[]> => {
  const sheet = await openSheet({ title: '', author: '', foot: '', compress: false });
  for (const [index, given] of versions.entries()) {
    if (index > 0) sheet.doc.addPage();
    sheet.text(NEXT);
    const document = documentOf(given);
    const right = rightToCancel(document, given.acceptance, NOW);
    printEstimate(sheet, { document, acceptance: given.acceptance, right, note: null });
  }
  return pdfText(await sheet.finish())
    .split(NEXT)
    .slice(1);
};

describe('page, email and PDF', () => {
  it(`show the version’s own amounts, for ${ESTIMATES} estimates`, async () => {
    const versions = fc.sample(version, ESTIMATES);
    const pdfs = await pdfsOf(versions);
    expect(pdfs).toHaveLength(ESTIMATES);
    for (const [index, given] of versions.entries()) {
      const document = documentOf(given);
      const { company, chosen, options } = document;
      const mail = await estimateSentMail({ document, company, url: 'http://picket.test/estimate/secret' });
      const shown = {
        page: textOfHtml(pageOf(given)),
        mail: textOfHtml(mail.html),
        text: mail.text,
        pdf: pdfs[index] ?? '',
      };
      const known = figuresOf(document);
      for (const [where, text] of Object.entries(shown))
        for (const amount of amountsIn(text)) expect([where, amount, known.has(amount)]).toEqual([where, amount, true]);
      const must = [
        chosen.totalCents,
        chosen.deposit.cents,
        // A signed estimate shows only what the signature covers.
        ...(given.acceptance ? countedLines(chosen.lines) : chosen.lines).map(({ totalCents }) => totalCents),
        ...(chosen.taxLabel === null ? [] : [chosen.taxCents]),
        ...(chosen.discountCents > 0 ? [-chosen.discountCents] : []),
      ].filter((amount) => amount !== 0);
      for (const text of [shown.page, shown.pdf])
        expect([...amountsIn(text)]).toEqual(expect.arrayContaining(must.map(formatCents)));
      const offered = options.flatMap(({ totalCents, deposit }) => [totalCents, deposit.cents]);
      for (const text of [shown.mail, shown.text])
        expect([...amountsIn(text)]).toEqual(expect.arrayContaining(offered.map(formatCents)));
      expect(shown.pdf).toContain(document.number);
    }
  }, 240_000);

  it('show lines that add up to the total, and a deposit within it', () => {
    fc.assert(
      fc.property(version, (given) => {
        for (const option of documentOf(given).options) {
          const sum = countedLines(option.lines).reduce((total, { totalCents }) => total + totalCents, 0);
          expect(sum - option.discountCents + option.taxCents).toBe(option.totalCents);
          expect(option.deposit.cents + option.balanceCents).toBe(option.totalCents);
          expect(option.deposit.cents).toBeLessThanOrEqual(option.totalCents);
        }
      }),
    );
  });
});

describe('the PDF', () => {
  it('prints every character of a name, in the order in which a reader sees them', async () => {
    const given = versionOf({
      estimate: {
        customer: {
          name: 'Łukasz Nguyễn 施 ✓ Ωд',
          email: 'x@example.com',
          phone: null,
          address: 'כהן 5',
          zip: '83642',
        },
      },
    });
    const [pdf] = await pdfsOf([given]);
    expect(pdf?.replaceAll('\n', '')).toContain('Estimate for Łukasz Nguyễn 施 ✓ Ωд, 5 ןהכ');
  });

  it('prints Arabic letters that share a shape as the letters that they are', async () => {
    const [pdf] = await pdfsOf([versionOf({ estimate: { notes: 'بنت ثيت' } })]);
    expect(pdf?.replaceAll('\n', '')).toContain('تيث تنب');
  });
});

it('a Spanish estimate and its notice of cancellation contain no English except names', async () => {
  const given = signedVersion(
    versionOf({
      estimate: { language: 'es', terms: DEFAULT_TERMS_ES, other_terms: DEFAULT_TERMS, notes: '' },
      options: [
        { label: 'Madera', material_type: '6ft Wood Picket' },
        { label: 'Vinilo', material_type: 'Vinyl' },
      ],
    }),
    { at: new Date('2026-11-06T17:00:00Z') },
  );
  const document = documentOf(given);
  const { page } = estimateWords('es').paper;
  const sheet = await openSheet({ title: '', author: '', foot: '', page, compress: false });
  const right = rightToCancel(document, given.acceptance, NOW);
  printEstimate(sheet, { document, acceptance: given.acceptance, right, note: null });
  const said = pdfText(await sheet.finish());
  expect(document.language).toBe('es');
  expect(said).toContain('Presupuesto de cerca');
  expect(said).toContain('Aviso de cancelación');
  expect(said.replaceAll('\n', ' ')).toContain('Usted, el comprador, puede cancelar');
  const names = ['Acme Fence', 'Marisol Vega', 'Vinyl', '6ft Wood Picket', '2217 Sagebrush Ln', 'Boise'];
  expect(englishIn(said, names)).toEqual([]);
});
