import type { Generated } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    company_exports: CompanyExportsTable;
    company_export_parts: CompanyExportPartsTable;
  }
}

/** A zip of all of a company's data. At most one per company is waiting or running. */
export interface CompanyExportsTable {
  id: Generated<string>;
  company_id: CompanyId;
  requested_at: Date;
  /** 'removed': its parts were deleted. */
  status: Generated<'waiting' | 'running' | 'done' | 'failed' | 'removed'>;
  /** Names the worker that makes it. Null if no worker does. */
  claim: string | null;
  claimed_until: Date | null;
  /** How often a worker began it. */
  attempts: Generated<number>;
  rows_done: Generated<number>;
  /** Null until the rows were counted. */
  rows_total: number | null;
  /** The zip's bytes so far. */
  size: Generated<number>;
  finished_at: Date | null;
  deletes_at: Date | null;
}

/** A part of an export's zip, about 1 MB. The parts in order of their position are the file. */
export interface CompanyExportPartsTable {
  company_id: CompanyId;
  export_id: string;
  position: number;
  content: Buffer;
}
