import { sql } from 'kysely';
import { askedFaults, askedFence } from '#shared/features/pricing/asked-fence.rules.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { consentOf } from '#shared/features/permission/text-consent.words.ts';
import type { WidgetLeadAnswer, WidgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import type { Measured } from '#shared/features/drawing/measured.ts';
import type { LeadAttribution } from '#shared/features/leads/leads.schema.ts';
import type { Mergeable } from '#shared/features/leads/merge.rules.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { insertConsents } from '../permission/consents.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { insertLead } from '../lead-rows/write-leads.ts';
import type { Offer, OfferedMaterial } from '../widget/offer.repository.ts';
import { leadWords } from './words.ts';
import { fromMergeable } from './mergeable-lead.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/** Request details about the sender, stored with a consent (C3). */
export interface RequestFacts {
  ip: string;
  userAgent: string;
  /** The `Origin` header, if the request has one. */
  origin?: string | undefined;
}

/**
 * A homeowner's request. A request from a conversation may have a phone number instead of an email address. The fence
 * length may be missing if a person takes over the conversation.
 */
export type HomeownerInput = Omit<WidgetLeadInput, 'email' | 'perimeter'> & {
  email: WidgetLeadInput['email'] | null;
  perimeter: WidgetLeadInput['perimeter'] | null;
};

/** A homeowner's request during processing: the submitted data and the company's current offer. */
export interface WidgetRequest {
  companyId: CompanyId;
  input: HomeownerInput;
  facts: RequestFacts;
  offer: Offer;
  /** The current time by the business clock. */
  at: Date;
}

// Removes NUL, which Postgres doesn't accept and which never occurs in text that people type.
const withoutNul = (text: string): string => text.replaceAll('\u0000', '');
export const keyOf = (input: HomeownerInput): string => withoutNul(input.idempotencyKey);

/**
 * Returns the homeowner's chosen material if the widget lets homeowners choose, otherwise the company's first material.
 */
const chooseMaterial = (offer: Offer, input: HomeownerInput): OfferedMaterial | undefined => {
  const chosen = offer.company.widget_material_selection
    ? offer.materials.find(({ id }) => id === input.materialId?.toLowerCase())
    : undefined;
  return chosen ?? offer.materials[0];
};

/**
 * Returns the price, or null if the contractor's settings don't define one or the ZIP code isn't served. Doesn't throw, because an error would lose
 * the lead.
 */
const priceOf = (offer: Offer, material: OfferedMaterial, input: HomeownerInput): number | null => {
  if (input.perimeter === null) return null;
  try {
    const { perimeter, gateCount, zip = null } = input;
    const asked = { perimeter, materialId: material.id, gateCount, measured: measuredIn(input) };
    return priceFence(askedFence(asked, offer.book), offer, { zip }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** Returns null if the homeowner gave only a length and a number of gates. */
const measuredIn = ({ drawing, runs, gates, removalFeet }: HomeownerInput): Measured | null =>
  drawing || runs.length > 0 || gates.length > 0 || removalFeet !== undefined
    ? { drawing: drawing ?? null, runs, gates, ...(removalFeet !== undefined && { removalFeet }) }
    : null;

/**
 * Throws VALIDATION_FAILED with a path for each run or gate that names something that the company doesn't offer.
 */
export const refuseUnknown = (offer: Offer, input: HomeownerInput): void => {
  const material = chooseMaterial(offer, input);
  const faults = material
    ? askedFaults(input, {
        materialId: material.id,
        prices: offer,
        say: leadWords(input.language ?? DEFAULT_LANGUAGE).refused,
      })
    : {};
  if (Object.keys(faults).length > 0) throw invalid(faults);
};

/** Returns the request, priced at the company's current prices. */
export const askedFor = ({ offer, input }: Pick<WidgetRequest, 'offer' | 'input'>): Mergeable => {
  const material = chooseMaterial(offer, input);
  return {
    name: input.name,
    email: input.email,
    phone: input.phone ?? null,
    address: input.address ?? null,
    zip: input.zip ?? null,
    perimeter: input.perimeter,
    gateCount: input.gateCount,
    materialId: material?.id ?? null,
    materialType: material?.name ?? null,
    quoteCents: material ? priceOf(offer, material, input) : null,
    measured: measuredIn(input),
    notes: input.notes ?? '',
  };
};

const COLUMNS = ['id', 'perimeter_ft', 'gate_count', 'material_type', 'quote_cents'] as const;
type CapturedLead = Pick<LeadRow, (typeof COLUMNS)[number]>;

/**
 * Returns the page's URL if a browser can open it as a web page. Any other URL, such as 'javascript:', would be
 * dangerous in the dashboard.
 */
const pageOf = ({ pageUrl }: HomeownerInput): string | null => {
  const url = pageUrl === undefined ? null : URL.parse(withoutNul(pageUrl));
  return url && /^https?:$/.test(url.protocol) ? url.href.slice(0, 2_000) : null;
};

/** Returns the visit that first led to this lead and the visit that led to this request. */
export const attributionOf = (
  { source }: HomeownerInput,
  before: LeadAttribution | null = null,
): LeadAttribution | null => (typeof source === 'object' ? { first: before?.first ?? source, last: source } : before);

/** Inserts a new lead, its consent and its first timeline event for a request with an unused key. */
export async function insertRequest(
  tx: CompanyTx,
  request: WidgetRequest,
  state: Pick<LeadRow, 'held_at' | 'held_for' | 'counted_as_recipient_at'>,
): Promise<LeadId> {
  const { companyId, input, at } = request;
  const asked = askedFor(request);
  const source = typeof input.source === 'string' ? input.source : 'widget';
  const leadId = await insertLead(tx, {
    ...fromMergeable(asked),
    homeowner_email: asked.email,
    company_id: companyId,
    source,
    attribution: attributionOf(input),
    language: input.language ?? null,
    page_url: pageOf(input),
    idempotency_key: keyOf(input),
    created_at: at,
    ...state,
  });
  await recordWidgetConsent(tx, request, leadId);
  await askForInstant(tx, request, { leadId, held: state.held_at !== null });
  const { perimeter, gateCount, materialType, quoteCents, notes } = asked;
  const data = { source, perimeter, gateCount, materialType, quoteCents, notes };
  await addTimelineEvent(tx, { companyId, leadId, kind: 'lead_created', at, data });
  return leadId;
}

/**
 * Records that a request may get an instant estimate ('pending') or why it doesn't: the company doesn't send them, or a
 * person must look at the request first. Replaces what became of an earlier request that joined the lead, unless an
 * estimate went out then. A request without a length can't be priced and isn't recorded.
 */
export async function askForInstant(
  tx: CompanyTx,
  { companyId, input, facts }: WidgetRequest,
  { leadId, held }: { leadId: LeadId; held: boolean },
): Promise<void> {
  if (input.perimeter === null) return;
  await sql`insert into instant_requests (company_id, lead_id, state, idempotency_key, network)
    values (${companyId}, ${leadId}, case
        when not exists (select from instant_settings where company_id = ${companyId} and enabled) then 'off'
        else ${held ? 'held' : 'pending'} end, ${keyOf(input)}, ${facts.ip === '' ? null : networkOf(facts.ip)})
    on conflict (company_id, lead_id) do update
      set state = excluded.state, idempotency_key = excluded.idempotency_key, network = excluded.network
      where instant_requests.state <> 'sent'`.execute(tx);
}

/**
 * Returns the answer to a request with a known key. The lead is the one that the request created or was added to or,
 * after a merge, the kept lead.
 */
export const findAnswer = async (
  tx: CompanyTx,
  companyId: CompanyId,
  input: HomeownerInput,
): Promise<WidgetLeadAnswer | undefined> => {
  const key = keyOf(input);
  // The ID is looked up first, because a single query with `or` would read all of the company's leads.
  const id = sql<LeadId>`(
    select id from leads where company_id = ${companyId} and idempotency_key = ${key}
    union all select kept_lead_id from lead_merges where company_id = ${companyId} and idempotency_key = ${key} limit 1)`;
  const known = await tx
    .selectFrom('leads')
    .innerJoin('company_profiles', 'company_profiles.id', 'leads.company_id')
    .select(COLUMNS.map((column) => `leads.${column}` as const))
    .select('company_profiles.widget_instant_quotes as instantQuotes')
    .where('leads.company_id', '=', companyId)
    .where('leads.id', '=', id)
    .executeTakeFirst();
  return known && toAnswer(known, known);
};

/** Returns the phone number that the homeowner agreed to be texted at, or null if they didn't agree. */
export const agreedPhone = ({ smsConsent, phone }: HomeownerInput): string | null =>
  smsConsent ? (phone ?? null) : null;

/** Stores the consent, if given, exactly as it was shown to the homeowner (C3). */
export const recordWidgetConsent = async (tx: CompanyTx, request: WidgetRequest, leadId: LeadId): Promise<void> => {
  const { companyId, input, facts, offer, at } = request;
  const phone = agreedPhone(input);
  const shown = consentOf(input.consentVersion, offer.company.name);
  if (phone === null || !shown) return;
  await insertConsents(tx, [
    {
      company_id: companyId,
      lead_id: leadId,
      phone,
      method: 'widget',
      ...shown,
      page_url: pageOf(input),
      ip: facts.ip,
      user_agent: facts.userAgent,
      at,
    },
  ]);
};

/** Builds the widget's answer. It contains the price only if the contractor shows instant prices. */
const toAnswer = ({ instantQuotes }: { instantQuotes: boolean }, lead: CapturedLead): WidgetLeadAnswer => {
  const { perimeter_ft: perimeter, gate_count: gateCount, material_type: materialType, quote_cents: totalCents } = lead;
  const priced = instantQuotes && perimeter !== null && materialType !== null && totalCents !== null;
  return { leadId: lead.id, ...(priced ? { estimate: { totalCents, perimeter, gateCount, materialType } } : {}) };
};

/** Returns the answer with this lead's id and the request's price. */
export const answerTo = (request: WidgetRequest, id: LeadId): WidgetLeadAnswer =>
  toAnswer({ instantQuotes: request.offer.company.widget_instant_quotes }, { id, ...fromMergeable(askedFor(request)) });
