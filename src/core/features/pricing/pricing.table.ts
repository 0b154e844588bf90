import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PriceBook, PriceList } from '#shared/features/pricing/price-book.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    pricing_settings: PricingSettingsTable;
    materials: MaterialsTable;
    price_lists: PriceListsTable;
  }
}

export interface PricingSettingsTable {
  company_id: CompanyId;
  base_price_cents: Generated<number>;
  gate_price_cents: Generated<number>;
  /** When the contractor first saved or confirmed the prices. Null if they're still the defaults. */
  confirmed_at: Date | null;
  /** Null for a neutral book. */
  book: ColumnType<StoredBook | null, string | null | undefined, string | null>;
  /** Counts the saved changes of the book and the gate price, from 1. */
  book_version: Generated<number>;
}

/** A saved price book. The price of a walk gate in it isn't used, because `gate_price_cents` is that price. */
export type StoredBook = PriceBook;

export interface MaterialsTable {
  id: Generated<MaterialId>;
  company_id: CompanyId;
  name: string;
  premium_cents: Generated<number>;
  description: Generated<string>;
  /** A company has at most two of these (the trigger `at_most_two_basic_materials`). */
  basic: Generated<boolean>;
  /** The fence system that its materials are counted with. */
  system: SystemKey | null;
  position: Generated<number>;
  deleted_at: Date | null;
}

/** Prices that estimates were priced with. Rows are never changed. */
export interface PriceListsTable {
  company_id: CompanyId;
  /** The SHA-256 of the list as JSON, in hex. */
  hash: string;
  prices: ColumnType<PriceList, string, never>;
}

export type MaterialRow = Selectable<MaterialsTable>;
