import type { ColumnType, Generated } from 'kysely';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** The sender as it was when the estimate went out. */
export interface CompanySnapshot {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postalAddress: string | null;
  timeZone: string;
}

/** The homeowner as he was when the estimate went out. */
export interface CustomerSnapshot {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  zip: string | null;
}

export interface EstimatesTable {
  id: Generated<EstimateId>;
  company_id: CompanyId;
  lead_id: LeadId;
  version: number;
  number: string;
  status: Generated<EstimateStatus>;
  perimeter_ft: number;
  gate_count: number;
  material_type: string;
  base_price_cents: number;
  premium_cents: number;
  gate_price_cents: number;
  total_cents: number;
  deposit_cents: number;
  notes: Generated<string>;
  terms: string;
  company: Json<CompanySnapshot>;
  customer: Json<CustomerSnapshot>;
  sent_at: Date;
  /** 'YYYY-MM-DD', the last day in the company's time zone on which it may be accepted. */
  valid_until: string;
  first_viewed_at: Date | null;
  last_viewed_at: Date | null;
  view_count: Generated<number>;
}

export interface EstimateLinksTable {
  id: Generated<string>;
  company_id: CompanyId;
  estimate_id: EstimateId;
  token_hash: string;
  sealed_token: string;
  revoked_at: Date | null;
  created_at: Date;
}
