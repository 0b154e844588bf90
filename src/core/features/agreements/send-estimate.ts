import { randomInt } from 'node:crypto';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { estimateNumber } from '#shared/features/estimates/estimate-number.rules.ts';
import type { EstimateSendInput } from '#shared/features/estimates/estimates.schema.ts';
import { termsOnYourMeasures } from '#shared/features/instant/measures.words.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { termsOf } from '../company/terms.service.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { CompanySnapshot, EstimateRow, StoredPrice } from '../estimates/estimates.table.ts';
import { followEstimate } from '../deals/follow-estimates.ts';
import { findLogo } from '../company/logo.ts';
import { advanceStatus } from '../leads/advance-status.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { planReminders } from '../reminders/plan-reminders.ts';
import { announceEstimate, waitingTextAt } from './announce-estimate.ts';
import { type DraftEstimate, draftEstimate, type DraftOption } from '../estimates/draft-estimate.ts';
import type { Offer, SentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import { documentOf, type Version } from '../estimates/estimate-document.ts';
import { canonical } from '../estimates/signed-document.ts';
import { ensureToken, estimateUrl, insertLink } from '../estimates/estimate-links.ts';
import { type EstimateLead, getCompany, insertEstimate, insertOptions } from '../estimates/estimates.repository.ts';
import { supersedeBefore } from '../leads/supersede-before.ts';
import { storePlan } from '../estimates/payment-stages.ts';
import { getVersion, listVersions } from '../estimates/read-version.ts';
import { keepPrices } from '../pricing/price-lists.repository.ts';
import { spendQuote } from '../billing/check-plan-limit.ts';
import { requireSenderDetails } from '../estimates/sender-details.ts';
import type { EstimateDeps } from '../estimates/estimate-deps.ts';

/** Sending an identical estimate again within this time is treated as a double click and ignored. */
const SAME_PRESS = 10 * SECOND;

export interface SentEstimate {
  estimateId: EstimateId;
  number: string;
  url: string;
  totalCents: number;
  /** When the text will be sent, if it's waiting for texting hours (`waitingTextAt`). */
  textAt: string | null;
}

export interface SendRequest {
  companyId: CompanyId;
  /** Whether the user is an admin. Admins don't need a plan. */
  isAdmin: boolean;
  input: EstimateSendInput;
  /** Whether it goes out by itself, priced on the homeowner's own measures (`termsOnYourMeasures`). Default: false. */
  instant?: boolean;
}

/**
 * Sends an estimate. In one transaction, stores an immutable version with copies of the prices, terms, company and
 * customer, and marks earlier versions as replaced. The same transaction also counts the lead toward the plan's quota,
 * once per lead, and queues the email and the text. If an identical estimate was sent within the last ten seconds,
 * returns that version instead. Throws NOT_FOUND, NOT_CONFIRMED, VALIDATION_FAILED, SUBSCRIPTION_REQUIRED or
 * QUOTA_EXHAUSTED. Throws APP_ERROR if company details are missing. Throws CONFLICT if the lead is waiting for review.
 * Throws SMS_NOT_ALLOWED if there's no email address and no text can be sent. Throws RATE_LIMITED if the company has
 * reached today's limit on first-time recipients.
 */
export const sendEstimate = async (deps: EstimateDeps, request: SendRequest): Promise<SentEstimate> => {
  const sent = await inCompany(deps.db, request.companyId, (tx) => sendInTransaction(tx, deps, request));
  await deps.wakeUps.enqueue(request.companyId);
  return sent;
};

/** Does the work of `sendEstimate` in the caller's transaction. The caller wakes the worker after the commit. */
export const sendInTransaction = async (
  tx: CompanyTx,
  deps: Pick<EstimateDeps, 'clock' | 'config'>,
  { companyId, isAdmin, input, instant = false }: SendRequest,
): Promise<SentEstimate> => {
  const at = deps.clock.now();
  const secret = deps.config.APP_SECRET;
  const lead = await lockLeadOrThrow(tx, companyId, input.leadId);
  refuseHeld(lead);
  const proofs = await readProofs(tx, companyId, at);
  requireAllowed(proofs, 'answers');
  const company = await getCompany(tx, companyId);
  const sender = requireSenderDetails(company, await findLogo(tx, company));
  const draft = await draftEstimate(tx, { company, lead, input, at });
  const language = languageOf(lead);
  const terms = termsOf(company, language, input.terms);
  const content: Content = {
    draft,
    notes: input.notes ?? '',
    language,
    ...(instant ? termsOnYourMeasures(terms, language) : terms),
  };
  const [newest] = await listVersions(tx, { companyId, leadId: lead.id, at });
  if (newest && isSamePress(newest, content, at)) {
    const token = await ensureToken(tx, { companyId, estimateId: newest.estimate.id, secret, at });
    return toSent(deps, { version: newest, token, textAt: await waitingTextAt(tx, { company, lead, at }) });
  }
  await spendQuote(tx, { companyId, leadId: lead.id, timeZone: company.time_zone, at, isAdmin });
  const estimate = await storeVersion(tx, {
    lead,
    sender,
    companyId,
    content,
    version: (newest?.estimate.version ?? 0) + 1,
    at,
  });
  const token = await insertLink(tx, { companyId, estimateId: estimate.id, secret, at });
  const version = await getVersion(tx, { companyId, id: estimate.id, at });
  await updateLead(tx, { companyId, leadId: lead.id, draft, at });
  await followEstimate(tx, {
    companyId,
    leadId: lead.id,
    estimateId: estimate.id,
    rule: 'sent',
    totalCents: documentOf(version).chosen.totalCents,
    at,
  });
  await announceEstimate(tx, { company, lead, version, proofs, resend: false, at });
  await planReminders(tx, { companyId, estimate, rules: ['not_viewed', 'expiring'], at });
  return toSent(deps, { version, token, textAt: await waitingTextAt(tx, { company, lead, at }) });
};

/** Converts a sent version to the API response. */
export const toSent = (
  deps: Pick<EstimateDeps, 'config'>,
  { version, token, textAt }: { version: Version; token: string; textAt: Date | null },
): SentEstimate => ({
  estimateId: version.estimate.id,
  number: version.estimate.number,
  url: estimateUrl(deps.config, token),
  totalCents: documentOf(version).chosen.totalCents,
  textAt: textAt?.toISOString() ?? null,
});

interface Content {
  draft: DraftEstimate;
  notes: string;
  language: Language;
  terms: string;
  otherTerms: string | null;
}

const isSamePress = (
  { estimate, options, plan }: Version,
  { draft, notes, language, terms }: Content,
  at: Date,
): boolean =>
  at.getTime() - estimate.sent_at.getTime() < SAME_PRESS &&
  (estimate.status === 'sent' || estimate.status === 'viewed') &&
  estimate.notes === notes &&
  estimate.language === language &&
  estimate.terms === terms &&
  isSameOffer(estimate.offer, draft.offer) &&
  canonical(plan) === canonical(draft.depositTerms.plan ?? null) &&
  isSameOption(estimate, draft.first) &&
  options.length === labelled(draft).length &&
  labelled(draft).every((option, index) => {
    const stored = options[index];
    return stored !== undefined && stored.label === option.label && isSameOption(stored, option);
  });

const isSameOffer = (stored: Offer | null, asked: SentOffer | null): boolean =>
  canonical(stored) === canonical(asked && { ...asked.discount, days: asked.days });

/** The options to store as rows. A version with a single unnamed option stores none. */
const labelled = ({ options }: DraftEstimate): DraftOption[] => options.filter(({ label }) => label !== null);

const PRICED = [
  'perimeter_ft',
  'gate_count',
  'material_type',
  'base_price_cents',
  'premium_cents',
  'gate_price_cents',
] as const satisfies readonly (keyof EstimateRow)[];

const isSameOption = (stored: Pick<EstimateRow, (typeof PRICED)[number] | 'priced'>, option: DraftOption): boolean => {
  const asked = pricedColumns(option);
  return PRICED.every((column) => stored[column] === asked[column]) && isSamePrice(stored.priced, option.stored);
};

/** Compares two prices without their add-ons' ids, which are new each time. */
const isSamePrice = (stored: StoredPrice | null, asked: StoredPrice): boolean => {
  const bare = ({ fence, lines, rules }: StoredPrice) =>
    // as it's stored, without undefined values
    canonical(
      JSON.parse(
        JSON.stringify({
          fence: { ...fence, addOns: fence.addOns.map(({ id: _id, ...addOn }) => addOn) },
          lines: lines.map(({ addOn, ...line }) => ({ ...line, isAddOn: addOn !== undefined })),
          rules,
        }),
      ),
    );
  return stored !== null && bare(stored) === bare(asked);
};

const pricedColumns = ({ perimeter, gateCount, material, full, stored, ...option }: DraftOption) => ({
  perimeter_ft: perimeter,
  gate_count: gateCount,
  material_type: material.name,
  base_price_cents: option.basePriceCents,
  premium_cents: material.premiumCents,
  gate_price_cents: option.gatePriceCents,
  total_cents: full.totalCents,
  priced: JSON.stringify(stored),
});

/** The sums that the homeowner's choice of add-ons changes. They're stored on the version, for its first option. */
const sumColumns = ({ full, stored }: DraftOption) => ({
  sum_cents: full.subtotalCents,
  taxable_cents: full.taxableCents,
  tax_bps: stored.rules.tax.bps,
});

const randomDigits = (): string => String(randomInt(10_000)).padStart(4, '0');

interface NewVersion {
  companyId: CompanyId;
  lead: EstimateLead;
  sender: CompanySnapshot;
  content: Content;
  version: number;
  at: Date;
}

/** Returns the homeowner's drawing if the drawn fence is as long as one of the options. Otherwise, returns null. */
const drawingOf = ({ measured }: EstimateLead, { options }: DraftEstimate): FenceDrawing | null => {
  const drawing = measured?.drawing ?? null;
  return drawing && options.some(({ perimeter }) => drawingMatches(perimeter, drawing)) ? drawing : null;
};

const storeVersion = async (
  tx: CompanyTx,
  { companyId, lead, sender, content, version, at }: NewVersion,
): Promise<EstimateRow> => {
  const { draft, notes, language, terms, otherTerms } = content;
  // The plan's stages have rows of their own.
  const { plan = null, ...bareTerms } = draft.depositTerms;
  const values = {
    company_id: companyId,
    lead_id: lead.id,
    version,
    ...pricedColumns(draft.first),
    ...sumColumns(draft.first),
    price_list: await keepPrices(tx, companyId, draft.prices),
    deposit_terms: JSON.stringify(bareTerms),
    drawing: drawingOf(lead, draft),
    notes,
    terms,
    language,
    other_terms: otherTerms,
    company: JSON.stringify(sender),
    customer: JSON.stringify({
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      address: lead.address,
      zip: lead.zip,
    }),
    sent_at: at,
    valid_until: draft.validUntil,
    job_zone: placeOf({ ...lead, companyZone: sender.timeZone }).zone,
    ...offerColumns(draft),
  };
  const estimate = await insertEstimate(tx, values, () => estimateNumber(lead.id, randomDigits()));
  await insertOptions(
    tx,
    labelled(draft).map((option, index) => ({
      company_id: companyId,
      estimate_id: estimate.id,
      position: index + 1,
      label: option.label ?? '',
      ...pricedColumns(option),
    })),
  );
  await storePlan(tx, { companyId, estimateId: estimate.id, plan });
  await supersedeBefore(tx, { companyId, leadId: lead.id, version });
  return estimate;
};

const offerColumns = ({ offer }: DraftEstimate) =>
  offer && {
    offer: JSON.stringify({ ...offer.discount, days: offer.days }),
    offer_ends_on: offer.endsOn,
    offer_ends_at: offer.endsAt,
  };

const updateLead = async (
  tx: CompanyTx,
  { companyId, leadId, draft, at }: { companyId: CompanyId; leadId: LeadId; draft: DraftEstimate; at: Date },
): Promise<void> => {
  const { perimeter, gateCount, material, full } = draft.first;
  const change = {
    perimeter_ft: perimeter,
    gate_count: gateCount,
    material_id: material.id,
    material_type: material.name,
    quote_cents: full.totalCents,
    estimate_sent_at: at,
  };
  await changeLead(tx, { companyId, leadId }, change);
  await advanceStatus(tx, { companyId, leadId, to: 'estimate_sent', at });
};
