import type { ColumnType, Generated, Selectable } from 'kysely';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import type { DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import type { FenceLine } from '#shared/features/pricing/fence-line.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import type { SumRules } from '#shared/features/pricing/price.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { CountBasis } from '#shared/features/take-off/count-fence.rules.ts';
import type { CompanyId, EstimateId, EstimateOptionId, MessageId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Json } from '../../platform/db/tables.ts';
import type { LogoSnapshot } from '../company/company.table.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    estimates: EstimatesTable;
    estimate_options: EstimateOptionsTable;
    estimate_acceptances: EstimateAcceptancesTable;
    estimate_offers: EstimateOffersTable;
    estimate_links: EstimateLinksTable;
    estimate_pdfs: EstimatePdfsTable;
    payment_stages: PaymentStagesTable;
  }
}

/** The sender's details at the time the version was sent. */
export interface CompanySnapshot {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postalAddress: string | null;
  timeZone: string;
  /** Missing in estimates created before logos were supported. */
  logo?: LogoSnapshot | null;
}

/** The homeowner's details at the time the version was sent. */
export interface CustomerSnapshot {
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  zip: string | null;
}

/**
 * What an option was priced as: the fence that was described, its lines with all add-ons, and the rules for the sum. The
 * lines of the minimum and the rounding aren't stored, because they depend on the ticked add-ons.
 */
export interface StoredPrice {
  fence: Fence;
  lines: FenceLine[];
  rules: SumRules;
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
  /** The price without add-ons and without a discount, tax included. */
  total_cents: number;
  /** Null for versions sent before lines were stored. Theirs are made from the prices above. */
  priced: ColumnType<StoredPrice | null, string | null, never>;
  /** The prices it was priced with, in `price_lists`. Null for versions sent before they were kept. */
  price_list: ColumnType<string | null, string | undefined, never>;
  /** The sum of the lines with the ticked add-ons, and its taxed part. Null together with `priced`. */
  sum_cents: number | null;
  taxable_cents: Generated<number>;
  tax_bps: Generated<number>;
  /** The ids of the add-ons that the homeowner has ticked, in any option. Fixed once the version is signed. */
  ticked_add_ons: ColumnType<string[], string | undefined, string>;
  /** Defaults to half of the total, without a cap. */
  deposit_terms: ColumnType<DepositTerms, string | undefined, string>;
  /** The homeowner's drawing, if its length matches the fence's. */
  drawing: FenceDrawing | null;
  notes: Generated<string>;
  /** The deposit placeholder isn't filled in, because the deposit differs by option and offer. */
  terms: string;
  /** The language that the version and its `terms` were sent in. */
  language: Generated<Language>;
  /**
   * The same terms in the other language. Null if the contractor doesn't have terms in that language, or changed
   * `terms` for this estimate only.
   */
  other_terms: string | null;
  company: Json<CompanySnapshot>;
  customer: Json<CustomerSnapshot>;
  sent_at: Date;
  /** The contractor's own discount. Its last day is in the job's time zone, and `offer_ends_at` is the end of that day. */
  offer: ColumnType<Offer | null, string | null | undefined, never>;
  offer_ends_on: ColumnType<string | null, string | null | undefined, never>;
  offer_ends_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** The last day to accept the version, as 'YYYY-MM-DD'. The day ends at midnight in `job_zone`. */
  valid_until: string;
  /**
   * The job's time zone when the version was sent. Null for versions that were sent before it was stored. For those, the
   * company's time zone applies.
   */
  job_zone: string | null;
  first_viewed_at: Date | null;
  last_viewed_at: Date | null;
  view_count: Generated<number>;
  declined_at: Date | null;
  decline_reason: string | null;
  /** When work started. In US states with a deposit cap, the balance can't be paid before then. */
  work_started_at: Date | null;
  /**
   * When the work was completed. From then on, the homeowner's page asks for the balance. Never set without
   * `work_started_at`.
   */
  work_done_at: Date | null;
}

/** One option in an estimate version. The row is never changed. */
export interface EstimateOptionsTable {
  id: Generated<EstimateOptionId>;
  company_id: CompanyId;
  estimate_id: EstimateId;
  /** The option's position, from 1 to 3. */
  position: number;
  label: string;
  perimeter_ft: number;
  gate_count: number;
  material_type: string;
  base_price_cents: number;
  premium_cents: number;
  gate_price_cents: number;
  total_cents: number;
  priced: ColumnType<StoredPrice | null, string | null, never>;
}

/** The only signature on an estimate version (C29). The row is never changed. */
export interface EstimateAcceptancesTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  estimate_id: EstimateId;
  option_id: EstimateOptionId | null;
  name: string;
  mark_kind: 'typed' | 'drawn';
  /** The typed name, or the drawn strokes as an SVG path. */
  mark: string;
  consent_text: string;
  consent_version: string;
  /** The language of the document, consent and notice of cancellation that the homeowner saw (C28). */
  language: Generated<Language>;
  /** The exact document that was signed, in canonical form. `document_hash` is its SHA-256 in hex. */
  document: string;
  document_hash: string;
  terms_hash: string;
  discount_cents: number;
  /** The add-ons that the signature covers. */
  add_on_ids: ColumnType<string[], string | undefined, never>;
  total_cents: number;
  deposit_cents: number;
  cancel_days: number;
  /** The last day to cancel, in the time zone `cancel_zone`, as 'YYYY-MM-DD'. */
  cancel_until: string;
  cancel_zone: string;
  /** What the signed option's materials are counted from. Null if it was signed before this was stored. */
  take_off: ColumnType<CountBasis | null, string, never>;
  ip: string;
  user_agent: string;
  /** When the homeowner signed, by the business clock. */
  at: Date;
  /** When the homeowner signed, in wall-clock time. */
  signed_at: Generated<Date>;
}

/** An offer that a follow-up made (C30): `percent` or `amount_cents` off. */
export interface EstimateOffersTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  /** The id of the follow-up that makes the offer. */
  source_id: MessageId;
  percent: number | null;
  amount_cents: number | null;
  /** The number of days after the day it was sent. */
  days: number;
  starts_at: Date;
  /** The last day in the job's time zone, as 'YYYY-MM-DD'. `ends_at` is the instant when it ends. */
  ends_on: string;
  ends_at: Date;
}

export interface EstimateLinksTable {
  id: Generated<string>;
  company_id: CompanyId;
  estimate_id: EstimateId;
  token_hash: string;
  sealed_token: string;
  /** The hash of the short link's code. Like `sealed_code`, it's null until a message contains the link. */
  code_hash: Generated<string | null>;
  sealed_code: Generated<string | null>;
  revoked_at: Date | null;
  created_at: Date;
}

/**
 * A stage of a version's payment plan, as it was entered: a share of the total in percent, an amount in cents or, if both
 * are null, the rest. A version without rows asks for a deposit and the rest (`deposit_terms`).
 */
export interface PaymentStagesTable {
  company_id: CompanyId;
  estimate_id: EstimateId;
  /** From 1. */
  position: number;
  label: string;
  percent: ColumnType<number | null, number | null, never>;
  cents: number | null;
  /** 'signing', 'done', a day, or the label of a step of the job. */
  due: string;
}

/**
 * A rendered PDF. `hash` covers everything printed on it. Rows are deleted after a while, because PDFs can be rendered
 * again.
 */
export interface EstimatePdfsTable {
  company_id: CompanyId;
  estimate_id: EstimateId;
  hash: string;
  content: Buffer;
  drawn_at: Date;
}

export type EstimateRow = Selectable<EstimatesTable>;
export type EstimateOptionRow = Selectable<EstimateOptionsTable>;
export type AcceptanceRow = Selectable<EstimateAcceptancesTable>;
