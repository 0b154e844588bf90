import { randomUUID } from 'node:crypto';
import { bookToCsv } from '#shared/features/pricing/book-csv.ts';
import type { BookInput, BookUpdateInput } from '#shared/features/pricing/price-book.schema.ts';
import { WALK } from '#shared/features/pricing/price-book.ts';
import { bookFromCsv } from '#shared/features/pricing/read-book-csv.rules.ts';
import { AppError, type FieldErrors, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { getPrices, lockPrices, type StoredPrices } from './prices.repository.ts';

type BookDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Saves the whole price book. Its price of a walk gate becomes the company's gate price. Returns the new version. Throws
 * CONFLICT if the stored book isn't the version that the form loaded. Throws VALIDATION_FAILED if a material isn't in the
 * company's list.
 */
export const updateBook = (
  deps: BookDeps,
  companyId: CompanyId,
  { book, version }: BookUpdateInput,
): Promise<{ version: number }> =>
  inCompany(deps.db, companyId, async (tx) => {
    await lockPrices(tx, companyId);
    const prices = await getPrices(tx, companyId);
    if (version !== prices.bookVersion)
      throw new AppError('The price book was changed in another window. Load it again to see the change', 'CONFLICT');
    const faults = foreignMaterials(book, prices.materials);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return storeBook(tx, { companyId, prices, book, at: deps.clock.now() });
  });

/** Returns the price book as CSV, in the columns that `importBook` reads. */
export const exportBook = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<{ csv: string }> =>
  inCompany(db, companyId, async (tx) => {
    const { book, materials } = await getPrices(tx, companyId);
    return { csv: bookToCsv(book, materials) };
  });

/**
 * Replaces the whole price book with the one in a CSV file. Returns the new version. Throws VALIDATION_FAILED with an
 * error for each faulty row (`rows.7`), or for the file (`csv`). Then nothing is changed.
 */
export const importBook = (deps: BookDeps, companyId: CompanyId, csv: string): Promise<{ version: number }> =>
  inCompany(deps.db, companyId, async (tx) => {
    await lockPrices(tx, companyId);
    const prices = await getPrices(tx, companyId);
    const read = bookFromCsv(csv, prices.materials);
    if ('faults' in read) throw invalid(read.faults);
    return storeBook(tx, { companyId, prices, book: read.book, at: deps.clock.now() });
  });

interface NewBook {
  companyId: CompanyId;
  /** The prices until now. */
  prices: StoredPrices;
  book: BookInput;
  at: Date;
}

const storeBook = async (tx: CompanyTx, { companyId, prices, book, at }: NewBook): Promise<{ version: number }> => {
  const version = prices.bookVersion + 1;
  const stored = { ...book, items: book.items.map((item) => ({ ...item, id: item.id ?? randomUUID() })) };
  await tx
    .updateTable('pricing_settings')
    .set((row) => ({
      book: JSON.stringify(stored),
      book_version: version,
      gate_price_cents: book.gateKinds.find(({ key }) => key === WALK)?.priceCents ?? prices.gatePriceCents,
      confirmed_at: row.fn.coalesce('confirmed_at', row.val(at)),
    }))
    .where('company_id', '=', companyId)
    .execute();
  return { version };
};

/** Returns an error for each price of a material that isn't in the company's list. */
const foreignMaterials = ({ heights, gateKinds }: BookInput, listed: readonly { id: MaterialId }[]): FieldErrors => {
  const known = new Set(listed.map(({ id }) => id));
  const named = [
    ...heights.map(({ materialId }, at) => ({ materialId, path: `book.heights.${at}.materialId` })),
    ...gateKinds.flatMap(({ byMaterial = [] }, kind) =>
      byMaterial.map(({ materialId }, at) => ({
        materialId,
        path: `book.gateKinds.${kind}.byMaterial.${at}.materialId`,
      })),
    ),
  ];
  return Object.fromEntries(
    named.flatMap(({ materialId, path }) =>
      known.has(materialId) ? [] : [[path, 'This material isn’t on your list. Choose another one']],
    ),
  );
};
