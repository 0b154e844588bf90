import { randomUUID } from 'node:crypto';
import { type Deposit, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import {
  type DatedOffer,
  discountBy,
  type SentOffer,
  sentOffer,
} from '#shared/features/estimates/offer-price.rules.ts';
import { validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import type { EstimatePreviewInput } from '#shared/features/estimates/estimates.schema.ts';
import { type PlanStage, withRest } from '#shared/features/payments/payment-plan.rules.ts';
import { jobZip } from '#shared/features/leads/job-zip.ts';
import { feetOf } from '#shared/features/pricing/fence.ts';
import { fenceOf } from '#shared/features/pricing/fence-of.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import { type EstimateLine, viewLines } from '#shared/features/pricing/line-view.ts';
import { type FencePrice, priceFence, sumRulesOf, taxWords } from '#shared/features/pricing/price.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { depositCapOf, placeOf, stateIn } from '../../platform/us-data/index.ts';
import type { EstimateLead } from './estimates.repository.ts';
import { listLeadOffers } from './estimate-offers.ts';
import { getPrices, type ListedPrice, type StoredPrices } from '../pricing/prices.repository.ts';
import type { StoredPrice } from './estimates.table.ts';
import { refuseFaults } from './payment-stages.ts';
import { sumStored } from './stored-price.ts';

/**
 * An option in an estimate that isn't stored yet. `label` is null if it's the only option and has no name. Amounts are
 * in cents.
 */
export interface DraftOption {
  label: string | null;
  /** What is stored: the fence, its lines and the rules for their sum. */
  stored: StoredPrice;
  perimeter: number;
  gateCount: number;
  /** The material of the first run. */
  material: ListedPrice;
  basePriceCents: number;
  gatePriceCents: number;
  /** The sums before the discount, without add-ons. */
  full: FencePrice;
  /** `totalCents` is what the homeowner is asked for: the subtotal minus the discount, plus the tax. */
  subtotalCents: number;
  discountCents: number;
  taxCents: number;
  taxLabel: string | null;
  totalCents: number;
  deposit: Deposit;
  lines: EstimateLine[];
}

/** An estimate's contents before it's stored, computed from the current settings. */
export interface DraftEstimate {
  /** The first option. Its amounts are stored on the estimate itself. */
  first: DraftOption;
  /** All options, starting with `first`. */
  options: DraftOption[];
  /** The prices that all options are priced with. */
  prices: StoredPrices;
  depositTerms: DepositTerms;
  /** The contractor's own discount, if sent now. */
  offer: SentOffer | null;
  /** The live offers that follow-ups made to the lead. They apply too, but the discounts aren't added up. */
  leadOffers: DatedOffer[];
  /** The current date in the job's time zone, from which an offer's days count. */
  offersFrom: LocalDate;
  /** The current date in the company's time zone. `validUntil` is the last day to accept the estimate. */
  date: LocalDate;
  validUntil: LocalDate;
}

interface Draft {
  company: CompanyRow;
  lead: Pick<EstimateLead, 'id' | 'zip' | 'address' | 'phone'>;
  input: FenceInput & Pick<EstimatePreviewInput, 'options' | 'offer' | 'stages'>;
  at: Date;
}

/**
 * Prices an estimate with the company's current settings, which it reads in this transaction. Throws VALIDATION_FAILED
 * if a material was deleted or if the price can't be computed.
 */
export const draftEstimate = async (tx: CompanyTx, { company, lead, input, at }: Draft): Promise<DraftEstimate> => {
  const prices = await getPrices(tx, company.id);
  const depositTerms = withPlan(depositTermsOf(company, lead), input.stages);
  const asked: Asked[] = input.options?.map((option, index) => ({ ...option, path: `options.${index}.` })) ?? [
    { ...input, label: null, path: '' },
  ];
  const { zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const offer = input.offer ? sentOffer(input.offer, { now: at, zone }) : null;
  const leadOffers = await listLeadOffers(tx, lead.id, at);
  const offers = [...(offer ? [offer] : []), ...leadOffers];
  const zip = jobZip(lead);
  const options = asked.map((option) => draftOption({ option, prices, zip, depositTerms, offers }));
  const [first] = options;
  if (!first) throw invalid({ options: 'Add an option' });
  if (input.stages)
    refuseFaults(input.stages, {
      totals: options.map(({ totalCents }) => totalCents),
      terms: depositTerms,
      today: localDateOf(at, zone),
    });
  const date = localDateOf(at, company.time_zone);
  return {
    first,
    options,
    prices,
    depositTerms,
    offer,
    leadOffers,
    offersFrom: localDateOf(at, zone),
    date,
    validUntil: validUntil(date),
  };
};

/**
 * Returns the company's deposit rule with the deposit cap for the job's US state (C27), or for the company's own US
 * state if the job's is unknown.
 */
export const depositTermsOf = (company: CompanyRow, lead: Pick<Draft['lead'], 'zip' | 'address'>): DepositTerms => ({
  rule:
    company.deposit_kind === 'amount' && company.deposit_amount_cents !== null
      ? { kind: 'amount', cents: company.deposit_amount_cents }
      : { kind: 'percent', percent: company.deposit_percent },
  cap: depositCapOf(stateIn(lead.zip, lead.address, company.postal_address, company.address)),
  offerFull: company.offer_full_payment,
  plan: company.default_plan,
});

/** Replaces the company's payment plan with the estimate's own, and adds a stage for what a state's cap leaves. */
const withPlan = (terms: DepositTerms, own: readonly PlanStage[] | undefined): DepositTerms => {
  const plan = own ?? terms.plan ?? null;
  return { ...terms, plan: plan && (terms.cap ? withRest(plan) : [...plan]) };
};

type Asked = FenceInput & {
  label: string | null;
  /** The path of the option's input fields, for validation errors. */
  path: string;
};

interface ToPrice {
  option: Asked;
  prices: StoredPrices;
  zip: string | null;
  depositTerms: DepositTerms;
  offers: readonly DatedOffer[];
}

const draftOption = ({ option, prices, zip, depositTerms, offers }: ToPrice): DraftOption => {
  const { label, path } = option;
  const fence = fenceOf(option, randomUUID);
  const full = namingFields(path, () => priceFence(fence, prices, { zip }));
  const stored: StoredPrice = {
    fence,
    lines: full.lines.filter(({ kind }) => kind !== 'minimum' && kind !== 'rounding'),
    rules: sumRulesOf(prices.book),
  };
  const material = prices.materials.find(({ id }) => id === fence.runs[0]?.materialId);
  if (!material) throw new Error('a price without a material');
  const { lines, subtotalCents, discountCents, taxCents, taxableCents, totalCents } = sumStored(stored, {
    ticked: [],
    discountFor: discountBy(offers),
  });
  return {
    label,
    stored,
    perimeter: feetOf(fence),
    gateCount: fence.gates.length,
    material,
    basePriceCents: prices.basePriceCents,
    gatePriceCents: prices.gatePriceCents,
    full,
    subtotalCents,
    discountCents,
    taxCents,
    taxLabel: taxableCents === 0 ? null : taxWords(stored.rules.tax, DEFAULT_LANGUAGE),
    totalCents,
    deposit: depositOf(totalCents, depositTerms),
    lines: viewLines(lines),
  };
};

/** Runs `work`, and makes its pricing errors refer to the option's input fields. The ZIP code is the lead's. */
const namingFields = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields || path === '') throw error;
    const fields = Object.entries(error.fields);
    throw invalid(Object.fromEntries(fields.map(([name, words]) => [name === 'zip' ? name : path + name, words])));
  }
};
