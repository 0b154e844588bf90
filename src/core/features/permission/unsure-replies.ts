import { sql } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** The explanation of a possible STOP, shown to the contractor (C8). */
export const UNSURE_WORDS: Record<MessageChannel, string> = {
  sms: 'They may be asking you to stop texting, or this may be someone else. Read it and decide.',
  email: 'They may be asking you to stop emailing, or this may be someone else. Read it and decide.',
};

/** Marks an inbound message as needing the contractor's decision (`decideOptOut`). */
export const markUnsure = async (tx: CompanyTx, id: MessageId): Promise<void> => {
  await tx.updateTable('messages').set({ unsure: true }).where('id', '=', id).execute();
};

/** Whether a possible STOP by this lead's person waits for a decision. */
export const isUndecided = async (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<boolean> =>
  (await unsureAmong(tx, companyId, [leadId])).has(leadId);

/** The reason shown for automated messages that wait for a decision about a possible STOP (C8). */
export const UNSURE_REASON =
  'The homeowner may not want more messages. Read the message and decide in the conversation';

/**
 * Returns which of these leads have a possible STOP that a person must still decide about. The message may be from the
 * lead itself or from another of the company's leads for the same homeowner. A text counts for all leads with the same
 * phone or email address. An email counts only for leads with the same email address, because its sender may have
 * entered a phone that isn't theirs. Uses the index messages_unsure.
 */
export async function unsureAmong(
  tx: CompanyTx,
  companyId: CompanyId,
  leadIds: readonly LeadId[],
): Promise<ReadonlySet<LeadId>> {
  const { rows } = await sql<{ id: LeadId }>`select distinct who.id from messages
    join leads wrote on wrote.id = messages.lead_id
    join leads who on who.company_id = messages.company_id
      and (who.id = wrote.id or who.email = wrote.email or (messages.channel = 'sms' and who.phone = wrote.phone))
    where messages.company_id = ${companyId} and messages.unsure and who.id = any(${leadIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** A message that may be a STOP or may be from somebody else, and that nobody has decided about. */
export interface OpenDecision {
  id: MessageId;
  /** The lead whose conversation contains the message. It may be another lead of the same person. */
  lead_id: LeadId;
  channel: MessageChannel;
  body: string;
  at: Date;
}

/** Returns the possible STOPs that count for this lead, in the sense of `unsureAmong`, oldest first. */
export async function openDecisions(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<OpenDecision[]> {
  const { rows } = await sql<OpenDecision>`
    select messages.id, messages.lead_id, messages.channel, messages.body, messages.at from messages
    join leads wrote on wrote.id = messages.lead_id
    join leads who on who.company_id = messages.company_id
      and (who.id = wrote.id or who.email = wrote.email or (messages.channel = 'sms' and who.phone = wrote.phone))
    where messages.company_id = ${companyId} and messages.unsure and who.id = ${leadId}
    order by messages.at, messages.id`.execute(tx);
  return rows;
}
