import { randomUUID } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import { askedAgainNote, isSamePerson, joinedLead, personKeys } from '#shared/features/leads/asked-again.rules.ts';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import type { Mergeable } from '#shared/features/leads/merge.rules.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { readdressWaiting } from '../messages/readdress-waiting.ts';
import { type Ticket, spendTicket } from '../widget/ticket.ts';
import {
  dropWaitingReply,
  tellOfLead,
  enqueueReply,
  markReplyCounted,
  spendWhatIsLeft,
  unanswered,
} from './instant-reply.ts';
import { fromMergeable, MERGEABLE, toMergeable } from './mergeable-lead.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import {
  agreedPhone,
  askedFor,
  askForInstant,
  attributionOf,
  keyOf,
  recordWidgetConsent,
  type WidgetRequest,
} from './widget-request.ts';

/**
 * For this long after a lead is created, new requests from the same person are added to it. Uses the business clock.
 */
const JOINS_WITHIN = HOUR;
/** Maximum number of requests that are added to one lead. More than that suggests a bot. */
const MOST_JOINED = 20;

const COLUMNS = ['id', 'estimate_sent_at', 'held_for', 'attribution', 'language', ...MERGEABLE] as const;
export type JoinableLead = Pick<LeadRow, (typeof COLUMNS)[number]>;

/** Serializes requests from one person to one company until the transaction ends. */
export async function lockPerson(tx: CompanyTx, request: WidgetRequest): Promise<void> {
  for (const key of personKeys(askedFor(request)).toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${request.companyId}:${key}`}, 63))`.execute(tx);
}

/**
 * Returns and locks the newest lead from the last hour that's from the same person. A lead with the same email address
 * takes precedence over a lead with the same phone number and name. Leads that are archived, won, lost or marked as
 * spam don't match. If `held` is true, only leads waiting for review match. Otherwise, only accepted leads match.
 */
export async function findSamePerson(
  tx: CompanyTx,
  request: WidgetRequest,
  { held }: { held: boolean },
): Promise<JoinableLead | undefined> {
  const { companyId, at } = request;
  const asked = askedFor(request);
  const joinable = (query: SelectQueryBuilder<Database, 'leads', object>) =>
    query
      .where('held_at', held ? 'is not' : 'is', null)
      .where('spam_at', 'is', null)
      .where('archived_at', 'is', null)
      .where('outcome', 'is', null)
      .where('created_at', '>=', new Date(at.getTime() - JOINS_WITHIN));
  const alike = await joinable(tx.selectFrom('leads').where('company_id', '=', companyId))
    .select(['id', 'name', 'email', 'phone'])
    .where((lead) => lead.or([lead('email', '=', asked.email), lead('phone', '=', asked.phone)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const found = alike.find(({ email }) => email === asked.email) ?? alike.find((lead) => isSamePerson(lead, asked));
  return found && joinable(lockLeads(tx, companyId)).select(COLUMNS).where('id', '=', found.id).executeTakeFirst();
}

/**
 * Adds a request to an existing accepted lead and records the consent. Newer values replace older ones (`joinedLead`).
 * A recipient who hasn't been sent an instant reply gets one. That reply uses up one of the leads that the ticket
 * allows, and counts toward the recipient's budgets. If the request must be reviewed as a separate lead, changes
 * nothing and returns the reason. `inThread` is set if the request is a text or email in the lead's own thread. In that
 * case, no instant reply is sent, because the answer is written in the thread and the contractor is notified of the
 * message.
 */
export async function joinLead(
  tx: CompanyTx,
  request: WidgetRequest,
  { lead, ticket, inThread = false }: { lead: JoinableLead; ticket: Ticket; inThread?: boolean },
): Promise<HeldReason | null> {
  const { companyId, input, at } = request;
  const of = { companyId, leadId: lead.id, at };
  if ((await countJoined(tx, of)) >= MOST_JOINED) return 'repeated';
  const after = joinedLead(toMergeable(lead), askedFor(request), { keepFence: lead.estimate_sent_at !== null });
  if (inThread) {
    await writeJoined(tx, request, { lead, after });
    await readdressWaiting(tx, { company_id: companyId, id: lead.id, email: after.email, phone: after.phone }, at);
    return null;
  }
  const agreed = agreedPhone(input);
  const wanted = await unanswered(tx, of, { email: after.email, phone: agreed === after.phone ? agreed : null });
  if ((wanted.email !== null || wanted.phone !== null) && !(await spendTicket(tx, ticket))) return 'ticket_used_up';
  const reply = { ...of, network: networkOf(request.facts.ip) };
  const to = await spendWhatIsLeft(tx, { ...reply, to: wanted });
  await writeJoined(tx, request, { lead, after });
  await askForInstant(tx, request, { leadId: lead.id, held: false });
  if (wanted.email !== null && to.email === null) await dropWaitingReply(tx, of, 'email');
  if (wanted.phone !== null && to.phone === null) await dropWaitingReply(tx, of, 'sms');
  await readdressWaiting(tx, { company_id: companyId, id: lead.id, email: after.email, phone: after.phone }, at);
  // Only recipients who haven't been sent a reply get one, because waiting replies were redirected above.
  await enqueueReply(tx, { ...reply, to: await unanswered(tx, of, to) });
  await tellOfLead(tx, { ...of, to: request.offer.company.email });
  await markReplyCounted(tx, { ...of, to });
  return null;
}

/**
 * Adds a request that needs review to a lead that's waiting for review, so that the person appears in Review only once.
 * Sends nothing.
 */
export async function joinHeld(
  tx: CompanyTx,
  request: WidgetRequest,
  { lead, reason }: { lead: JoinableLead; reason: HeldReason },
): Promise<void> {
  const after = joinedLead(toMergeable(lead), askedFor(request), { keepFence: false });
  await writeJoined(tx, request, { lead, after });
  await askForInstant(tx, request, { leadId: lead.id, held: true });
  if (lead.held_for.includes(reason)) return;
  const { companyId } = request;
  await changeLead(tx, { companyId, leadId: lead.id }, { held_for: [...lead.held_for, reason] });
}

type Joined = { lead: JoinableLead; after: Mergeable };

async function writeJoined(tx: CompanyTx, request: WidgetRequest, { lead, after }: Joined): Promise<void> {
  const { companyId, input, at } = request;
  const asked = askedFor(request);
  const typed = after.email === asked.email && { homeowner_email: asked.email };
  await changeLead(
    tx,
    { companyId, leadId: lead.id },
    {
      ...fromMergeable(after),
      ...typed,
      attribution: attributionOf(input, lead.attribution),
      language: input.language ?? lead.language,
    },
  );
  await recordWidgetConsent(tx, request, lead.id);
  // The request is stored like a lead that was merged immediately: its key refers to this lead, and its values are
  // stored.
  await tx
    .insertInto('lead_merges')
    .values({
      old_lead_id: randomUUID() as LeadRow['id'],
      company_id: companyId,
      kept_lead_id: lead.id,
      idempotency_key: keyOf(input),
      old_lead: JSON.stringify(fromMergeable(asked)),
      merged_by: null,
      merged_at: at,
    })
    .execute();
  const text = askedAgainNote(toMergeable(lead), asked, after);
  // Marked automatic, because a note doesn't answer an open question.
  const data = { text, automatic: true };
  await addTimelineEvent(tx, { companyId, leadId: lead.id, kind: 'note', at, data });
}

async function countJoined(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: WidgetRequest['companyId']; leadId: LeadRow['id'] },
): Promise<number> {
  const { count } = await tx
    .selectFrom('lead_merges')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('kept_lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  return count;
}
