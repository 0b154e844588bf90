import { mediaNames, mediaWords } from '#shared/features/conversations/media.rules.ts';
import { ANSWER_WITHIN } from '#shared/features/inbox/reply.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { TimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import { stopSchedules, type StopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { addOptOut, liftOptOuts } from '../permission/opt-out.repository.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import type { ReplyContext } from './receive-text.ts';
import { awaitAgent, silenceAgent } from '../conversations/await-agent.ts';
import { showReply, notifyOfReply } from '../conversations/notify-of-reply.ts';
import { noteReply } from '../lead-rows/write-leads.ts';
import { markUnsure, UNSURE_WORDS } from '../permission/unsure-replies.ts';
import { helpAnswer, optInConfirmation, optOutConfirmation } from '../permission/messages/permission-messages.ts';

/**
 * Processes STOP, or words that mean it (C7, C8). In one transaction, suppresses the phone number for every company
 * that texted it from this sender, even if such a company gets its own number later. If the sender is the shared
 * sender, also suppresses the phone number for every company that uses the shared sender (C11). Stops follow-ups and
 * pauses email reminders. Sends one confirmation, unless Twilio has already sent it (C10, T5).
 */
export async function handleOptOut(context: ReplyContext): Promise<void> {
  const { systemTx, text, companyId, shared, bound, saidAt } = context;
  // The opt-out dates from when the text was written, so that a later START can reverse it even if both arrive
  // late.
  const optOut = {
    channel: 'sms',
    address: text.from,
    source: 'reply',
    words: text.body,
    sender: shared,
    at: saidAt,
  } as const;
  let fresh = false;
  for (const whose of shared === null ? bound : [null, ...bound])
    fresh = (await asCompany(systemTx, whose, (tx) => addOptOut(tx, { ...optOut, companyId: whose }))) || fresh;
  await touch(context);
  await note(context, { kind: 'opted_out', data: { channel: 'sms', words: text.body, source: 'reply' } });
  const companies = new Set([...bound, ...(shared === null ? [] : await companiesOnSharedNumber(context))]);
  const stopped = await stopFor(
    context,
    [...companies].toSorted(),
    (name) => `Follow-ups stopped because ${name} asked to stop getting texts.`,
  );
  await tell(context, companyId !== null && stopped.has(companyId));
  if (fresh) await answer(context, optOutConfirmation, 'STOP');
}

/**
 * Processes START. It reverses an earlier STOP to the same sender, but doesn't restart follow-ups (C12). If the phone
 * number hasn't opted out, the text is treated as an ordinary reply, because a homeowner may answer a question with
 * YES.
 */
export async function handleOptIn(context: ReplyContext): Promise<void> {
  const { systemTx, text, companyId, shared, bound, at, saidAt } = context;
  const companies = shared === null ? bound : [companyId];
  const lifted = await liftOptOuts(systemTx, {
    owner: companyId,
    companies,
    phone: text.from,
    shared: shared !== null,
    at,
    saidAt,
  });
  if (lifted === 0) return handleReply(context);
  await note(context, { kind: 'opted_in', data: { channel: 'sms', words: text.body, source: 'reply' } });
  await answer(context, optInConfirmation, 'START');
}

/**
 * Answers HELP, even if the homeowner has opted out (C12). HELP doesn't stop follow-ups. The contractor sees the text
 * too, because the homeowner may need a personal answer.
 */
export async function handleHelp(context: ReplyContext): Promise<void> {
  await note(context, {
    kind: 'reply_received',
    data: { channel: 'sms', text: saidIn(context), from: context.text.from },
  });
  await answer(context, helpAnswer, 'HELP');
  await tell(context, false);
}

/** Processes a possible opt-out (C8). No automated message is sent until a person has read the text. */
export async function handleUnsure(context: ReplyContext): Promise<void> {
  await touch(context);
  const { companyId, text, messageId } = context;
  if (context.lead !== null) await inOwner(context, (tx) => markUnsure(tx, messageId));
  if (companyId !== null) await inOwner(context, (tx) => silenceAgent(tx, companyId, { phone: text.from }));
  await note(context, {
    kind: 'reply_received',
    data: {
      channel: 'sms',
      text: saidIn(context),
      from: text.from,
      reason: UNSURE_WORDS.sms,
      unsure: true,
      messageId,
    },
  });
  const stopped = await stopFor(
    context,
    mine(context),
    (name) => `Follow-ups stopped because ${name} may not want more texts.`,
  );
  await tell(context, stopped.size > 0);
}

/**
 * Records an automatic reply, such as one a phone sends while its owner is driving. Like an automatic email reply, it
 * doesn't stop follow-ups.
 */
export const handleAutomatic = (context: ReplyContext): Promise<void> =>
  note(context, {
    kind: 'reply_received',
    data: { channel: 'sms', text: context.text.body, from: context.text.from, automatic: true },
  });

/**
 * Processes a reply. All of this person's follow-ups stop, and the contractor is notified (docs/architecture.md,
 * 'Conversations').
 */
export async function handleReply(context: ReplyContext): Promise<void> {
  await touch(context);
  await note(context, {
    kind: 'reply_received',
    data: { channel: 'sms', text: saidIn(context), from: context.text.from },
  });
  const stopped = await stopFor(context, mine(context), (name) => `Follow-ups stopped because ${name} wrote to you.`);
  await tell(context, stopped.size > 0);
  const { companyId, lead, text, messageId, at } = context;
  if (companyId === null || lead === null || text.body === '') return;
  await inOwner(context, (tx) => awaitAgent(tx, { companyId, leadId: lead.id, messageId, channel: 'sms', at }));
}

/** Returns the text's body, or the names of its attached files if the body is empty. */
const saidIn = ({ text }: ReplyContext): string => text.body || mediaWords(mediaNames(text.media));

const mine = ({ companyId }: ReplyContext): CompanyId[] => (companyId === null ? [] : [companyId]);

const inOwner = <T>({ systemTx, companyId }: ReplyContext, work: (tx: CompanyTx) => Promise<T>): Promise<T> =>
  asCompany(systemTx, companyId, work);

async function touch(context: ReplyContext): Promise<void> {
  const { companyId, text, at } = context;
  if (companyId === null) return;
  // All leads with this number count as replied, even those without active follow-ups, because they're all treated as
  // the same person.
  await inOwner(context, (tx) => noteReply(tx, companyId, { phone: text.from }, at));
}

async function note(context: ReplyContext, event: TimelineEvent): Promise<void> {
  const { companyId, lead, at } = context;
  if (companyId === null || lead === null) return;
  await inOwner(context, (tx) => addTimelineEvent(tx, { companyId, leadId: lead.id, at, ...event }));
}

/**
 * Stops the follow-ups of these companies to this phone number. Returns the companies whose follow-ups were stopped.
 */
async function stopFor(
  { systemTx, text, at, toWake }: ReplyContext,
  companies: readonly CompanyId[],
  reason: StopSchedules['reason'],
): Promise<Set<CompanyId>> {
  const any = new Set<CompanyId>();
  for (const companyId of companies) {
    const stopped = await asCompany(systemTx, companyId, (tx) =>
      stopSchedules(tx, { companyId, phone: text.from, reason, at }),
    );
    if (stopped.length === 0) continue;
    toWake.add(companyId);
    any.add(companyId);
  }
  return any;
}

/**
 * Notifies the contractor of the reply, unless they've been notified of an earlier reply that they haven't read yet. If
 * `told` is true, the notice about stopped follow-ups has already notified them.
 */
async function tell(context: ReplyContext, told: boolean): Promise<void> {
  const { companyId, lead, messageId, at, toWake } = context;
  if (companyId === null || lead === null) return;
  await inOwner(context, async (tx) => {
    if (told) await showReply(tx, { companyId, lead, messageId, at });
    else if (await notifyOfReply(tx, { companyId, lead, messageId, at })) toWake.add(companyId);
  });
}

/** Returns the companies without their own number whose follow-ups to this person are sent from the shared number. */
async function companiesOnSharedNumber({ systemTx, text }: ReplyContext): Promise<CompanyId[]> {
  const rows = await systemTx
    .selectFrom('follow_up_schedules')
    .innerJoin('leads', 'leads.id', 'follow_up_schedules.lead_id')
    .innerJoin('company_profiles', 'company_profiles.id', 'leads.company_id')
    .select('company_profiles.id')
    .distinct()
    .where('leads.phone', '=', text.from)
    .where('follow_up_schedules.status', '=', 'active')
    .where('company_profiles.sms_from', 'is', null)
    .orderBy('company_profiles.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Queues our answer, unless Twilio has already sent its own answer (T5) or the text arrived late (C10). */
async function answer(
  context: ReplyContext,
  kind: typeof optOutConfirmation | typeof optInConfirmation | typeof helpAnswer,
  answered: string,
): Promise<void> {
  const { text, companyId, lead, at, saidAt, toWake } = context;
  if (companyId === null || text.optOutType === answered) return;
  if (at.getTime() - saidAt.getTime() > ANSWER_WITHIN) return;
  const leadId = lead?.id ?? null;
  const dedupeKey = `${kind.kind}:${text.sid}`;
  await inOwner(context, (tx) =>
    enqueueMessage(tx, { companyId, leadId, kind, channel: 'sms', to: text.from, payload: {}, dedupeKey, at }),
  );
  toWake.add(companyId);
}
