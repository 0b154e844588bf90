import type { AgentEvent, AgentMessageInput } from '#shared/features/agent/agent.schema.ts';
import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { isAllowedOrigin } from '#shared/features/widget/allowed-domains.rules.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import type { CaptureDeps } from '../leads/capture-lead.ts';
import type { RequestFacts } from '../leads/widget-request.ts';
import { findContractor } from '../widget/find-contractor.ts';
import { findOffer, type Offer } from '../widget/offer.repository.ts';
import { type Ticket, validTicket } from '../widget/ticket.ts';
import { pausedTextOf } from '../widget/widget-config.ts';
import { readAgentSettings } from './agent-settings.ts';
import { readKnowledge, settingsFacts } from './company-facts.ts';
import { addExchange, type Conversation, openConversation, saveConversation } from './conversations.repository.ts';
import { type Answered, answerMessage } from './guided/answer-message.ts';
import { factSearch } from './guided/find-fact.ts';
import type { GuidedCompany } from './guided/guided-state.ts';
import { keepLead } from './keep-lead.ts';

const TICKET_FAULT = {
  ticket_missing: 'Open the page again to start a conversation',
  ticket_forged: 'Open the page again to start a conversation',
  ticket_expired: 'This page is too old. Open it again to go on',
} as const;

/**
 * Answers one message of a homeowner's conversation (contract.md, 'Agent'). The message, the answer and the lead that
 * results are written in one transaction, so a killed server has answered completely or not at all. Throws before
 * anything is written: NOT_FOUND for an unknown contractor or conversation, VALIDATION_FAILED for a missing or invalid
 * ticket, FORBIDDEN where the agent is off or the website isn't allowed, CONFLICT while the widget is paused, and
 * RATE_LIMITED if a conversation has too many messages.
 */
export async function answerHomeowner(
  deps: CaptureDeps,
  input: AgentMessageInput,
  facts: RequestFacts,
): Promise<AgentEvent[]> {
  const companyId = await findContractor(deps, input.contractorId);
  if (companyId === undefined) throw notFound('This contractor');
  const ticket = validTicket(input.ticket, { companyId, secret: deps.config.APP_SECRET, now: new Date() });
  if (typeof ticket === 'string') throw invalid({ ticket: TICKET_FAULT[ticket] });
  const { events, isNew } = await inCompany(deps.db, companyId, (tx) =>
    exchange(tx, { deps, companyId, input, facts, ticket }),
  );
  if (isNew) await deps.wakeUps.enqueue(companyId);
  return events;
}

interface Exchange {
  deps: CaptureDeps;
  companyId: CompanyId;
  input: AgentMessageInput;
  facts: RequestFacts;
  ticket: Ticket;
}

async function exchange(tx: CompanyTx, asked: Exchange): Promise<{ events: AgentEvent[]; isNew: boolean }> {
  const { deps, companyId, input, facts, ticket } = asked;
  const at = deps.clock.now();
  const offer = await offerTo(tx, asked, at);
  const conversation = await openConversation(tx, {
    companyId,
    ticketId: ticket.id,
    id: input.conversationId,
    language: input.language ?? DEFAULT_LANGUAGE,
    at,
  });
  const answered = answerMessage(conversation.state, input.text, await companyOf(tx, companyId, offer));
  const quiet = conversation.taken_over_at !== null;
  const kept = answered.lead
    ? await keepLead(tx, { deps, companyId, conversation, state: answered.state, offer, facts, ticket, at })
    : undefined;
  await saveConversation(tx, { companyId, conversation, answered, leadId: kept?.leadId ?? null, at });
  await addExchange(tx, { companyId, conversationId: conversation.id, asked: input.text, answered, quiet, at });
  return {
    events: eventsOf({ answered, conversation, leadId: kept?.leadId ?? null, quiet }),
    isNew: kept?.isNew ?? false,
  };
}

/** What the company offers, if its agent answers here and now. */
async function offerTo(tx: CompanyTx, { deps, companyId, facts }: Exchange, at: Date): Promise<Offer> {
  const offer = await findOffer(tx, { companyId, now: at });
  if (!offer) throw notFound('This contractor');
  const { company } = offer;
  if (
    facts.origin !== undefined &&
    !isAllowedOrigin(facts.origin, company.widget_allowed_domains, deps.config.PUBLIC_URL)
  )
    throw new AppError('This form isn’t set up for this website', 'FORBIDDEN');
  if (company.widget_paused) throw new AppError(pausedTextOf(company), 'CONFLICT');
  const isPaid = accessOf(await findAccessRow(tx, companyId), at).hasDashboard;
  if (!isPaid || !(await readAgentSettings(tx, companyId)).widget)
    throw new AppError('This company doesn’t answer here. Please use its form', 'FORBIDDEN');
  return offer;
}

/** What the conversation may use: this company's facts and price function, and nothing else. */
async function companyOf(tx: CompanyTx, companyId: CompanyId, offer: Offer): Promise<GuidedCompany> {
  const { own, company } = await readKnowledge(tx, companyId);
  const { name, phone } = offer.company;
  const known = { name, phone, ...company, materials: offer.materials.map((material) => material.name) };
  return {
    name,
    materials: offer.materials,
    materialSelection: offer.company.widget_material_selection,
    instantQuotes: offer.company.widget_instant_quotes,
    priceGating: offer.company.widget_price_gating,
    priceOf: (fence) => priceOf(offer, fence),
    findFact: (question, language) => factSearch([...own, ...settingsFacts(known, language)])(question),
  };
}

function priceOf(
  { materials, basePriceCents, gatePriceCents }: Offer,
  { perimeter, materialId, gateCount }: Parameters<GuidedCompany['priceOf']>[0],
): number | null {
  const material = materials.find(({ id }) => id === materialId);
  if (material === undefined) return null;
  try {
    const { premiumCents } = material;
    return priceEstimate({ perimeter, gateCount, basePriceCents, premiumCents, gatePriceCents }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

interface Result {
  answered: Answered;
  conversation: Conversation;
  leadId: LeadId | null;
  quiet: boolean;
}

function eventsOf({ answered, conversation, leadId, quiet }: Result): AgentEvent[] {
  const { text, price, handover } = answered;
  const done = { event: 'done', data: { conversationId: conversation.id satisfies ConversationId } } as const;
  // a member answers instead
  if (quiet) return [...(leadId === null ? [] : [{ event: 'lead', data: { leadId } } as const]), done];
  return [
    { event: 'delta', data: { text } },
    ...(price === null ? [] : [{ event: 'price', data: { ...price } } as const]),
    ...(leadId === null ? [] : [{ event: 'lead', data: { leadId } } as const]),
    ...(handover === null ? [] : [{ event: 'handover', data: {} } as const]),
    done,
  ];
}
