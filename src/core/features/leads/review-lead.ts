import { sql } from 'kysely';
import type { LeadReviewInput, LeadView } from '#shared/features/leads/leads.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { networkOf } from '#shared/primitives/network.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow, LeadUpdate } from '../lead-rows/lead-rows.table.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import type { Deps } from '../../platform/deps.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { moving } from '../messages/move-message.ts';
import { answerKinds } from '../messages/registry.ts';
import { enqueueNotice, enqueueReply, markReplyCounted, spendWhatIsLeft, unanswered } from './instant-reply.ts';
import { getLeadView } from './read-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/**
 * The reason recorded on waiting messages when their lead is marked as spam. If the lead is accepted later, messages
 * with this reason are sent.
 */
const SPAM = 'You marked this lead as spam';

interface Review {
  companyId: CompanyId;
  lead: LeadRow;
  at: Date;
}

/**
 * Applies the contractor's decision about a lead. 'accept' turns a lead that's waiting for review or marked as spam
 * into a normal lead with its original creation time. If the lead came from the widget, its first messages are sent, as
 * far as the budgets allow (`spendWhatIsLeft`). 'spam' marks the lead as spam. If the lead was already accepted, 'spam'
 * also stops its follow-ups and waiting messages. Each decision can later be changed to the other. Repeating a decision
 * changes nothing. `beforeWaking` runs after an acceptance is committed and before the worker sends the first messages.
 * Throws NOT_FOUND if there's no such lead. Throws CONFLICT if a lead with an estimate is marked as
 * spam.
 */
export async function reviewLead(
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  companyId: CompanyId,
  { leadId, decision }: LeadReviewInput,
  beforeWaking?: (accepted: { leadId: LeadId }) => Promise<void>,
): Promise<LeadView> {
  const { view, accepted } = await inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const lead = await lockLeadOrThrow(tx, companyId, leadId);
    const accepts = decision === 'accept' && lead.held_at !== null;
    if (accepts) await accept(tx, { companyId, lead, at });
    if (decision === 'spam' && lead.spam_at === null) await markSpam(tx, { companyId, lead, at });
    return { view: await getLeadView(tx, { companyId, leadId, now: at }), accepted: accepts };
  });
  if (accepted) {
    await beforeWaking?.({ leadId });
    await wakeUps.enqueue(companyId);
  }
  return view;
}

async function accept(tx: CompanyTx, review: Review): Promise<void> {
  await update(tx, review, { held_at: null, held_for: [], spam_at: null });
  await note(tx, review, 'You accepted this lead');
  if (!isRequest(review.lead)) return;
  await reopenInstant(tx, review);
  await sendFirstMessages(tx, review);
}

/** An accepted request may get its instant estimate after all, as it would have without the review. */
const reopenInstant = (tx: CompanyTx, { companyId, lead }: Review) =>
  tx
    .updateTable('instant_requests')
    .set({ state: 'pending' })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', lead.id)
    .where('state', 'in', ['held', 'off'])
    .execute();

/**
 * Whether a homeowner made the request, in the form or in a conversation. A conversation may have a custom source name.
 */
const isRequest = ({ source, held_for: reasons }: LeadRow): boolean =>
  source === 'widget' || source === 'agent' || reasons.some((reason) => reason !== 'marked_spam');

/** Sends the messages that the request would have triggered if it hadn't needed review, except those already sent. */
async function sendFirstMessages(tx: CompanyTx, review: Review): Promise<void> {
  const { companyId, lead, at } = review;
  const of = { companyId, leadId: lead.id, at };
  await resumeStopped(tx, review);
  const consent = await findConsent(tx, review);
  const wanted = await unanswered(tx, of, { email: lead.email, phone: consent?.phone ?? null });
  const network = consent?.ip ? networkOf(consent.ip) : null;
  const to = await spendWhatIsLeft(tx, { ...of, to: wanted, network, accepted: true });
  await markReplyCounted(tx, { ...of, to });
  await enqueueReply(tx, { ...of, to, network });
  await enqueueNotice(tx, of);
}

/** Reads the homeowner's widget consent for the lead's current number. */
const findConsent = (tx: CompanyTx, { companyId, lead }: Review) =>
  tx
    .selectFrom('consents')
    .select(['phone', 'ip'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', lead.id)
    .where('phone', '=', lead.phone)
    .where('method', '=', 'widget')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function markSpam(tx: CompanyTx, review: Review): Promise<void> {
  const { companyId, lead, at } = review;
  if (lead.held_at !== null) return update(tx, review, { spam_at: at });
  if (lead.estimate_sent_at !== null)
    throw new AppError('This lead has an estimate. Archive the lead instead', 'CONFLICT');
  await update(tx, review, { held_at: at, held_for: ['marked_spam'], spam_at: at });
  await note(tx, review, 'You marked this lead as spam');
  const reason = (name: string) => `Follow-ups stopped because you marked ${name} as spam.`;
  await stopSchedules(tx, { companyId, leadId: lead.id, reason, at, notify: false });
  await moving({
    from: ['scheduled'],
    to: 'cancelled',
    set: [sql`reason = ${SPAM}`],
    where: [isOf(review), sql`m.kind <> all(${answerKinds()})`],
  }).execute(tx);
}

/** Resumes the first messages that were paused when the lead was marked as spam, now that it's accepted. */
async function resumeStopped(tx: CompanyTx, review: Review): Promise<void> {
  await moving({
    from: ['cancelled'],
    to: 'scheduled',
    set: [sql`due_at = ${review.at}, first_due_at = null, reason = null`],
    where: [isOf(review), sql`m.reason = ${SPAM} and m.kind in ('lead.received', 'lead.notice')`],
  }).execute(tx);
}

const isOf = ({ companyId, lead }: Review) => sql`m.company_id = ${companyId} and m.lead_id = ${lead.id}`;

const note = (tx: CompanyTx, { companyId, lead, at }: Review, text: string): Promise<void> =>
  // Marked automatic, because a decision about the lead doesn't answer the homeowner's question.
  addTimelineEvent(tx, { companyId, leadId: lead.id, kind: 'note', at, data: { text, automatic: true } });

const update = (tx: CompanyTx, { companyId, lead }: Review, change: LeadUpdate): Promise<void> =>
  changeLead(tx, { companyId, leadId: lead.id }, change);
