import { z } from 'zod';
import { materialIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { line, paragraph } from '../../primitives/text.ts';
import { MAX_UNIT_CENTS, UNIT_PRICE_HINT as PRICE } from './fence-limits.ts';
import { FIXED_KINDS } from './price-book.ts';

/** The price book's limits. Amounts are in cents, lengths in feet. */
export const BOOK_LIMITS = {
  cents: MAX_UNIT_CENTS,
  percent: 300,
  taxBps: 2_000,
  heights: 300,
  gateKinds: 30,
  items: 200,
  zones: 50,
  zips: 2_000,
  minHeightFt: 1,
  maxHeightFt: 12,
  maxWidthFt: 100,
} as const;
/** The steps that a sum can be rounded to, in cents. 0 doesn't round. */
export const ROUND_STEPS = [0, 100, 500, 1_000, 2_500, 5_000] as const;

const PERCENT = 'Enter a percentage from 0 to 300, such as 15';
const HEIGHT = 'Enter a height from 1 to 12 feet in half feet, such as 6';
const WIDTH = 'Enter a width from 0.5 to 100 feet, such as 4';
const TAX = 'Enter a tax rate from 0 to 20 percent, such as 6';
const ZIP = 'Enter a ZIP code of five digits, such as 83702';
const ROUND = 'Choose $0, $1, $5, $10, $25 or $50';
const REQUIRED_KINDS = 'Keep the gate kinds walk and double. A company always has both';

/** Whether a number has at most two decimals. */
const twoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

export const bookCents = z.number(PRICE).int(PRICE).min(0, PRICE).max(BOOK_LIMITS.cents, PRICE);
const percent = z.number(PERCENT).min(0, PERCENT).max(BOOK_LIMITS.percent, PERCENT).refine(twoDecimals, PERCENT);
/** A fence's height: 1 to 12 feet in half feet. */
export const heightSchema = z
  .number(HEIGHT)
  .min(BOOK_LIMITS.minHeightFt, HEIGHT)
  .max(BOOK_LIMITS.maxHeightFt, HEIGHT)
  .multipleOf(0.5, HEIGHT);

const priceByMaterial = z.strictObject({
  materialId: materialIdSchema,
  heightFt: heightSchema.optional(),
  priceCents: bookCents,
});

const gateKind = z.strictObject({
  key: z.string('Enter a short name for this gate').regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'Use letters, digits and - only'),
  label: line('a name for this gate, such as Walk gate', 60),
  leaves: z.union([z.literal(1), z.literal(2)], 'Choose 1 or 2 leaves'),
  widthFt: z.number(WIDTH).min(0.5, WIDTH).max(BOOK_LIMITS.maxWidthFt, WIDTH).refine(twoDecimals, WIDTH),
  priceCents: bookCents,
  byMaterial: z.array(priceByMaterial).max(BOOK_LIMITS.heights).optional(),
});

const item = z.strictObject({
  /** A UUID. The server makes one for a new item without an id. */
  id: uuidSchema('Leave out the id of a new item').optional(),
  label: line('a name for this item, such as Permit', 80),
  unit: z.enum(['job', 'each', 'foot'], 'Choose job, each or foot'),
  cents: bookCents,
  optional: z.boolean('Choose whether this item is optional'),
});

const zips = z
  .array(z.string(ZIP).regex(/^\d{5}$/, ZIP))
  .min(1, 'Enter at least one ZIP code')
  .max(BOOK_LIMITS.zips, `Enter at most ${BOOK_LIMITS.zips} ZIP codes`);
const zone = z.union([
  z.strictObject({ zips, cents: bookCents }),
  z.strictObject({ zips, refuse: z.literal(true, 'Set a surcharge, or refuse this zone') }),
]);

const bookFields = z.strictObject({
  heights: z
    .array(z.strictObject({ materialId: materialIdSchema, heightFt: heightSchema, perFootCents: bookCents }))
    .max(BOOK_LIMITS.heights, `Price at most ${BOOK_LIMITS.heights} heights`),
  gateKinds: z.array(gateKind).max(BOOK_LIMITS.gateKinds, `Use at most ${BOOK_LIMITS.gateKinds} kinds of gates`),
  removalPerFootCents: bookCents,
  slope: z.strictObject({ moderatePercent: percent, steepPercent: percent }),
  hardDigPercent: percent,
  corners: z.strictObject({ cornerCents: bookCents, endCents: bookCents }),
  items: z.array(item).max(BOOK_LIMITS.items, `Use at most ${BOOK_LIMITS.items} items`),
  zones: z.array(zone).max(BOOK_LIMITS.zones, `Use at most ${BOOK_LIMITS.zones} zones`),
  minimumCents: bookCents,
  roundToCents: z.number(ROUND).refine((value) => (ROUND_STEPS as readonly number[]).includes(value), ROUND),
  tax: z.strictObject({
    bps: z.number(TAX).int(TAX).min(0, TAX).max(BOOK_LIMITS.taxBps, TAX),
    on: z.enum(['all', 'fence'], 'Choose what is taxed'),
    text: paragraph(60).default(''),
  }),
  gateTakesWidth: z.boolean('Choose whether gates take their width'),
  range: z.strictObject({ percent: z.number(PERCENT).min(0, PERCENT).max(100, PERCENT).refine(twoDecimals, PERCENT) }),
});

/** Reports every entry of a list whose key is already taken by an earlier one. */
const refuseTwice = (
  keys: readonly { key: string; path: (string | number)[] }[],
  message: string,
  context: z.RefinementCtx,
): void => {
  const seen = new Set<string>();
  for (const { key, path } of keys) {
    if (seen.has(key)) context.addIssue({ code: 'custom', path, message });
    seen.add(key);
  }
};

/** A whole price book as it's saved. The version isn't part of it. */
export const bookInput = bookFields.superRefine((book, context) => {
  refuseTwice(
    book.heights.map(({ materialId, heightFt }, at) => ({
      key: `${materialId} ${heightFt}`,
      path: ['heights', at, 'heightFt'],
    })),
    'This height is already priced for this material',
    context,
  );
  refuseTwice(
    book.gateKinds.map(({ key }, at) => ({ key, path: ['gateKinds', at, 'key'] })),
    'You already have a gate with this key',
    context,
  );
  for (const [kind, { byMaterial = [] }] of book.gateKinds.entries())
    refuseTwice(
      byMaterial.map(({ materialId, heightFt }, at) => ({
        key: `${materialId} ${heightFt ?? ''}`,
        path: ['gateKinds', kind, 'byMaterial', at, 'materialId'],
      })),
      'This gate is already priced for this material',
      context,
    );
  refuseTwice(
    book.items.flatMap(({ id }, at) => (id === undefined ? [] : [{ key: id, path: ['items', at, 'id'] }])),
    'Two items have the same id',
    context,
  );
  refuseTwice(
    book.zones.flatMap((one, at) => one.zips.map((key, index) => ({ key, path: ['zones', at, 'zips', index] }))),
    'This ZIP code is already in a zone',
    context,
  );
  if (book.zones.reduce((sum, one) => sum + one.zips.length, 0) > BOOK_LIMITS.zips)
    context.addIssue({ code: 'custom', path: ['zones'], message: `Enter at most ${BOOK_LIMITS.zips} ZIP codes` });
  const kinds = new Set(book.gateKinds.map(({ key }) => key));
  if (!FIXED_KINDS.every((key) => kinds.has(key)))
    context.addIssue({ code: 'custom', path: ['gateKinds'], message: REQUIRED_KINDS });
});
export type BookInput = z.infer<typeof bookInput>;

/** `version` is the one that the form loaded. If the stored book is newer, the update is rejected with CONFLICT. */
export const bookUpdateInput = z.strictObject({ book: bookInput, version: z.number().int() });
export type BookUpdateInput = z.infer<typeof bookUpdateInput>;
/** A price book's file as text. At most 1,000,000 characters. */
export const bookImportInput = z.strictObject({
  csv: z
    .string('Choose a CSV file')
    .min(1, 'This file is empty. Export your price book to see the columns')
    .max(1_000_000, 'This file is too large for a price book'),
});
export const bookCsvView = z.object({ csv: z.string() });
export const bookUpdatedView = z.object({ version: z.number().int() });

/** The stored book, with the version that its next update must name. */
export const bookView = z.object({
  ...bookFields.shape,
  // the company's gate price may be above the book's limit
  gateKinds: z.array(gateKind.extend({ priceCents: z.number().int() })),
  items: z.array(item.extend({ id: z.string() })),
  version: z.number().int(),
});
