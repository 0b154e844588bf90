import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    invoices: InvoicesTable;
    invoice_counters: InvoiceCountersTable;
  }
}

/** The invoice of a signed estimate. Its content is read when it's drawn, and its number never changes. */
export interface InvoicesTable {
  company_id: CompanyId;
  /** From 1 in each company, without gaps. */
  number: number;
  estimate_id: EstimateId;
  created_at: Date;
}

export interface InvoiceCountersTable {
  company_id: CompanyId;
  last_number: number;
}
