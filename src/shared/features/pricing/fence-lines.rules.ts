import type { FieldErrors } from '../../primitives/app-error.ts';
import { formatCents, MAX_CENTS } from '../../primitives/cents.ts';
import { formatFeet, formatNumber, isFeet } from '../../primitives/feet.ts';
import type { CalculatedWords } from '../estimates/words.ts';
import { FEET_HINT, FENCE_LIMITS, GATES_HINT, MAX_GATES } from './fence-limits.ts';
import { type Faulty, gateLines, placeGates, pricedFeet } from './fence-gates.rules.ts';
import { asTyped, type FenceLine, inAll, type LineKind, oneAmount, priced } from './fence-line.ts';
import { cornersAndEnds, feetOf, type Fence, type FenceRun } from './fence.ts';
import { halfUp } from './half-up.ts';
import { heightsInWords } from './heights-in-words.ts';
import type { PriceList } from './price-book.ts';

/** Matches material names that already contain the word fence, in either language. */
const NAMES_A_FENCE = /\bfence$|^(?:cerca|valla|barda)\b/i;

const fenceName = (material: string, { fence }: CalculatedWords): string =>
  NAMES_A_FENCE.test(material) ? material : fence({ material }).trim();

/** A run with everything that its price depends on. */
interface PricedRun {
  run: FenceRun;
  material: string;
  perFootCents: number;
  /** The feet that are priced. Less than the run's own if gates take their width. */
  feet: number;
}

const perFootOf = (run: FenceRun, { prices, faults, path }: Faulty & { prices: PriceList; path: string }) => {
  const material = prices.materials.find(({ id }) => id === run.materialId);
  if (!material) {
    faults[`${path}materialId`] = 'This material is no longer on your list. Choose another one';
    return null;
  }
  const base = prices.basePriceCents + material.premiumCents;
  if (run.heightFt === undefined) {
    if (base < 0) faults[`${path}materialId`] = `${material.name} costs less than $0 per foot. Change its price first`;
    return { material: material.name, perFootCents: base };
  }
  const heights = prices.book.heights.filter(({ materialId }) => materialId === run.materialId);
  const height = heights.find(({ heightFt }) => heightFt === run.heightFt);
  if (height) return { material: material.name, perFootCents: height.perFootCents };
  faults[`${path}heightFt`] =
    heights.length === 0
      ? `${material.name} has no prices by height. Leave the height out, or price it in your price book`
      : `${material.name} isn’t priced at ${formatFeet(run.heightFt)}. It’s priced at ${heightsInWords(heights.map(({ heightFt }) => heightFt))}`;
  return null;
};

const runLines = (
  { run, material, perFootCents, feet }: PricedRun,
  { plain, book }: { plain: boolean; book: PriceList['book'] },
): FenceLine[] => {
  const label = inAll((words, language) => {
    const name = fenceName(material.trim(), words);
    if (run.label !== undefined) return run.label;
    return plain || run.heightFt === undefined ? name : `${name}, ${formatFeet(run.heightFt, language)}`;
  });
  const line = priced({ kind: 'run', label, quantity: feet, unit: 'foot', unitCents: perFootCents });
  // A line this large is refused as a whole, and its shares wouldn't be exact.
  if (line.totalCents > MAX_CENTS) return [line];
  const share = (
    kind: 'slope' | 'hardDig',
    say: (words: CalculatedWords) => CalculatedWords['hardDig'],
    percent: number,
  ) =>
    percent === 0
      ? []
      : [
          oneAmount(
            kind,
            inAll((words, language) => say(words)({ run: label[language], percent: formatNumber(percent) })),
            halfUp(line.totalCents * Math.round(percent * 100), 10_000),
          ),
        ];
  const { slope, hardDigPercent } = book;
  return [
    line,
    ...(run.slope === 'moderate' ? share('slope', (words) => words.moderateSlope, slope.moderatePercent) : []),
    ...(run.slope === 'steep' ? share('slope', (words) => words.steepSlope, slope.steepPercent) : []),
    ...(run.hardDig === true ? share('hardDig', (words) => words.hardDig, hardDigPercent) : []),
  ];
};

/** Lines for a number of pieces, such as corners. Out of sight if there are none or they cost nothing. */
const counted = (
  kind: LineKind,
  label: FenceLine['label'],
  { count, unitCents }: { count: number; unitCents: number },
) => (count === 0 || unitCents === 0 ? [] : [priced({ kind, label, quantity: count, unit: 'each', unitCents })]);

const extraLines = (fence: Fence, { book }: PriceList): FenceLine[] => {
  const found = fence.plain ? { corners: 0, ends: 0 } : cornersAndEnds(fence);
  const { corners = found.corners, ends = found.ends, removalFeet = 0 } = fence;
  return [
    ...(removalFeet === 0
      ? []
      : [
          priced({
            kind: 'removal',
            label: inAll((words) => words.removal),
            quantity: removalFeet,
            unit: 'foot',
            unitCents: book.removalPerFootCents,
          }),
        ]),
    ...counted(
      'corner',
      inAll((words) => words.corners({ count: corners })),
      {
        count: corners,
        unitCents: book.corners.cornerCents,
      },
    ),
    ...counted(
      'end',
      inAll((words) => words.ends({ count: ends })),
      { count: ends, unitCents: book.corners.endCents },
    ),
  ];
};

const itemLines = (fence: Fence, { prices: { book }, faults }: Faulty & { prices: PriceList }): FenceLine[] => {
  const asked = new Map<string, number | undefined>();
  for (const [index, { itemId, quantity }] of fence.items.entries()) {
    if (!book.items.some(({ id }) => id === itemId))
      faults[`items.${index}.itemId`] = 'This item is no longer in your price book. Choose another one';
    else if (asked.has(itemId)) faults[`items.${index}.itemId`] = 'This item is already in the list';
    asked.set(itemId, quantity);
  }
  return book.items.flatMap(({ id, label, unit, cents, optional }) => {
    if (optional && !asked.has(id)) return [];
    const quantity = asked.get(id) ?? (unit === 'foot' ? feetOf(fence) : 1);
    return quantity === 0 ? [] : [priced({ kind: 'item', label: asTyped(label), quantity, unit, unitCents: cents })];
  });
};

const zoneLine = (zip: string | null, { prices: { book }, faults }: Faulty & { prices: PriceList }): FenceLine[] => {
  const zone = zip === null ? undefined : book.zones.find(({ zips }) => zips.includes(zip));
  if (!zone) return [];
  if ('refuse' in zone) {
    faults['zip'] = `You don’t serve ${zip}. Change the lead’s ZIP code, or the zones in your price book`;
    return [];
  }
  return zone.cents === 0
    ? []
    : [
        oneAmount(
          'zone',
          inAll(({ travel }) => travel),
          zone.cents,
        ),
      ];
};

const checkSizes = ({ plain, runs, gates, lines, addOns, items }: Fence, faults: FieldErrors): void => {
  for (const [index, { feet }] of runs.entries())
    if (!isFeet(feet)) faults[plain ? 'perimeter' : `runs.${index}.feet`] = FEET_HINT;
  if (gates.length > MAX_GATES) faults[plain ? 'gateCount' : 'gates'] = GATES_HINT;
  const { runs: most } = FENCE_LIMITS;
  if (runs.length === 0) faults['runs'] = 'Add a run';
  if (runs.length > most) faults['runs'] = `Use at most ${most} runs`;
  for (const [name, list] of Object.entries({ lines, addOns, items }))
    if (list.length > FENCE_LIMITS[name as 'lines' | 'addOns' | 'items'])
      faults[name] = `Use at most ${FENCE_LIMITS[name as 'lines' | 'addOns' | 'items']}`;
};

const TOO_LONG = `The total would be over ${formatCents(MAX_CENTS)}. Enter fewer feet`;

/**
 * Returns the lines of a fence at these prices, add-ons included, in the order in which they're shown. The lines that
 * depend on the ticked add-ons, which are the minimum and the rounding, aren't among them. `zip` is the job's ZIP code.
 * The errors name the fields of `fenceFields`, and `zip`.
 */
export const fenceLines = (
  fence: Fence,
  prices: PriceList,
  zip: string | null,
): { lines: FenceLine[]; faults: FieldErrors } => {
  const faults: FieldErrors = {};
  checkSizes(fence, faults);
  if (Object.keys(faults).length > 0) return { lines: [], faults };
  const gates = placeGates(fence, { prices, faults });
  const feet = pricedFeet(fence, { gates, prices, faults });
  const { book } = prices;
  const runs = fence.runs.flatMap((run, index): FenceLine[] => {
    const price = perFootOf(run, { prices, faults, path: fence.plain ? '' : `runs.${index}.` });
    return price ? runLines({ run, ...price, feet: feet[index] ?? 0 }, { plain: fence.plain, book }) : [];
  });
  const lines = [
    ...runs,
    ...gateLines(fence, gates),
    ...extraLines(fence, prices),
    ...itemLines(fence, { prices, faults }),
    ...zoneLine(zip, { prices, faults }),
    ...fence.lines.map(({ label, quantity, unitCents }) =>
      priced({ kind: 'line', label: asTyped(label), quantity, unit: 'each', unitCents }),
    ),
    ...fence.addOns.map(({ id, label, quantity, unitCents }) => ({
      ...priced({ kind: 'addOn', label: asTyped(label), quantity, unit: 'each', unitCents }),
      addOn: id,
    })),
  ];
  if (lines.reduce((sum, { totalCents }) => sum + totalCents, 0) > MAX_CENTS)
    faults[fence.plain ? 'perimeter' : 'runs'] = TOO_LONG;
  return { lines, faults };
};
