import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { type CaptureDeps, captureInConversation, holdInConversation } from '../leads/capture-lead.ts';
import { joinHeld, joinLead, lockPerson } from '../leads/join-lead.ts';
import { MERGEABLE } from '../leads/mergeable-lead.ts';
import type { HomeownerInput, RequestFacts } from '../leads/widget-request.ts';
import type { Offer } from '../widget/offer.repository.ts';
import type { Ticket } from '../widget/ticket.ts';
import type { Conversation } from './conversations.repository.ts';
import type { GuidedState } from './guided/guided-state.ts';

interface Keeping {
  deps: Pick<CaptureDeps, 'clock' | 'config'>;
  companyId: CompanyId;
  conversation: Conversation;
  state: GuidedState;
  offer: Offer;
  facts: RequestFacts;
  ticket: Ticket;
  /**
   * Whether the homeowner wrote by text or email in the lead's thread, rather than in the widget or on the estimate
   * page.
   */
  inThread: boolean;
  at: Date;
}

/**
 * Creates the conversation's lead, or updates it if it already exists. The caller must check that there's an email
 * address or phone number, and either a fence description or a handover. The widget form's limits apply. A suspicious
 * lead is held for review.
 */
export async function keepLead(tx: CompanyTx, keeping: Keeping): Promise<{ leadId: LeadId; isNew: boolean }> {
  const { deps, companyId, conversation, facts, ticket } = keeping;
  const input = inputOf(keeping);
  if (conversation.lead_id === null) return captureInConversation(tx, { deps, companyId, input, facts }, ticket);
  await changeKept(tx, keeping, input);
  return { leadId: conversation.lead_id, isNew: true };
}

async function changeKept(tx: CompanyTx, keeping: Keeping, input: HomeownerInput): Promise<void> {
  const { deps, companyId, conversation, offer, facts, ticket, inThread, at } = keeping;
  const request = { companyId, input, facts, offer, at };
  // Locks are taken in the same order as for the widget form.
  await lockPerson(tx, request);
  const lead = await lockLeads(tx, companyId)
    .select(['id', 'estimate_sent_at', 'held_at', 'held_for', 'attribution', 'language', ...MERGEABLE])
    .where('id', '=', conversation.lead_id)
    .executeTakeFirst();
  if (!lead) return;
  const { name } = keeping.state.contact;
  // Until the homeowner gives a name, the lead's name is their email address or phone number.
  if (name !== null && lead.name === nameOf(conversation.state.contact) && conversation.state.contact.name === null)
    await changeLead(tx, { companyId, leadId: lead.id }, { name });
  if (lead.held_at !== null) return joinHeld(tx, request, { lead, reason: 'repeated' });
  const held = await joinLead(tx, request, { lead: name === null ? lead : { ...lead, name }, ticket, inThread });
  if (held !== null) await holdInConversation(tx, { deps, companyId, input, facts }, held);
}

/** Returns the name, or the email address or phone number if there's no name. */
const nameOf = ({ name, email, phone }: GuidedState['contact']): string =>
  name ?? email ?? (phone === null ? '' : formatPhone(phone));

const inputOf = ({ state, conversation, offer, companyId }: Keeping): HomeownerInput => {
  const { fence, contact } = state;
  return {
    contractorId: companyId,
    name: nameOf(contact),
    email: contact.email,
    phone: (contact.phone ?? undefined) as HomeownerInput['phone'],
    address: contact.address ?? undefined,
    zip: contact.zip ?? undefined,
    perimeter: fence.feet as HomeownerInput['perimeter'],
    gateCount: fence.gateCount ?? 0,
    materialId: fence.materialId ?? offer.materials[0]?.id,
    runs: [],
    gates: [],
    notes: notesOf(state),
    smsConsent: false,
    language: state.language,
    source: 'agent',
    idempotencyKey: `agent-${conversation.id}-${conversation.messages}`,
  };
};

/** Returns notes for the contractor about details that the price doesn't include. */
const notesOf = ({ fence: { proposed, heightFt, removal } }: GuidedState): string =>
  [
    ...(proposed === undefined ? [] : [`Length to confirm: ${formatFeet(proposed.feet)}.`]),
    ...(heightFt === null ? [] : [`Height: ${formatFeet(heightFt)}.`]),
    ...(removal ? ['An old fence must be removed.'] : []),
  ].join(' ');
