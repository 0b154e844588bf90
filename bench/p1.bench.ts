import { feetOf, type Fence } from '#shared/features/pricing/fence.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { DEFAULT_RULES } from '#shared/features/take-off/default-rules.ts';
import { basisOfFence, countFence } from '#shared/features/take-off/count-fence.rules.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { launchChromium } from '../test/browser/chromium.ts';
import { startFakeDashboard } from '../test/browser/fake-dashboard-server.ts';
import { LEAD_ID, marisol, pricing, VINYL, WOOD } from '../test/fake-dashboard.ts';
import { fullBook } from '../test/described-fences.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, median, type Run, timed } from './rounds.ts';

const KEY_GOAL = 16;
const LIST_GOAL = 20;
const KEYS = 30;

const prices = { ...pricing, gatePriceCents: 35_000, book: fullBook(WOOD, VINYL) };

/** The largest fence that an estimate may have: 40 runs with gates, 60 lines and 20 add-ons. */
const LARGEST: Fence = {
  plain: false,
  runs: Array.from({ length: 40 }, (_, at) => ({
    feet: 20 + at * 3.25,
    materialId: (at % 2 === 0 ? WOOD : VINYL) as never,
    heightFt: 6,
    ...(at % 3 === 0 && { slope: 'steep' as const }),
    ...(at % 5 === 0 && { hardDig: true }),
  })),
  gates: Array.from({ length: 40 }, (_, run) => ({ kind: run % 4 === 0 ? 'double' : 'walk', run })),
  removalFeet: 900,
  items: [],
  lines: Array.from({ length: 60 }, (_, at) => ({ label: `Line ${at}`, quantity: 1 + at, unitCents: 1_999 })),
  addOns: Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, label: `Add-on ${at}`, quantity: 1, unitCents: 999 })),
};

/** The spec's formula for each run: feet × price. */
const formula = (): number =>
  LARGEST.runs.reduce((sum, { feet, materialId }) => {
    const premium = prices.materials.find(({ id }) => id === materialId)?.premiumCents ?? 0;
    return sum + Math.round(feet * (prices.basePriceCents + premium));
  }, LARGEST.gates.length * prices.gatePriceCents);

/** Repeats work that takes microseconds, and returns the milliseconds of one time. */
const repeated =
  (times: number, work: () => unknown): Run =>
  async () => {
    const all = await timed(async () => {
      for (let time = 0; time < times; time += 1) work();
    }, 5)();
    return all / times;
  };

/**
 * Measures a key stroke in the estimate dialog of the largest fence, from the input's event until the new total is in
 * the page, in Chromium on the production build. Then measures the price and the list of materials alone.
 */
export async function p1(): Promise<Line[]> {
  const open = await openDialog();
  try {
    const result = await inTurn({
      floor: repeated(2_000, formula),
      price: repeated(50, () => priceFence(LARGEST, prices)),
      key: open.key,
      list: repeated(5, countList),
    });
    const line = (id: string, name: 'key' | 'price' | 'list', goal: number): Line => ({
      id,
      ours: milliseconds(result[name]),
      peer: '',
      floor: `${(result.floor * 1_000).toFixed(1)} µs`,
      ratio: result.ratioOf(name),
      goal: `at most ${goal} ms`,
      met: result[name] <= goal,
      valid: result.valid,
    });
    return [
      line('P1', 'key', KEY_GOAL),
      line('P1 price alone', 'price', KEY_GOAL),
      line('P1 list of materials', 'list', LIST_GOAL),
    ];
  } finally {
    await open.close();
  }
}

const countList = () => {
  const systemOf = ({ materialId }: { materialId: string }) =>
    prices.materials.find(({ id }) => id === materialId)?.system as never;
  return countFence(
    basisOfFence({ fence: LARGEST, rules: DEFAULT_RULES, kinds: prices.book.gateKinds, systemOf, drawing: null }),
    'en',
  );
};

/** Opens the dialog with the largest fence. `key` returns the median milliseconds from a key stroke to the new total. */
export async function openDialog() {
  await buildIfNeeded({ say: () => undefined });
  const server = await startFakeDashboard();
  const browser = await launchChromium();
  const { answers } = server.fake;
  answers['pricing.get'] = () => prices;
  answers['leads.get'] = () => marisol;
  answers['estimates.listForLead'] = () => [
    {
      version: 1,
      notes: '',
      ownOffer: null,
      options: [{ label: null, perimeter: feetOf(LARGEST), materialType: 'Wood', gateCount: 40, fence: LARGEST }],
    },
  ];
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(
    `${server.url}/dashboard?${new URLSearchParams({ tab: 'leads', lead: LEAD_ID, dialog: 'estimate' })}`,
  );
  await page.getByRole('dialog').getByText('Valid through').waitFor();
  const keys = () =>
    page.evaluate(async (count) => {
      const field = document.querySelector<HTMLInputElement>('input[name="runs.20.feet"]');
      const total = document.querySelector('.sum .total .num');
      if (!field || !total) throw new Error('no row or no total');
      // React overrides the field's own property, so the text is written as the browser writes it.
      const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const took: number[] = [];
      for (let key = 0; key < count; key += 1) {
        await new Promise(requestAnimationFrame);
        const before = total.textContent;
        const began = performance.now();
        property?.set?.call(field, String(100 + ((key * 7) % 90)));
        field.dispatchEvent(new Event('input', { bubbles: true }));
        while (total.textContent === before) {
          if (performance.now() - began > 1_000) throw new Error('the total didn’t change');
          await Promise.resolve();
        }
        took.push(performance.now() - began);
      }
      return took;
    }, KEYS);
  return {
    page,
    key: async () => median(await keys()),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
