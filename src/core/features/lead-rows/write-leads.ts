import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { AwaitedAnswer } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { LeadUpdate, NewLead } from './lead-rows.table.ts';

// This file contains all writes to `leads` (one-writer.unit.test.ts).

export interface OfLead {
  companyId: CompanyId;
  leadId: LeadId;
}

export async function insertLead(tx: CompanyTx, lead: NewLead): Promise<LeadId> {
  const { id } = await tx.insertInto('leads').values(lead).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a lead. Returns undefined if the company already has a lead with this `idempotency_key`. */
export async function insertLeadOnce(tx: CompanyTx, lead: NewLead): Promise<LeadId | undefined> {
  const made = await tx
    .insertInto('leads')
    .values(lead)
    .onConflict((conflict) => conflict.constraint('leads_idempotency').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Adds many leads in one statement, and returns each as stored. */
export const insertLeads = (tx: CompanyTx, leads: readonly NewLead[]) =>
  tx
    .insertInto('leads')
    .values([...leads])
    .returning(['id', 'idempotency_key', 'perimeter_ft', 'gate_count', 'material_type', 'quote_cents'])
    .execute();

/** Changes the given columns of a lead. Columns set to undefined stay unchanged. */
export async function changeLead(tx: CompanyTx, of: OfLead, change: LeadUpdate): Promise<void> {
  await rowOf(tx, of).set(change).execute();
}

const rowOf = (tx: CompanyTx, { companyId, leadId }: OfLead) =>
  tx.updateTable('leads').where('company_id', '=', companyId).where('id', '=', leadId);

export async function deleteLead(tx: CompanyTx, { companyId, leadId }: OfLead): Promise<void> {
  await tx.deleteFrom('leads').where('company_id', '=', companyId).where('id', '=', leadId).execute();
}

/** Notifies open dashboards that data about a lead has changed outside its `leads` row. */
export async function touchLead(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> {
  await rowOf(tx, { companyId, leadId })
    .set((row) => ({ unread_count: row.ref('unread_count') }))
    .execute();
}

interface Answer {
  /** The message that has been unanswered since `at`. Null clears the stored message, and undefined keeps it. */
  awaited: AwaitedAnswer | null | undefined;
  /** Whether to count one more unread message. */
  unread: boolean;
  at: Date;
}

/** Records whether the lead is waiting for the contractor's answer, and counts an unread message. */
export async function noteAnswer(tx: CompanyTx, of: OfLead, { awaited, unread, at }: Answer): Promise<void> {
  if (awaited === undefined && !unread) return;
  if (awaited) await dropAnswered(tx, of);
  await rowOf(tx, of)
    .$if(awaited !== undefined, (query) =>
      query.set({ awaits_answer: awaited ?? null, awaits_since: awaited ? at : null }),
    )
    .$if(unread, (query) => query.set((row) => ({ unread_count: row('unread_count', '+', 1) })))
    .$if(awaited === null, (query) => query.where('awaits_answer', 'is not', null))
    .execute();
}

/**
 * Drops the agent's drafts and queued answers if the lead no longer awaits an answer, because a person has answered.
 * Otherwise, they would become active again the next time the homeowner writes.
 */
const dropAnswered = (tx: CompanyTx, { companyId, leadId }: OfLead): Promise<unknown> =>
  tx
    .updateTable('agent_replies')
    .set({ status: 'dropped' })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', 'in', ['draft', 'queued'])
    .where((row) =>
      row.exists(row.selectFrom('leads').select('id').where('id', '=', leadId).where('awaits_answer', 'is', null)),
    )
    .execute();

interface Waiting {
  awaited: AwaitedAnswer;
  since: Date;
  /** SQL condition that is true if another message has answered the lead. */
  unless: RawBuilder<SqlBool>;
}

/** Marks the lead as waiting for an answer again, unless it's already waiting or another message has answered it. */
export async function waitAgain(tx: CompanyTx, of: OfLead, { awaited, since, unless }: Waiting): Promise<void> {
  await rowOf(tx, of)
    .set({ awaits_answer: awaited, awaits_since: since })
    .where('awaits_answer', 'is', null)
    .where(sql<SqlBool>`not (${unless})`)
    .execute();
}

/**
 * The leads of the person who wrote: one lead, or all of the company's leads with this phone (E.164) or email (in
 * lowercase).
 */
export type Writer = { leadId: LeadId } | { phone: string } | { email: string };

/** Records that a homeowner replied. */
export async function noteReply(tx: CompanyTx, companyId: CompanyId, who: Writer, at: Date): Promise<void> {
  const written = tx.updateTable('leads').set({ last_reply_at: at }).where('company_id', '=', companyId);
  if ('leadId' in who) await written.where('id', '=', who.leadId).execute();
  else if ('phone' in who) await written.where('phone', '=', who.phone).execute();
  else await written.where('email', '=', who.email).execute();
}

/**
 * Records that the contractor was notified of this homeowner's message, by any kind of notice. Returns false if the
 * lead is waiting for review or marked as spam. Also returns false if the contractor was already notified and hasn't
 * opened the conversation since.
 */
export async function noteTold(tx: CompanyTx, { at, ...of }: OfLead & { at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(tx, of)
    .set({ reply_told_at: at })
    .where('reply_told_at', 'is', null)
    .where('held_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A lead, and the channels on which its first message was counted. */
export interface Spent {
  leadId: LeadId;
  ways: readonly MessageChannel[];
}

/**
 * Records in one statement which channels were counted for each of a company's leads. Further messages to the same
 * email address or phone aren't counted.
 */
export async function markCounted(
  tx: CompanyTx,
  companyId: CompanyId,
  { spent, at }: { spent: readonly Spent[]; at: Date },
): Promise<void> {
  if (spent.length === 0) return;
  await sql`update leads set counted_as_recipient_at = coalesce(counted_as_recipient_at, ${at}),
      uncounted_ways = array(select way from unnest(leads.uncounted_ways) way where way <> all (string_to_array(now.ways, ' ')))
    from unnest(${spent.map(({ leadId }) => leadId)}::uuid[], ${spent.map(({ ways }) => ways.join(' '))}::text[])
      as now (id, ways)
    where leads.id = now.id and leads.company_id = ${companyId}`.execute(tx);
}

interface OfLeads {
  companyId: CompanyId;
  leadIds: readonly LeadId[];
  at: Date;
}

/**
 * Records that follow-ups to these leads have started: the leads count as contacted and as recipients of the company.
 */
export async function noteFollowedUp(tx: CompanyTx, { companyId, leadIds, at }: OfLeads): Promise<void> {
  await sql`update leads set last_contact_at = ${at}, counted_as_recipient_at = coalesce(counted_as_recipient_at, ${at}),
      status = case when status = 'new' then 'contacted' else status end
    where company_id = ${companyId} and id = any(${leadIds})`.execute(tx);
}

/** Records that messages to these leads were sent. New leads in `contacted` get the status 'contacted'. */
export async function noteMessages(
  tx: CompanyTx,
  { companyId, leadIds, contacted, at }: OfLeads & { contacted: readonly LeadId[] },
): Promise<void> {
  await sql`${prepared} update leads set last_message_at = ${at},
      status = case when id = any(${contacted}::uuid[]) then 'contacted' else status end
    where company_id = ${companyId} and id = any(${leadIds}::uuid[])`.execute(tx);
}

/** Reassigns all of one member's leads to another member. */
export async function handOverLeads(
  tx: CompanyTx,
  { companyId, from, to }: { companyId: CompanyId; from: UserId; to: UserId },
): Promise<void> {
  await tx
    .updateTable('leads')
    .set({ assigned_to: to })
    .where('company_id', '=', companyId)
    .where('assigned_to', '=', from)
    .execute();
}

/** The name of a lead whose homeowner was erased. */
export const ERASED_NAME = 'Erased homeowner';

/**
 * Removes the person from leads, for good. What reports count stays: dates, status, outcome, price, material, source and
 * ZIP. The leads move to the archive. Erased leads stay as they are.
 */
export async function eraseLeads(tx: CompanyTx, { companyId, leadIds, at }: OfLeads): Promise<void> {
  const onlyName = (visit: string) => sql`case when attribution ? ${sql.lit(visit)} then
    (select jsonb_object_agg(key, case when key = 'name' then value else 'null' end)
      from jsonb_each(attribution -> ${sql.lit(visit)})) end`;
  await sql`update leads set erased_at = ${at}, name = ${ERASED_NAME}, email = null, phone = null, address = null,
      homeowner_email = null, notes = '', measured = null, page_url = null, found_by = lead_found_by(id), language = null,
      attribution = case when attribution is not null then jsonb_build_object('first', ${onlyName('first')},
        'last', ${onlyName('last')}) end,
      awaits_answer = null, awaits_since = null, unread_count = 0, reply_told_at = null,
      archived_at = coalesce(archived_at, ${at})
    where company_id = ${companyId} and id = any(${leadIds}) and erased_at is null`.execute(tx);
}
