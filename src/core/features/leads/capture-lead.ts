import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import {
  CONSENT_VERSION,
  consentText,
  type WidgetLeadAnswer,
  type WidgetLeadInput,
} from '#shared/features/widget/widget.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { describePhoneProblem, isTextable } from '../../platform/us-data/index.ts';
import { enqueueMessage } from '../messages/outbox.repository.ts';
import { findContractor } from '../widget/find-contractor.ts';
import { findOffer, type Offer, type OfferedMaterial } from '../widget/offer.repository.ts';
import { addTimelineEvent } from './timeline.repository.ts';

/** What the request itself says of its sender: kept with a consent (C3). */
export interface RequestFacts {
  ip: string;
  userAgent: string;
}

export type CaptureDeps = Pick<Deps, 'db' | 'system' | 'clock' | 'bell'>;

/**
 * Takes a homeowner's request in: one transaction writes lead, consent, timeline and the mails and texts that
 * follow from it. The same `idempotencyKey` answers the same lead and writes nothing, also when two arrive at
 * once. Never refused for lack of quota or of a subscription. Throws NOT_FOUND for an unknown contractor and
 * VALIDATION_FAILED where a consent cannot be recorded as it was given (C3).
 */
export const captureLead = async (
  deps: CaptureDeps,
  input: WidgetLeadInput,
  facts: RequestFacts,
): Promise<WidgetLeadAnswer> => {
  const companyId = await findContractor(deps.system, input.contractorId);
  if (companyId === undefined) throw notFound('This contractor');
  checkConsent(input);
  const { answer, isNew } = await inCompany(deps.db, companyId, (tx) => capture(tx, { deps, companyId, input, facts }));
  if (isNew) await deps.bell.ring(companyId);
  return answer;
};

const checkConsent = ({ smsConsent, consentVersion, phone }: WidgetLeadInput): void => {
  if (!smsConsent) return;
  if (consentVersion !== CONSENT_VERSION)
    throw invalid({ consentVersion: 'The words beside the box have changed. Reload the page and tick it again' });
  if (phone !== undefined && !isTextable(phone))
    throw invalid({ phone: describePhoneProblem(phone) ?? 'This number can’t be texted. Enter a mobile number' });
};

interface Capture {
  deps: CaptureDeps;
  companyId: CompanyId;
  input: WidgetLeadInput;
  facts: RequestFacts;
}

const capture = async (tx: CompanyTx, { deps, companyId, input, facts }: Capture) => {
  const at = deps.clock.now();
  const offer = await findOffer(tx, { companyId, now: at });
  if (!offer) throw notFound('This contractor');
  const merged = await findMerged(tx, companyId, keyOf(input));
  if (merged) return { answer: toAnswer(offer, merged), isNew: false };
  const material = chooseMaterial(offer, input);
  const quoteCents = material ? priceOf(offer, material, input) : null;
  const lead = await insertLead(tx, { companyId, input, material, quoteCents, at });
  if (!lead) return { answer: toAnswer(offer, await getByKey(tx, companyId, keyOf(input))), isNew: false };
  if (input.smsConsent && input.phone !== undefined)
    await insertConsent(tx, { companyId, leadId: lead.id, phone: input.phone, input, facts, offer, at });
  await addTimelineEvent(tx, { companyId, leadId: lead.id, kind: 'lead_created', at, data: createdData(lead) });
  await enqueueAnswers(tx, { lead, offer, texting: input.smsConsent && input.phone !== undefined, at });
  return { answer: toAnswer(offer, lead), isNew: true };
};

/** The homeowner's choice where he has one and the plan allows it, else the company's first material. */
const chooseMaterial = (offer: Offer, input: WidgetLeadInput): OfferedMaterial | undefined => {
  const chosen = offer.company.widget_material_selection
    ? offer.materials.find(({ id }) => id === input.materialId?.toLowerCase())
    : undefined;
  return chosen ?? offer.materials[0];
};

/** Null where the settings give no price: a lead is never lost for what the contractor set up. */
const priceOf = (offer: Offer, material: OfferedMaterial, input: WidgetLeadInput): number | null => {
  try {
    return priceEstimate({
      perimeter: input.perimeter,
      gateCount: input.gateCount,
      basePriceCents: offer.basePriceCents,
      premiumCents: material.premiumCents,
      gatePriceCents: offer.gatePriceCents,
    }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

type CapturedLead = Pick<
  LeadRow,
  'id' | 'company_id' | 'email' | 'phone' | 'perimeter_ft' | 'gate_count' | 'material_type' | 'quote_cents' | 'notes'
>;
const CAPTURED = [
  'id',
  'company_id',
  'email',
  'phone',
  'perimeter_ft',
  'gate_count',
  'material_type',
  'quote_cents',
  'notes',
] as const;

// Postgres refuses NUL, and nothing that people write holds it
const withoutNul = (text: string): string => text.replaceAll('\u0000', '');
const keyOf = (input: WidgetLeadInput): string => withoutNul(input.idempotencyKey);

/** Only an address that a browser shows as a page; anything else ('javascript:') would be a trap in the dashboard. */
const pageOf = ({ pageUrl }: WidgetLeadInput): string | null => {
  const url = pageUrl === undefined ? null : URL.parse(withoutNul(pageUrl));
  return url && /^https?:$/.test(url.protocol) ? url.href.slice(0, 2_000) : null;
};

interface NewCapture {
  companyId: CompanyId;
  input: WidgetLeadInput;
  material: OfferedMaterial | undefined;
  quoteCents: number | null;
  at: Date;
}

/** Undefined where the key is taken already: the second of two waits for the first here. */
const insertLead = (
  tx: CompanyTx,
  { companyId, input, material, quoteCents, at }: NewCapture,
): Promise<CapturedLead | undefined> =>
  tx
    .insertInto('leads')
    .values({
      company_id: companyId,
      name: input.name,
      email: input.email,
      homeowner_email: input.email,
      phone: input.phone ?? null,
      address: input.address ?? null,
      zip: input.zip ?? null,
      perimeter_ft: input.perimeter,
      gate_count: input.gateCount,
      material_id: material?.id ?? null,
      material_type: material?.name ?? null,
      quote_cents: quoteCents,
      notes: input.notes ?? '',
      source: 'widget',
      page_url: pageOf(input),
      idempotency_key: keyOf(input),
      created_at: at,
    })
    .onConflict((conflict) => conflict.constraint('leads_idempotency').doNothing())
    .returning(CAPTURED)
    .executeTakeFirst();

const getByKey = (tx: CompanyTx, companyId: CompanyId, key: string): Promise<CapturedLead> =>
  tx
    .selectFrom('leads')
    .select(CAPTURED)
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();

/** The lead that a request's own lead was merged into. */
const findMerged = (tx: CompanyTx, companyId: CompanyId, key: string): Promise<CapturedLead | undefined> =>
  tx
    .selectFrom('lead_merges')
    .innerJoin('leads', 'leads.id', 'lead_merges.kept_lead_id')
    .select(CAPTURED.map((column) => `leads.${column}` as const))
    .where('lead_merges.company_id', '=', companyId)
    .where('lead_merges.idempotency_key', '=', key)
    .executeTakeFirst();

interface NewConsent {
  companyId: CompanyId;
  leadId: LeadId;
  phone: string;
  input: WidgetLeadInput;
  facts: RequestFacts;
  offer: Offer;
  at: Date;
}

/** Keeps the opt-in exactly as it was shown and given (C3). */
const insertConsent = async (tx: CompanyTx, consent: NewConsent): Promise<void> => {
  await tx
    .insertInto('consents')
    .values({
      company_id: consent.companyId,
      lead_id: consent.leadId,
      phone: consent.phone,
      method: 'widget',
      text: consentText(consent.offer.company.name),
      version: CONSENT_VERSION,
      page_url: pageOf(consent.input),
      ip: consent.facts.ip,
      user_agent: consent.facts.userAgent.slice(0, 1_000),
      at: consent.at,
    })
    .execute();
};

const createdData = (lead: CapturedLead) => ({
  source: 'widget',
  perimeter: lead.perimeter_ft,
  gateCount: lead.gate_count,
  materialType: lead.material_type,
  quoteCents: lead.quote_cents,
  notes: lead.notes,
});

const enqueueAnswers = async (
  tx: CompanyTx,
  { lead, offer, texting, at }: { lead: CapturedLead; offer: Offer; texting: boolean; at: Date },
): Promise<void> => {
  const message = { companyId: lead.company_id, leadId: lead.id, at };
  const key = (kind: string) => `${kind}:${lead.id}`;
  await enqueueMessage(tx, {
    ...message,
    kind: 'lead.received',
    channel: 'email',
    to: lead.email,
    dedupeKey: key('lead.received:email'),
  });
  if (texting && lead.phone !== null)
    await enqueueMessage(tx, {
      ...message,
      kind: 'lead.received',
      channel: 'sms',
      to: lead.phone,
      dedupeKey: key('lead.received:sms'),
    });
  await enqueueMessage(tx, {
    ...message,
    kind: 'lead.notice',
    channel: 'email',
    to: offer.company.email,
    dedupeKey: key('lead.notice:email'),
  });
};

/** The price at once only where the contractor wants it shown (contract.md, widget). */
const toAnswer = (offer: Offer, lead: CapturedLead): WidgetLeadAnswer => {
  const { perimeter_ft: perimeter, gate_count: gateCount, material_type: materialType, quote_cents: totalCents } = lead;
  const priced =
    offer.company.widget_instant_quotes && perimeter !== null && materialType !== null && totalCents !== null;
  return { leadId: lead.id, ...(priced ? { estimate: { totalCents, perimeter, gateCount, materialType } } : {}) };
};
