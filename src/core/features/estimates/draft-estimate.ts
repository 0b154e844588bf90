import { type Deposit, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import { validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import type {
  EstimateLine,
  EstimateOptionInput,
  EstimatePreviewInput,
} from '#shared/features/estimates/estimates.schema.ts';
import { estimateLines, type PriceInput, priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { depositCapOf, stateIn } from '../../platform/us-data/index.ts';
import type { EstimateLead } from './estimates.repository.ts';
import { findMaterial, getPrices, type PricedMaterial } from '../pricing/prices.repository.ts';

/** One thing to be offered; `label` is null where it is the only one and was given no name. Money in cents. */
export interface DraftOption {
  label: string | null;
  price: PriceInput;
  material: PricedMaterial;
  totalCents: number;
  deposit: Deposit;
  lines: EstimateLine[];
}

/** What an estimate says before it is stored, from the settings of this moment. */
export interface DraftEstimate {
  /** What the estimate's own figures say. */
  first: DraftOption;
  /** All that can be chosen, the first among them. */
  options: DraftOption[];
  depositTerms: DepositTerms;
  /** The day in the company's zone, and the last day on which it may be accepted. */
  date: LocalDate;
  validUntil: LocalDate;
}

interface Draft {
  company: CompanyRow;
  lead: Pick<EstimateLead, 'zip' | 'address'>;
  input: Pick<EstimatePreviewInput, 'perimeter' | 'materialId' | 'gateCount' | 'options'>;
  at: Date;
}

/**
 * Prices an estimate from the company's settings as this transaction sees them. Throws VALIDATION_FAILED where
 * a material is no longer on the list or the price can't be reckoned.
 */
export const draftEstimate = async (tx: CompanyTx, { company, lead, input, at }: Draft): Promise<DraftEstimate> => {
  const prices = await getPrices(tx, company.id);
  const depositTerms = depositTermsOf(company, lead);
  const asked: Asked[] = input.options?.map((option, index) => ({ ...option, path: `options.${index}.` })) ?? [
    { ...input, label: null, path: '' },
  ];
  const options: DraftOption[] = [];
  for (const option of asked)
    options.push(await draftOption(tx, { companyId: company.id, option, prices, depositTerms }));
  const [first] = options;
  if (!first) throw invalid({ options: 'Add an option' });
  const date = localDateOf(at, company.time_zone);
  return { first, options, depositTerms, date, validUntil: validUntil(date) };
};

/** The company's own rule, and the cap of the state where the job is, else of the company's (C27). */
export const depositTermsOf = (company: CompanyRow, lead: Draft['lead']): DepositTerms => ({
  rule:
    company.deposit_kind === 'amount' && company.deposit_amount_cents !== null
      ? { kind: 'amount', cents: company.deposit_amount_cents }
      : { kind: 'percent', percent: company.deposit_percent },
  cap: depositCapOf(stateIn(lead.zip, lead.address, company.postal_address, company.address)),
  offerFull: company.offer_full_payment,
});

type Asked = Omit<EstimateOptionInput, 'label'> & {
  label: string | null;
  /** Of its fields in the input, for what is said about them. */
  path: string;
};

const draftOption = async (
  tx: CompanyTx,
  {
    companyId,
    option,
    prices,
    depositTerms,
  }: {
    companyId: CompanyId;
    option: Asked;
    prices: Awaited<ReturnType<typeof getPrices>>;
    depositTerms: DepositTerms;
  },
): Promise<DraftOption> => {
  const { label, perimeter, gateCount, path } = option;
  const material = await findMaterial(tx, { companyId, id: option.materialId });
  if (!material)
    throw invalid({ [`${path}materialId`]: 'This material is no longer on your list. Choose another one' });
  const price = { perimeter, gateCount, premiumCents: material.premium_cents, ...prices };
  const { totalCents } = namingFields(path, () => priceEstimate(price));
  return {
    label,
    price,
    material,
    totalCents,
    deposit: depositOf(totalCents, depositTerms),
    lines: estimateLines({ ...price, materialType: material.name }),
  };
};

/** What can't be priced is said of the option's own fields. */
const namingFields = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields || path === '') throw error;
    throw invalid(Object.fromEntries(Object.entries(error.fields).map(([name, words]) => [path + name, words])));
  }
};
