import { mediaNames, mediaWords } from '#shared/features/conversations/media.rules.ts';
import { ANSWER_WITHIN } from '#shared/features/inbox/reply.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { TimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import { stopSchedules, type StopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { addOptOut, liftOptOuts } from '../permission/opt-out.repository.ts';
import { enqueueMessage } from '../outbox/enqueue-message.ts';
import type { Heard } from './receive-text.ts';
import { showReply, tellOfReply } from '../conversations/tell-of-reply.ts';
import { noteReply } from '../lead-rows/write-leads.ts';
import { markUnsure, UNSURE_WORDS } from '../permission/unsure-replies.ts';
import { helpAnswer } from '../permission/messages/help-answer.ts';
import { optInConfirmation } from '../permission/messages/opt-in-confirmation.ts';
import { optOutConfirmation } from '../permission/messages/opt-out-confirmation.ts';

/**
 * Applies STOP, or words that mean it (C7, C8). Suppresses the number in the same transaction (C11), for every company
 * that texted this phone from that sender, even after the company gets its own number, and for the shared sender, for
 * everyone who texts from it. Follow-ups stop and email reminders pause. Sends one confirmation, unless Twilio has sent
 * it (C10, T5).
 */
export async function hearOptOut(heard: Heard): Promise<void> {
  const { systemTx, text, companyId, shared, bound, saidAt } = heard;
  // takes effect from the time of writing, so that a later START that also arrived late reverses it
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
  await touch(heard);
  await note(heard, { kind: 'opted_out', data: { channel: 'sms', words: text.body, source: 'reply' } });
  const companies = new Set([...bound, ...(shared === null ? [] : await companiesOnSharedNumber(heard))]);
  const stopped = await stopFor(
    heard,
    [...companies].toSorted(),
    (name) => `Follow-ups stopped because ${name} asked for no more texts.`,
  );
  await tell(heard, companyId !== null && stopped.has(companyId));
  if (fresh) await answer(heard, optOutConfirmation, 'STOP');
}

/**
 * START allows what STOP to the same sender stopped, without restarting follow-ups (C12). From a number that hasn't
 * opted out, it is an ordinary reply: YES answers a question.
 */
export async function hearOptIn(heard: Heard): Promise<void> {
  const { systemTx, text, companyId, shared, bound, at, saidAt } = heard;
  const companies = shared === null ? bound : [companyId];
  const lifted = await liftOptOuts(systemTx, {
    owner: companyId,
    companies,
    phone: text.from,
    shared: shared !== null,
    at,
    saidAt,
  });
  if (lifted === 0 && text.optOutType === null) return hearReply(heard);
  await note(heard, { kind: 'opted_in', data: { channel: 'sms', words: text.body, source: 'reply' } });
  if (lifted > 0) await answer(heard, optInConfirmation, 'START');
}

/**
 * HELP is answered even after an opt-out (C12) and stops nothing. The contractor sees it too, in case it needs a
 * personal answer.
 */
export async function hearHelp(heard: Heard): Promise<void> {
  await note(heard, { kind: 'reply_received', data: { channel: 'sms', text: saidIn(heard), from: heard.text.from } });
  await answer(heard, helpAnswer, 'HELP');
  await tell(heard, false);
}

/** A possible opt-out (C8): nothing automated is sent until a person has read it. */
export async function hearUnsure(heard: Heard): Promise<void> {
  await touch(heard);
  if (heard.lead !== null) await inOwner(heard, (tx) => markUnsure(tx, heard.messageId));
  await note(heard, {
    kind: 'reply_received',
    data: {
      channel: 'sms',
      text: saidIn(heard),
      from: heard.text.from,
      reason: UNSURE_WORDS.sms,
      unsure: true,
      messageId: heard.messageId,
    },
  });
  const stopped = await stopFor(
    heard,
    mine(heard),
    (name) => `Follow-ups stopped because ${name} may want no more texts.`,
  );
  await tell(heard, stopped.size > 0);
}

/** An automatic reply, such as a phone's while driving. It stops nothing, like an automatic email reply. */
export const hearAutomatic = (heard: Heard): Promise<void> =>
  note(heard, {
    kind: 'reply_received',
    data: { channel: 'sms', text: heard.text.body, from: heard.text.from, automatic: true },
  });

/** A reply: all of this person's follow-ups stop, and the contractor is notified (decisions.md, follow-ups). */
export async function hearReply(heard: Heard): Promise<void> {
  await touch(heard);
  await note(heard, { kind: 'reply_received', data: { channel: 'sms', text: saidIn(heard), from: heard.text.from } });
  const stopped = await stopFor(heard, mine(heard), (name) => `Follow-ups stopped because ${name} wrote to you.`);
  await tell(heard, stopped.size > 0);
}

/** The body of the text. If it only has files, their names. */
const saidIn = ({ text }: Heard): string => text.body || mediaWords(mediaNames(text.media));

const mine = ({ companyId }: Heard): CompanyId[] => (companyId === null ? [] : [companyId]);

const inOwner = <T>({ systemTx, companyId }: Heard, work: (tx: CompanyTx) => Promise<T>): Promise<T> =>
  asCompany(systemTx, companyId, work);

async function touch(heard: Heard): Promise<void> {
  const { companyId, text, at } = heard;
  if (companyId === null) return;
  // marks all leads with the number, because its owner wrote, whichever follow-ups are active
  await inOwner(heard, (tx) => noteReply(tx, companyId, { phone: text.from }, at));
}

async function note(heard: Heard, event: TimelineEvent): Promise<void> {
  const { companyId, lead, at } = heard;
  if (companyId === null || lead === null) return;
  await inOwner(heard, (tx) => addTimelineEvent(tx, { companyId, leadId: lead.id, at, ...event }));
}

/** Stops follow-ups and returns the leads whose follow-ups stopped. */
async function stopFor(
  { systemTx, text, at, ring }: Heard,
  companies: readonly CompanyId[],
  reason: StopSchedules['reason'],
): Promise<Set<CompanyId>> {
  const any = new Set<CompanyId>();
  for (const companyId of companies) {
    const stopped = await asCompany(systemTx, companyId, (tx) =>
      stopSchedules(tx, { companyId, phone: text.from, reason, at }),
    );
    if (stopped.length === 0) continue;
    ring.add(companyId);
    any.add(companyId);
  }
  return any;
}

/**
 * Notifies the contractor, once until they read it. With `told`, the notice that follow-ups stopped already does;
 * otherwise a separate notice is sent.
 */
async function tell(heard: Heard, told: boolean): Promise<void> {
  const { companyId, lead, messageId, at, ring } = heard;
  if (companyId === null || lead === null) return;
  await inOwner(heard, async (tx) => {
    if (told) await showReply(tx, { companyId, lead, messageId, at });
    else if (await tellOfReply(tx, { companyId, lead, messageId, at })) ring.add(companyId);
  });
}

/** Companies that follow up with this person from the shared number: those without their own. */
async function companiesOnSharedNumber({ systemTx, text }: Heard): Promise<CompanyId[]> {
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

/** Queues our answer, unless Twilio sent its own (T5) or the text arrived late (C10). */
async function answer(
  heard: Heard,
  kind: typeof optOutConfirmation | typeof optInConfirmation | typeof helpAnswer,
  answered: string,
): Promise<void> {
  const { text, companyId, lead, at, saidAt, ring } = heard;
  if (companyId === null || text.optOutType === answered) return;
  if (at.getTime() - saidAt.getTime() > ANSWER_WITHIN) return;
  const leadId = lead?.id ?? null;
  const dedupeKey = `${kind.kind}:${text.sid}`;
  await inOwner(heard, (tx) =>
    enqueueMessage(tx, { companyId, leadId, kind, channel: 'sms', to: text.from, payload: {}, dedupeKey, at }),
  );
  ring.add(companyId);
}
