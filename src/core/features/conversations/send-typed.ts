import { plainCharacters, textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import { unansweredLimit, fullBudget } from '#shared/features/trust/budget-words.ts';
import { type Proofs, typedLimit } from '#shared/features/trust/company-allowance.rules.ts';
import { MAX_TYPED_TEXT, type MessageSendInput } from '#shared/features/conversations/conversations.schema.ts';
import { BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import type { Deps } from '../../platform/deps.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { countRecipient } from '../trust/recipients.ts';
import { isEnteredByHand, type Relation, relationTo } from '../trust/relation.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { checkMail, findMailOptOuts, NO_EMAIL } from '../permission/check-mail.ts';
import { getCompany } from '../delivery/rows.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { isFirstText } from '../permission/first-text.ts';
import { enqueueMessage, type NewMessage } from '../messages/enqueue-message.ts';
import { TYPED } from '../messages/registry.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { makesOffer, mayOffer, openingForTyped, openingText, waitingReason } from '../delivery/typed-text.ts';
import { OFFER_NEEDS_WRITING } from '../permission/consents.ts';
import { messageTyped } from './messages/conversation-messages.ts';

export interface Sender {
  companyId: CompanyId;
  userId: UserId;
  /** Whether the user is an admin. Admins don't need a plan. */
  isAdmin: boolean;
}

type SendDeps = Pick<Deps, 'db' | 'clock' | 'wakeUps'>;

/**
 * Sends the contractor's typed message to a lead by text or email, as every outgoing message is sent. If a message with this
 * `idempotencyKey` exists, returns that message and sends nothing. The lead no longer awaits an answer. Follow-ups
 * continue. If an error is thrown, the message doesn't count toward limits.
 * Throws:
 * - NOT_FOUND, NOT_CONFIRMED, RATE_LIMITED
 * - SUBSCRIPTION_REQUIRED if the company doesn't have a plan and entered this person itself
 * - SMS_NOT_ALLOWED if the person can't be texted, or if they can't be texted right now and `whenAllowed` isn't set
 * - VALIDATION_FAILED if a text is too long, if a text makes an offer without written consent (C5), or if an email
 *   makes an offer to someone who unsubscribed (C22)
 * - APP_ERROR if the email address bounces, or if the company entered this person and can't email them (C22)
 * - CONFLICT if the lead is waiting for review, or if the key belongs to a different message or to a message that will
 *   never be sent
 */
export async function sendTyped(
  { db, clock, wakeUps }: SendDeps,
  { companyId, userId, isAdmin }: Sender,
  input: MessageSendInput,
): Promise<{ id: string; at: string }> {
  const subject = subjectOf(input);
  const row = await inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const lead = await lockLead(tx, companyId, input.leadId);
    if (!lead) throw notFound('this lead');
    refuseHeld(lead);
    const dedupeKey = `${TYPED}:${companyId}:${input.idempotencyKey}`;
    const known = await findByKey(tx, dedupeKey);
    if (known) return sameOr(known, input);
    const proofs = await readProofs(tx, companyId, now);
    const relation = await relationTo(tx, lead);
    refuseUnproven(proofs, { relation, isAdmin });
    const ready =
      input.channel === 'sms' ? await readyText(tx, lead, input, now) : await readyMail(tx, { lead, input, relation });
    await count(tx, { lead, channel: input.channel, relation, proofs, at: now });
    await enqueueMessage(tx, {
      companyId,
      leadId: lead.id,
      kind: messageTyped,
      channel: input.channel,
      ...ready,
      payload: {
        text: input.text,
        userId,
        ...(subject === undefined ? {} : { subject }),
      },
      dedupeKey,
      at: now,
    });
    await noteAnswered(tx, companyId, lead.id);
    const written = await findByKey(tx, dedupeKey);
    if (!written) throw new Error('a typed message is missing after its insert');
    // A concurrent call with the same key may have written the message first.
    return sameOr(written, input);
  });
  await wakeUps.enqueue(companyId);
  return { id: row.id, at: row.due_at.toISOString() };
}

/**
 * Checks that the company may message this person. Without a plan, a company can message only people who contacted it,
 * not people that it entered itself.
 */
function refuseUnproven(proofs: Proofs, { relation, isAdmin }: { relation: Relation; isAdmin: boolean }): void {
  requireAllowed(proofs, 'answers');
  if (!isAdmin && isEnteredByHand(relation)) requireAllowed(proofs, 'enteredByHand');
}

interface Count {
  lead: LeadRow;
  channel: MessageSendInput['channel'];
  relation: Relation;
  proofs: Proofs;
  at: Date;
}

/**
 * Counts the message toward the company's limits. Throws RATE_LIMITED if the company has sent more messages than a
 * person could type, either to this lead or in total. Also throws it if the company has reached its limit on first-time
 * recipients.
 */
async function count(tx: CompanyTx, { lead, channel, relation, proofs, at }: Count): Promise<void> {
  const { company_id, id } = lead;
  const toLead = typedLimit(proofs, { wroteBack: relation.wrote });
  const full = relation.wrote ? fullBudget('lead-typed', { ...proofs, ...toLead }) : unansweredLimit(toLead);
  const company = BUDGETS['company-typed'];
  const also = [
    { spend: { budget: 'lead-typed', key: id, limit: toLead.limit }, full },
    {
      spend: { budget: 'company-typed', key: company_id },
      full: fullBudget('company-typed', { ...proofs, ...company }),
    },
  ] as const;
  await countRecipient(tx, { company_id, lead, ways: [channel], proofs, at, also });
}

/** Returns an email's subject, or undefined for texts. */
const subjectOf = ({ channel, subject }: MessageSendInput): string | undefined =>
  channel === 'email' ? subject : undefined;

const findByKey = (tx: CompanyTx, dedupeKey: string): Promise<MessageRow | undefined> =>
  tx.selectFrom('messages').selectAll().where('dedupe_key', '=', dedupeKey).executeTakeFirst();

/** The statuses of messages that weren't sent and never will be. */
const OVER: readonly MessageRow['status'][] = ['cancelled', 'skipped', 'failed'];

function sameOr(known: MessageRow, input: MessageSendInput): MessageRow {
  const same =
    known.lead_id === input.leadId &&
    known.channel === input.channel &&
    known.payload['text'] === input.text &&
    known.payload['subject'] === subjectOf(input);
  if (!same)
    throw new AppError(
      'An earlier version of this message was already sent. Read it before you send another one',
      'CONFLICT',
    );
  if (!OVER.includes(known.status)) return known;
  throw new AppError(`This message wasn’t sent (${known.reason ?? 'it failed'}). Press Send to try again`, 'CONFLICT');
}

/**
 * Records that the lead was answered. Every transaction that answers a lead must call this function, even if the lead
 * wasn't waiting for an answer, because the update also notifies open dashboards.
 */
const noteAnswered = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> =>
  changeLead(tx, { companyId, leadId }, { awaits_answer: null, awaits_since: null });

/** The recipient and, if the message is sent later, the time and the reason. */
type Ready = Pick<NewMessage<never, never>, 'to' | 'due'>;

async function readyText(tx: CompanyTx, lead: LeadRow, input: MessageSendInput, now: Date): Promise<Ready> {
  const company = await getCompany(tx, lead.company_id);
  const phones = lead.phone === null ? [] : [lead.phone];
  const permission = permissionOf(await smsPermissions(tx, { company, phones }), lead.phone);
  if (!permission.allowed || lead.phone === null)
    throw new AppError(`We can’t text this lead: ${permission.reason ?? 'no phone number'}`, 'SMS_NOT_ALLOWED');
  const first = await isFirstText(tx, company.id, lead.phone);
  const over = textMessageBody({ body: input.text, companyName: company.name, first }).length - MAX_TYPED_TEXT;
  if (over > 0)
    throw invalid({
      text: `Too long for a text. With your company’s name, it’s ${over.toLocaleString('en-US')} ${over === 1 ? 'character' : 'characters'} over the limit of ${MAX_TYPED_TEXT.toLocaleString('en-US')}. Shorten it, or send it by email`,
    });
  if (plainCharacters(input.text).trim() === '') throw invalid({ text: 'Write a message' });
  if (!(await mayOffer(tx, { company, phone: lead.phone, body: input.text })))
    throw invalid({ text: `${OFFER_NEEDS_WRITING}. Leave the offer out, or send it by email` });
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const opening = await openingForTyped(tx, {
    rowId: null,
    company,
    leadId: lead.id,
    phone: lead.phone,
    place,
    zone,
    now,
  });
  if (!opening) throw new AppError('Texting laws leave no time of day to text this number', 'SMS_NOT_ALLOWED');
  if (opening.why === null) return { to: lead.phone };
  if (!input.whenAllowed)
    throw new AppError(
      `The earliest time for this text is ${openingText(opening, zone)}: ${opening.why}`,
      'SMS_NOT_ALLOWED',
    );
  return { to: lead.phone, due: { at: opening.at, moved: waitingReason(opening, zone) } };
}

async function readyMail(
  tx: CompanyTx,
  { lead, input, relation }: { lead: LeadRow; input: MessageSendInput; relation: Relation },
): Promise<Ready> {
  const byHand = isEnteredByHand(relation);
  const company = await getCompany(tx, lead.company_id);
  const optOuts = await findMailOptOuts(tx, company.id, [lead.email]);
  const whyNot = (commercial: boolean) =>
    checkMail({ company, to: lead.email, commercial, optOutBinds: commercial }, optOuts);
  const verdict = whyNot(byHand);
  if (verdict || lead.email === null) throw new AppError(verdict?.reason ?? NO_EMAIL);
  const refusal = makesOffer(input) ? whyNot(true) : null;
  if (refusal)
    throw invalid({
      text: `We can’t email this lead an offer: ${refusal.reason}. Leave the offer out`,
    });
  return { to: lead.email };
}
