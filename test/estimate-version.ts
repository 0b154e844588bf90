import type { Version } from '#core/features/estimates/estimate-document.ts';
import { canonicalDocument, sha256 } from '#core/features/estimates/signed-document.ts';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { rightIfSignedNow } from '#core/features/estimates/right-to-cancel.ts';
import type { AcceptanceRow, EstimateOptionRow, EstimateRow } from '#core/features/estimates/estimates.table.ts';
import { DEFAULT_TERMS_ES } from '#shared/features/company/default-terms.es.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { DEFAULT_DEPOSIT } from '#shared/features/estimates/deposit.rules.ts';
import { SIGN_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { sumStored, storedPriceOf } from '#core/features/estimates/stored-price.ts';
import type { StoredPrice } from '#core/features/estimates/estimates.table.ts';
import type { CompanyId, EstimateId, EstimateOptionId, LeadId } from '#shared/primitives/ids.ts';

/** The priced job. By default, it's the design's example: 184 ft of vinyl with a gate for $3,542.08. */
export interface GivenFence {
  perimeter_ft?: number;
  gate_count?: number;
  material_type?: string;
  base_price_cents?: number;
  premium_cents?: number;
  gate_price_cents?: number;
  /** By default, null: a version sent before lines were stored. */
  priced?: StoredPrice | null;
}

export type GivenVersion = Partial<Omit<Version, 'estimate' | 'options'>> & {
  estimate?: Partial<EstimateRow>;
  options?: (GivenFence & { label: string })[];
};

const priced = (given: GivenFence) => {
  const fence = {
    perimeter_ft: 184,
    gate_count: 1,
    material_type: 'Vinyl',
    base_price_cents: 762,
    premium_cents: 1_000,
    gate_price_cents: 30_000,
    priced: null,
    ...given,
  };
  return { ...fence, total_cents: sumStored(storedPriceOf(fence), { ticked: [] }).totalCents };
};

const COMPANY = '01920000-0000-7000-8000-000000000001' as CompanyId;
const ESTIMATE = '01920000-0000-7000-8000-000000000002' as EstimateId;

/**
 * Returns a stored version as `findVersion` reads it, without a database. A test passes only the values that it depends
 * on.
 */
export const versionOf = ({ estimate: given = {}, options = [], ...rest }: GivenVersion = {}): Version => {
  const deposit_terms = given.deposit_terms ?? DEFAULT_DEPOSIT;
  const rows = options.map(({ label, ...fence }, index): EstimateOptionRow => ({
    id: `01920000-0000-7000-8000-00000000001${index}` as EstimateOptionId,
    company_id: COMPANY,
    estimate_id: ESTIMATE,
    position: index + 1,
    label,
    ...priced(fence),
  }));
  const estimate: EstimateRow = {
    id: ESTIMATE,
    company_id: COMPANY,
    lead_id: '01920000-0000-7000-8000-0000005d0045' as LeadId,
    version: 1,
    offer: null,
    offer_ends_on: null,
    offer_ends_at: null,
    number: 'EST-5d0045-2186',
    status: 'sent',
    ...priced(options[0] ?? given),
    price_list: null,
    sum_cents: null,
    taxable_cents: 0,
    tax_bps: 0,
    ticked_add_ons: [],
    deposit_terms,
    drawing: null,
    notes: 'Old chain link on the north side comes out first. Gate by the driveway, 4 ft wide.',
    terms: DEFAULT_TERMS,
    language: 'en',
    other_terms: DEFAULT_TERMS_ES,
    company: {
      name: 'Acme Fence',
      email: 'office@acme.example',
      phone: '+12085550100',
      address: '640 Mill St, Boise, ID',
      postalAddress: '640 Mill St, Boise, ID 83702',
      timeZone: 'America/Boise',
    },
    customer: {
      name: 'Marisol Vega',
      email: 'marisol@example.com',
      phone: '+12085550172',
      address: '2217 Sagebrush Ln',
      zip: '83642',
    },
    sent_at: new Date('2026-11-05T17:00:00Z'),
    valid_until: '2026-12-05',
    job_zone: 'America/Boise',
    first_viewed_at: null,
    last_viewed_at: null,
    view_count: 0,
    declined_at: null,
    decline_reason: null,
    work_started_at: null,
    work_done_at: null,
    ...given,
  };
  return { estimate, options: rows, plan: null, acceptance: null, changes: [], offers: [], hasNewer: false, ...rest };
};

/** Returns the same version, signed at this instant, with the option at this index (0 is the first). */
export const signedVersion = (
  version: Version,
  { at, position = 0, mark = 'Marisol Vega' }: { at: Date; position?: number; mark?: string },
): Version & { acceptance: AcceptanceRow } => {
  const document = documentOf(version, version.options[position]?.id);
  const text = canonicalDocument(document);
  const right = rightIfSignedNow(document, at);
  return {
    ...version,
    estimate: { ...version.estimate, status: 'accepted' },
    acceptance: {
      id: '01920000-0000-7000-8000-000000000003',
      company_id: version.estimate.company_id,
      lead_id: version.estimate.lead_id,
      estimate_id: version.estimate.id,
      option_id: version.options[position]?.id ?? null,
      language: document.language,
      name: 'Marisol Vega',
      mark_kind: mark.startsWith('M') && /\d/.test(mark) ? 'drawn' : 'typed',
      mark,
      consent_text: SIGN_CONSENTS[document.language].text,
      consent_version: SIGN_CONSENTS[document.language].version,
      document: text,
      document_hash: sha256(text),
      terms_hash: sha256(document.chosen.terms),
      discount_cents: document.chosen.discountCents,
      add_on_ids: document.chosen.addOnIds,
      take_off: null,
      total_cents: document.chosen.totalCents,
      deposit_cents: document.chosen.deposit.cents,
      cancel_days: right.businessDays,
      cancel_until: right.until,
      cancel_zone: right.zone,
      ip: '192.0.2.1',
      user_agent: 'test',
      at,
      signed_at: at,
    },
  };
};
