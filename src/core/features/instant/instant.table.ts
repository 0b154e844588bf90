import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    instant_settings: InstantSettingsTable;
  }
}

/** A company's bounds for instant estimates. A company without a row has never turned them on. */
export interface InstantSettingsTable {
  company_id: CompanyId;
  enabled: boolean;
  max_total_cents: number;
  /** In feet, with decimals. */
  max_feet: number;
  /** Empty: the service area. */
  zips: string[];
  /** Empty: all materials. */
  material_ids: string[];
  require_drawing: boolean;
  visit_first: boolean;
}
