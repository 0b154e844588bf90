import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { fillTerms } from '#shared/features/company/default-terms.ts';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { type Deposit, depositAndRest, depositInTerms, depositOf } from '#shared/features/estimates/deposit.rules.ts';
import { type PlanStage, type PricedStage, priceStages } from '#shared/features/payments/payment-plan.rules.ts';
import { bestOffer, type DatedOffer, discountBy } from '#shared/features/estimates/offer-price.rules.ts';
import { type EstimateLine, viewLines } from '#shared/features/pricing/line-view.ts';
import { type DiscountFor, taxWords } from '#shared/features/pricing/price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDate, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type {
  AcceptanceRow,
  CompanySnapshot,
  CustomerSnapshot,
  EstimateOptionRow,
  EstimateRow,
} from './estimates.table.ts';
import { addOnsIn, type Priced, storedPriceOf, sumStored } from './stored-price.ts';
import { type DocumentChange, isAgreedChange, type StoredChange, viewDocumentChange } from './document-changes.ts';

/** A stored estimate version with its related data, all read at one point in time. */
export interface Version {
  estimate: EstimateRow;
  /** Ordered by position. Empty if the version has only one option, which is stored in the version's row. */
  options: EstimateOptionRow[];
  /** The payment plan. Null for a deposit and the rest. */
  plan: PlanStage[] | null;
  acceptance: AcceptanceRow | null;
  /** The changes of a signed version, oldest first. */
  changes: StoredChange[];
  /**
   * The offers that are in effect when this version is loaded: its own, and those that follow-ups made to the lead
   * (C30).
   */
  offers: DatedOffer[];
  /** Whether a later version was sent to the same lead. */
  hasNewer: boolean;
}

/** An option at its current price. Amounts are in cents, and lengths are in decimal feet. */
export interface DocumentOption {
  /** The option's id, or the estimate version's id if there's only one option. */
  id: string;
  /** The contractor's name for the option. Null if it's the only option. */
  label: string | null;
  perimeter: number;
  gateCount: number;
  materialType: string;
  /** The lines in the document's language, with the add-ons that aren't ticked. */
  lines: EstimateLine[];
  /** The ticked add-ons. */
  addOnIds: string[];
  /** Whether the version was sent before lines were stored. Its signed text keeps its form. */
  linesFromPrices: boolean;
  /** The sum of all lines that count. `totalCents` is this sum minus the discount, plus the tax. */
  subtotalCents: number;
  discountCents: number;
  taxCents: number;
  /** The tax's name and rate, such as 'Tax (6%)'. Null if nothing is taxed. */
  taxLabel: string | null;
  totalCents: number;
  deposit: Deposit;
  /** The stages of the payment plan at this price. What is due at the signature is the deposit. */
  stages: PricedStage[];
  /** What is left once the deposit is paid. */
  balanceCents: number;
  /** The terms, filled in with this option's deposit at this price. */
  terms: string;
}

/**
 * The single view of a stored estimate version. The page, email, PDF, signature and payments all use its amounts, so
 * they always match. Amounts are in cents.
 */
export interface EstimateDocument {
  estimateId: EstimateId;
  companyId: CompanyId;
  leadId: LeadId;
  /** The language for the document's wording, such as the lines and the terms. */
  language: Language;
  number: string;
  version: number;
  company: CompanySnapshot;
  customer: CustomerSnapshot;
  /** The day the version was sent. `validUntil` is the last day to accept it. Both are in the company's time zone. */
  date: LocalDate;
  validUntil: LocalDate;
  notes: string;
  /** The homeowner's drawing, if its length matches the chosen option's. */
  drawing: FenceDrawing | null;
  /** One to three options. */
  options: DocumentOption[];
  /** The accepted option. Before acceptance, it's the option being viewed or, by default, the first option. */
  chosen: DocumentOption;
  accepted: boolean;
  /** The changes that count, oldest first: those that were signed, and credits. */
  changes: DocumentChange[];
  /** What the job costs: the chosen option's total with these changes, in cents. Payments count toward it. */
  jobCents: number;
  /** Whether the version has a payment plan other than a deposit and the rest. */
  hasPlan: boolean;
  /** The offer that gives `discountCents`. Null if there isn't one or the estimate has been accepted. */
  offer: DatedOffer | null;
}

/** Returns the terms in the requested language, or the terms as sent if they aren't available in that language. */
const termsIn = ({ terms, language, other_terms: other }: EstimateRow, wanted: Language): string =>
  wanted === language ? terms : (other ?? terms);

const viewOption = (
  { estimate, plan, acceptance }: Pick<Version, 'estimate' | 'plan' | 'acceptance'>,
  language: Language,
  {
    priced,
    label,
    discountFor,
  }: { priced: (Priced & { id: string }) | EstimateOptionRow; label: string | null; discountFor: DiscountFor },
): DocumentOption => {
  const stored = storedPriceOf(priced);
  const ticked = addOnsIn(stored, acceptance?.add_on_ids ?? estimate.ticked_add_ons);
  const { lines, subtotalCents, discountCents, taxCents, taxableCents, totalCents } = sumStored(stored, {
    ticked,
    discountFor,
  });
  const terms = { ...estimate.deposit_terms, plan };
  const deposit = depositOf(totalCents, terms, language);
  return {
    id: priced.id,
    label,
    perimeter: priced.perimeter_ft,
    gateCount: priced.gate_count,
    materialType: priced.material_type,
    lines: viewLines(lines, language, ticked),
    addOnIds: ticked,
    linesFromPrices: priced.priced === null,
    subtotalCents,
    discountCents,
    taxCents,
    taxLabel: taxableCents === 0 ? null : taxWords(stored.rules.tax, language),
    totalCents,
    deposit,
    stages: priceStages(plan ?? depositAndRest(terms), terms, { totalCents }),
    balanceCents: balanceOf({ totalCents, paidCents: deposit.cents }),
    terms: fillTerms(termsIn(estimate, language), depositInTerms(totalCents, terms, language)),
  };
};

const optionsOf = (version: Version, language: Language): DocumentOption[] => {
  const { estimate, options, acceptance, offers } = version;
  const discountFor = (id: string | null): DiscountFor => {
    // The options that weren't signed keep the price that was offered when one was.
    return acceptance?.option_id === id ? () => acceptance.discount_cents : discountBy(offers);
  };
  if (options.length === 0)
    return [viewOption(version, language, { priced: estimate, label: null, discountFor: discountFor(null) })];
  return options.map((priced) =>
    viewOption(version, language, { priced, label: priced.label, discountFor: discountFor(priced.id) }),
  );
};

/** Returns the chosen option. Throws VALIDATION_FAILED if the version doesn't have an option with the id `optionId`. */
const choose = (options: DocumentOption[], optionId: string | undefined): DocumentOption => {
  const chosen = optionId === undefined ? options[0] : options.find(({ id }) => id === optionId);
  if (!chosen) throw invalid({ optionId: 'Choose one of the options in this estimate' });
  return chosen;
};

const drawingFor = (drawing: FenceDrawing | null, perimeter: number): FenceDrawing | null =>
  drawing && drawingMatches(perimeter, drawing) ? drawing : null;

/**
 * Returns the language in which to show an estimate version. A signed version is shown in the language in which it was
 * signed (C28). An unsigned version is shown in the language that the homeowner chose. If they haven't chosen one, it's
 * shown in the language in which it was sent.
 */
export const languageOfVersion = (
  { estimate, acceptance }: Pick<Version, 'estimate' | 'acceptance'>,
  wanted?: Language,
): Language => acceptance?.language ?? wanted ?? estimate.language;

/**
 * Builds an estimate version's view. An accepted estimate keeps its signed option and discount, even if offers have
 * changed since. For a version that isn't accepted, `optionId` selects the option to show. Throws VALIDATION_FAILED if
 * the version doesn't have that option. `language` defaults to the version's language.
 */
export const documentOf = (
  version: Version,
  optionId?: string,
  language: Language = languageOfVersion(version),
): EstimateDocument => {
  const { estimate, acceptance, offers } = version;
  const options = optionsOf(version, language);
  const chosen = choose(options, acceptance ? (acceptance.option_id ?? estimate.id) : optionId);
  const { rules } = storedPriceOf(version.options.find(({ id }) => id === chosen.id) ?? estimate);
  const changes = version.changes
    .filter(isAgreedChange)
    .map((change) => viewDocumentChange(change, { estimate: estimate.number, rules, language }));
  return {
    estimateId: estimate.id,
    companyId: estimate.company_id,
    leadId: estimate.lead_id,
    language,
    number: estimate.number,
    version: estimate.version,
    company: estimate.company,
    customer: estimate.customer,
    date: localDateOf(estimate.sent_at, estimate.company.timeZone),
    validUntil: localDate(estimate.valid_until),
    notes: estimate.notes,
    drawing: drawingFor(estimate.drawing, chosen.perimeter),
    options,
    chosen,
    accepted: acceptance !== null,
    changes,
    jobCents: changes.reduce((sum, { netCents }) => sum + netCents, chosen.totalCents),
    hasPlan: version.plan !== null,
    offer: acceptance ? null : bestOffer(offers, chosen.subtotalCents),
  };
};
