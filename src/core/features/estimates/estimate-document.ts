import { fillTerms } from '#shared/features/company/default-terms.ts';
import { type Deposit, depositInTerms, depositOf } from '#shared/features/estimates/deposit.rules.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { type Discount, discountOf } from '#shared/features/estimates/offer-price.rules.ts';
import { estimateLines } from '#shared/features/pricing/price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { localDate, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type {
  AcceptanceRow,
  CompanySnapshot,
  CustomerSnapshot,
  EstimateOptionRow,
  EstimateRow,
} from './estimates.table.ts';

/** A promise of a follow-up that holds now (C30). */
export interface LiveOffer {
  discount: Discount;
  endsOn: LocalDate;
}

/** A stored version with all that belongs to it, as it was at one instant. */
export interface Version {
  estimate: EstimateRow;
  /** By position; empty where the version itself is the one thing offered. */
  options: EstimateOptionRow[];
  acceptance: AcceptanceRow | null;
  /** The promises to its lead that hold at that instant (C30). */
  offers: LiveOffer[];
  /** Whether a later version was sent to the same lead. */
  hasNewer: boolean;
}

/** One thing that a version offers, at the price that holds now. Money in cents, feet decimal. */
export interface DocumentOption {
  /** The version's own id where it offers one thing only. */
  id: string;
  /** What the contractor calls it; null where there is nothing to choose. */
  label: string | null;
  perimeter: number;
  gateCount: number;
  materialType: string;
  lines: EstimateLine[];
  /** What the lines add up to; `totalCents` is that less the discount. */
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  deposit: Deposit;
  /** What is left after the deposit. */
  balanceCents: number;
  /** With the deposit that applies to this option at this price. */
  terms: string;
}

/**
 * The one view of one stored version: page, mail, PDF, signature and payments all take their figures from here, so
 * that they can't differ. Money in cents.
 */
export interface EstimateDocument {
  estimateId: EstimateId;
  companyId: CompanyId;
  leadId: LeadId;
  number: string;
  version: number;
  company: CompanySnapshot;
  customer: CustomerSnapshot;
  /** The day it was sent, and the last one on which it may be accepted, in the company's zone. */
  date: LocalDate;
  validUntil: LocalDate;
  notes: string;
  /** One to three. */
  options: DocumentOption[];
  /** What was accepted; until then what is looked at, else the first. */
  chosen: DocumentOption;
  accepted: boolean;
  /** The offer that `discountCents` comes from; null without one, and once accepted. */
  offer: LiveOffer | null;
}

/** What prices an option: a row of its own, or the version itself. */
type Priced = Pick<
  EstimateRow,
  'id' | 'perimeter_ft' | 'gate_count' | 'material_type' | 'base_price_cents' | 'premium_cents' | 'gate_price_cents'
> & { total_cents: number };

const viewOption = (
  { estimate }: Pick<Version, 'estimate'>,
  { priced, label, discountCents }: { priced: Priced | EstimateOptionRow; label: string | null; discountCents: number },
): DocumentOption => {
  const totalCents = priced.total_cents - discountCents;
  const deposit = depositOf(totalCents, estimate.deposit_terms);
  return {
    id: priced.id,
    label,
    perimeter: priced.perimeter_ft,
    gateCount: priced.gate_count,
    materialType: priced.material_type,
    lines: estimateLines({
      perimeter: priced.perimeter_ft,
      gateCount: priced.gate_count,
      basePriceCents: priced.base_price_cents,
      premiumCents: priced.premium_cents,
      gatePriceCents: priced.gate_price_cents,
      materialType: priced.material_type,
    }),
    subtotalCents: priced.total_cents,
    discountCents,
    totalCents,
    deposit,
    balanceCents: totalCents - deposit.cents,
    terms: fillTerms(estimate.terms, depositInTerms(totalCents, estimate.deposit_terms)),
  };
};

/** The best of what was promised: the most off this price, of equal ones the longest. */
const bestOffer = (offers: readonly LiveOffer[], priceCents: number): LiveOffer | null =>
  offers.toSorted(
    (a, b) => discountOf(priceCents, b.discount) - discountOf(priceCents, a.discount) || (a.endsOn < b.endsOn ? 1 : -1),
  )[0] ?? null;

const wholeVersion = ({ estimate, acceptance, offers }: Version): DocumentOption[] => {
  const discount = bestOffer(offers, estimate.total_cents)?.discount ?? null;
  const discountCents = acceptance ? acceptance.discount_cents : discountOf(estimate.total_cents, discount);
  return [viewOption({ estimate }, { priced: estimate, label: null, discountCents })];
};

const optionsOf = (version: Version): DocumentOption[] => {
  const { estimate, options, acceptance, offers } = version;
  if (options.length === 0) return wholeVersion(version);
  return options.map((priced) => {
    const discount = bestOffer(offers, priced.total_cents)?.discount ?? null;
    const signed = acceptance?.option_id === priced.id ? acceptance.discount_cents : 0;
    const discountCents = acceptance ? signed : discountOf(priced.total_cents, discount);
    return viewOption({ estimate }, { priced, label: priced.label, discountCents });
  });
};

/** Throws VALIDATION_FAILED where `optionId` is none of the version's. */
const choose = (options: DocumentOption[], optionId: string | undefined): DocumentOption => {
  const chosen = optionId === undefined ? options[0] : options.find(({ id }) => id === optionId);
  if (!chosen) throw invalid({ optionId: 'Choose one of the options of this estimate' });
  return chosen;
};

/**
 * Makes the view of a version as read at one instant. Once accepted, what was signed stands: its option, its
 * discount, whatever was promised since. `optionId` looks at another option of an open one; throws
 * VALIDATION_FAILED where it is none of them.
 */
export const documentOf = (version: Version, optionId?: string): EstimateDocument => {
  const { estimate, acceptance, offers } = version;
  const options = optionsOf(version);
  const chosen = choose(options, acceptance ? (acceptance.option_id ?? estimate.id) : optionId);
  return {
    estimateId: estimate.id,
    companyId: estimate.company_id,
    leadId: estimate.lead_id,
    number: estimate.number,
    version: estimate.version,
    company: estimate.company,
    customer: estimate.customer,
    date: localDateOf(estimate.sent_at, estimate.company.timeZone),
    validUntil: localDate(estimate.valid_until),
    notes: estimate.notes,
    options,
    chosen,
    accepted: acceptance !== null,
    offer: acceptance ? null : bestOffer(offers, chosen.subtotalCents),
  };
};
