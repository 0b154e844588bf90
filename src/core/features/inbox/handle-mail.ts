import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { InboundMail } from '../../platform/inbound-mail/inbound-mail.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { RepliedLead } from './receive-mail.ts';
import { awaitAgent, silenceAgent } from '../conversations/await-agent.ts';
import { showReply, notifyOfReply } from '../conversations/notify-of-reply.ts';
import { noteReply } from '../lead-rows/write-leads.ts';
import { UNREADABLE_WORDS } from '../conversations/unreadable.ts';
import type { OtherStop } from '../opt-outs/stop-told-to-member.ts';
import { endMails, suppressAll } from '../opt-outs/unsubscribe.ts';
import { markUnsure, UNSURE_WORDS } from '../permission/unsure-replies.ts';

export interface MailContext {
  tx: CompanyTx;
  mail: InboundMail;
  /** The locked lead, as it was before this email. */
  lead: RepliedLead;
  /** The email's id in the thread. */
  messageId: MessageId;
  at: Date;
  /** Companies that need a wake-up job after the commit. */
  toWake: Set<CompanyId>;
  /** Opt-outs from texts that are recorded after the commit. */
  otherStops: OtherStop[];
}

/**
 * Processes a homeowner's email. Stops all of this person's follow-ups and notifies the contractor. An opt-out stops
 * email follow-ups permanently. An automatic reply doesn't stop anything, unless it contains a wish: 'I no longer work
 * here, remove me from your list'. From headers are easy to forge. If an email
 * isn't authenticated and isn't from an address that we emailed for this lead, it affects only this lead.
 */
export async function handleMail(context: MailContext): Promise<void> {
  const { mail } = context;
  const { kind, words } = mail.wish;
  if (mail.automatic && kind === 'reply') return note(context, {});
  if (mail.unreadable) return handleUnreadable(context);
  await touch(context);
  switch (kind) {
    case 'opt-out':
      await handleOptOut(context, words);
      return stopTexts(context);
    case 'unsure':
      await letDecide(context);
      await stop(context, (name) => `Follow-ups stopped because ${name} may not want more email.`);
      return stopTexts(context);
    case 'reply':
      await note(context, {});
      await offerToAgent(context);
      return stop(context, (name) => `Follow-ups stopped because ${name} wrote to you.`);
  }
}

/**
 * Queues the email for the AI agent, but only if the lead wrote it, because the answer may reveal details of the lead's
 * estimate.
 */
async function offerToAgent({ tx, mail, lead, messageId, at }: MailContext): Promise<void> {
  if (!lead.isSender || !mail.hasOwnWords) return;
  await awaitAgent(tx, { companyId: lead.company_id, leadId: lead.id, messageId, channel: 'email', at });
}

async function letDecide(context: MailContext): Promise<void> {
  const { tx, lead } = context;
  await markUnsure(tx, context.messageId);
  await silenceAgent(tx, lead.company_id, personOf(lead));
  await note(context, { reason: UNSURE_WORDS.email, unsure: true, messageId: context.messageId });
}

/**
 * Stops texts if the email asks for it and the lead wrote it. Until they're stopped, the email is marked as unsure. If
 * somebody else wrote it, it waits for a person's decision already.
 */
async function stopTexts({ tx, mail, lead, messageId, otherStops }: MailContext): Promise<void> {
  const { kind, texts, words } = mail.wish;
  if (!texts || !lead.isSender) return;
  await markUnsure(tx, messageId);
  const settled = kind === 'opt-out';
  otherStops.push({ companyId: lead.company_id, leadId: lead.id, messageId, channel: 'sms', words, settled });
}

/** Processes an email with unreadable content. It may be a reply, so follow-ups stop. */
async function handleUnreadable(context: MailContext): Promise<void> {
  await note(context, { reason: UNREADABLE_WORDS, unreadable: true });
  if (!context.lead.isSender) return tell(context);
  await touch(context);
  return stop(context, (name) => `Follow-ups stopped because ${name} wrote to you.`);
}

/**
 * Records an email opt-out (C22), immediately and permanently. It applies to the lead's email address and to every
 * other address that we emailed for this lead. If the sender's email address is authenticated, the opt-out applies to
 * that address too. If the email is from an unknown address, a person must also read the request. Consent to texts is
 * separate (C11).
 */
async function handleOptOut(context: MailContext, words: string): Promise<void> {
  const { tx, lead, at } = context;
  const { company_id: companyId, addresses } = lead;
  if (!lead.isSender) await letDecide(context);
  await suppressAll(tx, { companyId, addresses, words, at });
  await addTimelineEvent(tx, {
    companyId,
    leadId: lead.id,
    kind: 'opted_out',
    at,
    data: { channel: 'email', words, source: 'reply' },
  });
  const stopped = (name: string) => `Follow-ups stopped because ${name} asked to stop getting emails.`;
  await stop(context, stopped);
  await endMails(tx, { companyId, addresses, at, reason: 'Asked to stop emails', stopped });
}

/**
 * Marks every lead with this email address as replied, even leads without active follow-ups, because all of these leads
 * are treated as the same person. If the email is from an unknown address, marks only this lead.
 */
const touch = ({ tx, lead, at }: MailContext): Promise<void> => noteReply(tx, lead.company_id, personOf(lead), at);

/** The leads that the email counts for: all with this email address, or only this one if the sender is unknown. */
const personOf = ({ id, email, isSender }: RepliedLead): { email: string } | { leadId: LeadId } =>
  isSender && email !== null ? { email } : { leadId: id };

const note = (
  { tx, lead, mail, at }: MailContext,
  more: { reason?: string; unsure?: boolean; unreadable?: boolean; messageId?: string },
): Promise<void> =>
  addTimelineEvent(tx, {
    companyId: lead.company_id,
    leadId: lead.id,
    kind: 'reply_received',
    at,
    data: {
      channel: 'email',
      text: mail.newlyWritten,
      subject: mail.subject,
      ...(mail.from === null ? {} : { from: mail.from }),
      ...(mail.automatic ? { automatic: true } : {}),
      ...more,
    },
  });

/**
 * Stops follow-ups and sends the contractor only one notice. If follow-ups were active, it's the notice that they
 * stopped. Otherwise, it's the notice about the reply.
 */
async function stop(context: MailContext, reason: (name: string) => string): Promise<void> {
  const { tx, lead, at, toWake } = context;
  const { company_id: companyId } = lead;
  const stopped = await stopSchedules(tx, {
    companyId,
    ...personOf(lead),
    reason,
    at,
  });
  if (stopped.length === 0) return tell(context);
  await showReply(tx, { companyId, lead, messageId: context.messageId, at });
  toWake.add(companyId);
}

async function tell({ tx, lead, messageId, at, toWake }: MailContext): Promise<void> {
  const { company_id: companyId } = lead;
  if (await notifyOfReply(tx, { companyId, lead, messageId, at })) toWake.add(companyId);
}
