import type { ColumnType, Generated } from 'kysely';
import type { BagPounds } from '#shared/features/take-off/fence-system.schema.ts';
import type { SystemChanges } from '#shared/features/take-off/default-rules.ts';
import type { LaborRate } from '#shared/features/take-off/costs.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    take_off_rules: TakeOffRulesTable;
    company_costs: CompanyCostsTable;
  }
}

/** A company's own rules for counting materials. Without a row, the defaults apply. */
export interface TakeOffRulesTable {
  company_id: CompanyId;
  /** Counts the saved changes, from 1. */
  version: Generated<number>;
  default_bag_lb: BagPounds;
  /** The fields that differ from the defaults, by the system's key. */
  changes: ColumnType<SystemChanges, string, string>;
}

/** What a company pays for materials and labor. Without a row, nothing was entered. */
export interface CompanyCostsTable {
  company_id: CompanyId;
  /** Counts the saved changes, from 1. */
  version: Generated<number>;
  hourly_cents: number;
  /** Cents by the key of an item in a list of materials. */
  items: ColumnType<Record<string, number>, string, string>;
  labor: ColumnType<LaborRate[], string, string>;
  target_margin_bps: number | null;
}
