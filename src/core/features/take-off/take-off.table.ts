import type { ColumnType, Generated } from 'kysely';
import type { BagPounds } from '#shared/features/take-off/fence-system.schema.ts';
import type { SystemChanges } from '#shared/features/take-off/default-rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    take_off_rules: TakeOffRulesTable;
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
