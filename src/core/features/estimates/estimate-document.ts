import { fillTerms } from '#shared/features/company/default-terms.ts';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { type Deposit, depositInTerms, depositOf } from '#shared/features/estimates/deposit.rules.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { bestOffer, type DatedOffer, discountOf } from '#shared/features/estimates/offer-price.rules.ts';
import { estimateLines } from '#shared/features/pricing/estimate-lines.rules.ts';
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

/** A stored estimate version with its related data, all read at one point in time. */
export interface Version {
  estimate: EstimateRow;
  /** Ordered by position. Empty if the version has only one option, which is stored in the version's row. */
  options: EstimateOptionRow[];
  acceptance: AcceptanceRow | null;
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
  lines: EstimateLine[];
  /** The sum of all lines. `totalCents` is this sum minus the discount. */
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  deposit: Deposit;
  /** The amount due after the deposit. */
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
  /** The offer that gives `discountCents`. Null if there isn't one or the estimate has been accepted. */
  offer: DatedOffer | null;
}

/** An option's pricing columns. They're in the option's row or, for a single option, in the version's row. */
type Priced = Pick<
  EstimateRow,
  'id' | 'perimeter_ft' | 'gate_count' | 'material_type' | 'base_price_cents' | 'premium_cents' | 'gate_price_cents'
> & { total_cents: number };

/** Returns the terms in the requested language, or the terms as sent if they aren't available in that language. */
const termsIn = ({ terms, language, other_terms: other }: EstimateRow, wanted: Language): string =>
  wanted === language ? terms : (other ?? terms);

const viewOption = (
  { estimate }: Pick<Version, 'estimate'>,
  language: Language,
  { priced, label, discountCents }: { priced: Priced | EstimateOptionRow; label: string | null; discountCents: number },
): DocumentOption => {
  const totalCents = priced.total_cents - discountCents;
  const deposit = depositOf(totalCents, estimate.deposit_terms, language);
  return {
    id: priced.id,
    label,
    perimeter: priced.perimeter_ft,
    gateCount: priced.gate_count,
    materialType: priced.material_type,
    lines: estimateLines(
      {
        perimeter: priced.perimeter_ft,
        gateCount: priced.gate_count,
        basePriceCents: priced.base_price_cents,
        premiumCents: priced.premium_cents,
        gatePriceCents: priced.gate_price_cents,
        materialType: priced.material_type,
      },
      language,
    ),
    subtotalCents: priced.total_cents,
    discountCents,
    totalCents,
    deposit,
    balanceCents: totalCents - deposit.cents,
    terms: fillTerms(termsIn(estimate, language), depositInTerms(totalCents, estimate.deposit_terms, language)),
  };
};

const wholeVersion = ({ estimate, acceptance, offers }: Version, language: Language): DocumentOption[] => {
  const discount = bestOffer(offers, estimate.total_cents)?.discount ?? null;
  const discountCents = acceptance ? acceptance.discount_cents : discountOf(estimate.total_cents, discount);
  return [viewOption({ estimate }, language, { priced: estimate, label: null, discountCents })];
};

const optionsOf = (version: Version, language: Language): DocumentOption[] => {
  const { estimate, options, acceptance, offers } = version;
  if (options.length === 0) return wholeVersion(version, language);
  return options.map((priced) => {
    const discount = bestOffer(offers, priced.total_cents)?.discount ?? null;
    const signed = acceptance?.option_id === priced.id ? acceptance.discount_cents : 0;
    const discountCents = acceptance ? signed : discountOf(priced.total_cents, discount);
    return viewOption({ estimate }, language, { priced, label: priced.label, discountCents });
  });
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
    offer: acceptance ? null : bestOffer(offers, chosen.subtotalCents),
  };
};
