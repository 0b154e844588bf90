import { BYTE_ORDER_MARK, writeCsv } from '../leads/lead-csv.file.ts';
import type { PriceBook } from './price-book.ts';

/** The columns, in order. Each row is one price. `amount` is in dollars, or in per cent where `what` says so. */
export const BOOK_COLUMNS = [
  'what',
  'key',
  'name',
  'material',
  'height',
  'unit',
  'leaves',
  'width',
  'amount',
  'zips',
] as const;
export type BookColumn = (typeof BOOK_COLUMNS)[number];
export type BookCells = Partial<Record<BookColumn, string>>;

export interface ListedMaterial {
  id: string;
  name: string;
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const yes = (value: boolean): string => (value ? 'yes' : 'no');

/** The rows for a book's single amounts, which are neutral at 0. */
const singleRows = (book: PriceBook): BookCells[] => [
  { what: 'removal', unit: 'foot', amount: dollars(book.removalPerFootCents) },
  { what: 'moderate slope', unit: 'percent', amount: String(book.slope.moderatePercent) },
  { what: 'steep slope', unit: 'percent', amount: String(book.slope.steepPercent) },
  { what: 'hard digging', unit: 'percent', amount: String(book.hardDigPercent) },
  { what: 'corner', unit: 'each', amount: dollars(book.corners.cornerCents) },
  { what: 'end', unit: 'each', amount: dollars(book.corners.endCents) },
  { what: 'minimum', unit: 'job', amount: dollars(book.minimumCents) },
  { what: 'rounding', unit: 'job', amount: dollars(book.roundToCents) },
  { what: 'tax', key: book.tax.on, name: book.tax.text, unit: 'percent', amount: String(book.tax.bps / 100) },
  { what: 'gate takes width', amount: yes(book.gateTakesWidth) },
  { what: 'price range', unit: 'percent', amount: String(book.range.percent) },
];

/**
 * Returns a price book as CSV, one row per price. Materials are named, because a spreadsheet's user knows their names
 * and not their ids. The file contains everything, also what is neutral, so that it shows what can be priced.
 */
export const bookToCsv = (book: PriceBook, materials: readonly ListedMaterial[]): string => {
  const nameOf = (id: string): string => materials.find((material) => material.id === id)?.name ?? '';
  const rows: BookCells[] = [
    ...book.heights.map(({ materialId, heightFt, perFootCents }) => ({
      what: 'height',
      material: nameOf(materialId),
      height: String(heightFt),
      unit: 'foot',
      amount: dollars(perFootCents),
    })),
    ...book.gateKinds.flatMap(({ key, label, leaves, widthFt, priceCents, byMaterial = [] }): BookCells[] => [
      {
        what: 'gate',
        key,
        name: label,
        unit: 'each',
        leaves: String(leaves),
        width: String(widthFt),
        amount: dollars(priceCents),
      },
      ...byMaterial.map(({ materialId, heightFt, priceCents: cents }) => ({
        what: 'gate price',
        key,
        material: nameOf(materialId),
        height: heightFt === undefined ? '' : String(heightFt),
        unit: 'each',
        amount: dollars(cents),
      })),
    ]),
    ...book.items.map(({ id, label, unit, cents, optional }) => ({
      what: optional ? 'optional item' : 'item',
      key: id,
      name: label,
      unit,
      amount: dollars(cents),
    })),
    ...book.zones.map((zone) => ({
      what: 'zone',
      zips: zone.zips.join(' '),
      amount: 'cents' in zone ? dollars(zone.cents) : 'no service',
    })),
    ...singleRows(book),
  ];
  return (
    BYTE_ORDER_MARK +
    writeCsv([[...BOOK_COLUMNS], ...rows.map((row) => BOOK_COLUMNS.map((column) => row[column] ?? ''))])
  );
};
