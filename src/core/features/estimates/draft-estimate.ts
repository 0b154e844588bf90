import { type Deposit, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import {
  bestOffer,
  type DatedOffer,
  discountOf,
  type SentOffer,
  sentOffer,
} from '#shared/features/estimates/offer-price.rules.ts';
import { validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import type {
  EstimateLine,
  EstimateOptionInput,
  EstimatePreviewInput,
} from '#shared/features/estimates/estimates.schema.ts';
import { estimateLines } from '#shared/features/pricing/estimate-lines.rules.ts';
import { type PriceInput, priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { depositCapOf, placeOf, stateIn } from '../../platform/us-data/index.ts';
import type { EstimateLead } from './estimates.repository.ts';
import { listLeadOffers } from './estimate-offers.ts';
import { findMaterial, getPrices, type PricedMaterial } from '../pricing/prices.repository.ts';

/**
 * An option in an estimate that isn't stored yet. `label` is null if it's the only option and has no name. Amounts are
 * in cents.
 */
export interface DraftOption {
  label: string | null;
  price: PriceInput;
  material: PricedMaterial;
  /** The price before the discount. `totalCents` is what the homeowner is asked for. */
  subtotalCents: number;
  discountCents: number;
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
  input: Pick<EstimatePreviewInput, 'perimeter' | 'materialId' | 'gateCount' | 'options' | 'offer'>;
  at: Date;
}

/**
 * Prices an estimate with the company's current settings, which it reads in this transaction. Throws VALIDATION_FAILED
 * if a material was deleted or if the price can't be computed.
 */
export const draftEstimate = async (tx: CompanyTx, { company, lead, input, at }: Draft): Promise<DraftEstimate> => {
  const prices = await getPrices(tx, company.id);
  const depositTerms = depositTermsOf(company, lead);
  const asked: Asked[] = input.options?.map((option, index) => ({ ...option, path: `options.${index}.` })) ?? [
    { ...input, label: null, path: '' },
  ];
  const { zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const offer = input.offer ? sentOffer(input.offer, { now: at, zone }) : null;
  const leadOffers = await listLeadOffers(tx, lead.id, at);
  const offers = [...(offer ? [offer] : []), ...leadOffers];
  const options: DraftOption[] = [];
  for (const option of asked)
    options.push(await draftOption(tx, { companyId: company.id, option, prices, depositTerms, offers }));
  const [first] = options;
  if (!first) throw invalid({ options: 'Add an option' });
  const date = localDateOf(at, company.time_zone);
  return {
    first,
    options,
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
});

type Asked = Omit<EstimateOptionInput, 'label'> & {
  label: string | null;
  /** The path of the option's input fields, for validation errors. */
  path: string;
};

const draftOption = async (
  tx: CompanyTx,
  {
    companyId,
    option,
    prices,
    depositTerms,
    offers,
  }: {
    companyId: CompanyId;
    option: Asked;
    prices: Awaited<ReturnType<typeof getPrices>>;
    depositTerms: DepositTerms;
    offers: readonly DatedOffer[];
  },
): Promise<DraftOption> => {
  const { label, perimeter, gateCount, path } = option;
  const material = await findMaterial(tx, { companyId, id: option.materialId });
  if (!material)
    throw invalid({ [`${path}materialId`]: 'This material is no longer on your list. Choose another one' });
  const price = { perimeter, gateCount, premiumCents: material.premium_cents, ...prices };
  const { totalCents: subtotalCents } = namingFields(path, () => priceEstimate(price));
  const discountCents = discountOf(subtotalCents, bestOffer(offers, subtotalCents)?.discount ?? null);
  const totalCents = subtotalCents - discountCents;
  return {
    label,
    price,
    material,
    subtotalCents,
    discountCents,
    totalCents,
    deposit: depositOf(totalCents, depositTerms),
    lines: estimateLines({ ...price, materialType: material.name }),
  };
};

/** Runs `work`, and makes its pricing errors refer to the option's input fields. */
const namingFields = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields || path === '') throw error;
    throw invalid(Object.fromEntries(Object.entries(error.fields).map(([name, words]) => [path + name, words])));
  }
};
