import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { RecipientPlace, SendWindow } from '#shared/features/permission/may-text-now.rules.ts';
import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import { DEFAULT_LANGUAGE, languageOf } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { isTextable, placeOf } from '../../platform/us-data/index.ts';
import { isAnswer, isLeadKind, limitedNotices } from '../messages/registry.ts';
import type { LoadedKind } from '../messages/load-kinds.ts';
import { mailAddresses } from '../messages/mail-addresses.ts';
import { noticeRecipient } from '../messages/notice-recipient.ts';
import { sendWindowOf } from '../permission/send-window.ts';
import { addressKey, checkMail, findMailOptOuts } from '../permission/check-mail.ts';
import { checkTypedText, isCommercialTyped } from './typed-text.ts';
import { checkText, checkHours, checkPause, checkWindow, textsReached, type TextToCheck } from './check-text.ts';
import type { DeliveryDeps, Ready } from './delivery.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import { preparePlatformText } from './prepare-platform-text.ts';
import type { LeadToSend, SendingCompany } from './rows.ts';
import { isFirstText } from '../permission/first-text.ts';
import { COMPANY_ENDS, reschedule, skip, wait, waitFor, firstVerdict, type Verdict } from '../messages/verdict.ts';
import { LONGEST_VALIDITY, automaticHeader, inOneLine, messageIdOf, validityOf } from './wire.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';

export interface PrepareMessage {
  facts: MessageFacts;
  /** Undefined if a newer software version wrote the row. */
  kind: LoadedKind | undefined;
  row: MessageRow;
  lead: LeadToSend | undefined;
  /** Null for the platform's own emails. */
  sender: Pick<SendingCompany, 'company' | 'unproven'> | null;
  now: Date;
}

type PrepareDeps = Pick<DeliveryDeps, 'config' | 'clock' | 'kinds'>;

/** Returns a row's kind, or undefined if a newer software version wrote the row. */
export const kindOf = (kinds: DeliveryDeps['kinds'], name: string): LoadedKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;

/**
 * Returns the verdict on a message kind that this software version doesn't support. During a deployment, workers
 * running the newer version send such messages.
 */
const verdictOnUnknown = (row: Pick<MessageRow, 'due_at' | 'first_due_at'>, now: Date): Verdict =>
  isTooLate(row.first_due_at ?? row.due_at, now)
    ? skip('This version doesn’t support this kind of message')
    : wait(new Date(now.getTime() + MINUTE), 'This will be sent once our update is complete');

/** Renders a message, or returns the reason it won't be sent. */
export async function prepareMessage(
  tx: CompanyTx,
  deps: PrepareDeps,
  input: PrepareMessage,
): Promise<Ready | Verdict> {
  const { facts, kind, row, lead, sender, now } = input;
  if (!kind) return verdictOnUnknown(row, now);
  if (!sender) return preparePlatformMail(deps, { facts, kind, row });
  const { company, unproven } = sender;
  if (unproven !== null && !kind.check.platform) return waitFor(unproven, { due: row.first_due_at ?? row.due_at, now });
  if (kind.check.commercial && company.deletes_at !== null) return skip(COMPANY_ENDS);
  const moved = checkRecipient(row, lead);
  if (moved) return moved;
  const message = { facts, kind, row, lead, company, now };
  if (row.channel === 'email') return prepareMail(tx, deps, message);
  return kind.check.platform ? preparePlatformText(tx, deps, message) : prepareText(tx, deps, message);
}

/** Renders an email that doesn't belong to a company. */
async function preparePlatformMail(
  { config, clock }: PrepareDeps,
  { facts, kind, row }: WithKind & Pick<PreparedMessage, 'row'>,
): Promise<Ready | Verdict> {
  const made = await kind.platformMail?.({ row, config, clock });
  if (!made) return skip('This version doesn’t send this email without a company');
  if ('skip' in made) return skip(made.skip);
  const { kept, ...words } = inOneLine(made);
  const headers = { ...words.headers, ...(kind.byPerson ? {} : automaticHeader(words)) };
  const mail = { ...words, headers, messageId: messageIdOf(row.id, config), to: row.to_address };
  return { facts, offer: null, channel: 'email', mail, optOutBinds: false, kept };
}

/**
 * Skips a message whose lead is held for review, or whose lead's email address or phone number has changed. When a lead
 * changes, `readdressWaiting` updates the recipients of waiting messages. This check is for messages that weren't
 * waiting at that time, such as a failed message that a person resends.
 */
function checkRecipient({ kind, channel, to_address: to }: MessageRow, lead: LeadToSend | undefined): Verdict | null {
  if (lead?.erased_at) return skip('The lead was erased');
  // A person may resend a message that was canceled when its lead was marked as spam.
  if (lead?.held_at && !isAnswer(kind)) return skip('The lead is held for review');
  if (!lead || to === '' || !isLeadKind(kind)) return null;
  if (channel === 'email')
    return addressKey(to) === addressKey(lead.email ?? '')
      ? null
      : skip('The lead’s email address has changed since this was written');
  return to === lead.phone ? null : skip('The lead’s phone number has changed since this was written');
}

type WithKind = { kind: LoadedKind; facts: MessageFacts };
type PreparedMessage = WithKind & Pick<PrepareMessage, 'row' | 'lead' | 'now'> & Pick<SendingCompany, 'company'>;

async function prepareText(
  tx: CompanyTx,
  { config, clock }: PrepareDeps,
  { row, lead, company, now, kind, facts }: PreparedMessage,
): Promise<Ready | Verdict> {
  const phone = row.to_address;
  const isNotice = kind.audience === 'contractor';
  const language = isNotice ? DEFAULT_LANGUAGE : languageOf(lead);
  // The job's location doesn't matter for a text to the contractor's phone.
  const at = { zip: null, address: null, ...(isNotice ? {} : lead), phone };
  const { place, zone } = placeOf({ ...at, companyZone: company.time_zone });
  if (phone === '') return skip('No phone number');
  if (!isTextable(phone)) return skip('We can’t text this number');
  if (isTooLate(kind.check.windowed || kind.check.typed ? (row.first_due_at ?? row.due_at) : row.created_at, now))
    return skip('Too late: we couldn’t send this within 72 hours');
  const text = { rowId: row.id, company, leadId: row.lead_id, phone, place, zone, now };
  if (isNotice) {
    const { phone: told } = await noticeRecipient(tx, { row, company, kind });
    const verdict = told === null ? skip(ASSIGNED_TO_OTHER) : await checkNotice(tx, { ...text, kind });
    if (verdict) return verdict;
  } else if (kind.check.typed) {
    const body = typeof row.payload['text'] === 'string' ? row.payload['text'] : '';
    const verdict = await checkTypedText(tx, { ...text, body });
    if (verdict) return verdict;
  } else if (kind.check.windowed) {
    const verdict = await checkText(tx, { ...text, template: null, scheduleId: null, asked: kind.check.asked ?? null });
    if (verdict) return verdict;
  }
  const made = await kind.text?.({ tx, row, company, language, config, clock });
  if (!made) return skip('This message has no text version');
  if ('skip' in made) return skip(made.skip);
  if ('until' in made) return reschedule(made.until, made.reason);
  const first =
    (kind.check.windowed || kind.check.typed === true) && (await isFirstText(tx, company.id, phone, row.id));
  return {
    facts,
    offer: null,
    channel: 'sms',
    text: {
      rowId: row.id,
      to: phone,
      from: company.sms_from,
      body: textMessageBody({ body: made.body, companyName: company.name, first, language }),
      validitySeconds: validity(kind, { place, now, window: sendWindowOf(company, zone) }),
    },
  };
}

/** Returns how long Twilio may queue a text (T11), so that it arrives only during permitted hours. */
function validity(
  { check: { typed, windowed } }: LoadedKind,
  { place, now, window }: { place: RecipientPlace; now: Date; window: SendWindow | undefined },
): number {
  if (typed) return validityOf(place, now, undefined, 'law');
  return windowed ? validityOf(place, now, window) : LONGEST_VALIDITY;
}

async function prepareMail(
  tx: CompanyTx,
  { config, clock }: PrepareDeps,
  { row, lead, company, kind, facts }: PreparedMessage,
): Promise<Ready | Verdict> {
  const asCommercial = kind.check.typed === true && (await isCommercialTyped(tx, row));
  const optOutBinds = kind.audience === 'homeowner' && (!kind.check.ignoresOptOut || asCommercial);
  if (kind.audience === 'homeowner') {
    const verdict = checkMail(
      { company, to: row.to_address, commercial: kind.check.commercial === true || asCommercial, optOutBinds },
      await findMailOptOuts(tx, company.id, [row.to_address]),
    );
    if (verdict) return verdict;
  }
  const made = await kind.mail?.({ tx, row, company, language: languageOf(lead), config, clock });
  if (!made) return skip('This message has no email version');
  if ('skip' in made) return skip(made.skip);
  const { kept, ...mail } = inOneLine(made);
  return {
    facts,
    offer: null,
    channel: 'email',
    optOutBinds,
    kept,
    mail: {
      ...mail,
      headers: { ...mail.headers, ...(kind.byPerson ? {} : automaticHeader(mail)) },
      ...(kind.audience === 'homeowner'
        ? mailAddresses(config, {
            company: { name: mail.fromName, email: mail.replyTo ?? company.email },
            leadId: row.lead_id,
            rowId: row.id,
          })
        : {}),
      messageId: messageIdOf(row.id, config),
      // The recipient is determined now, because the lead may have been reassigned since the notice was queued.
      to:
        kind.audience === 'contractor' && !kind.check.platform
          ? (await noticeRecipient(tx, { row, company, kind })).email
          : row.to_address,
    },
  };
}

const ASSIGNED_TO_OTHER = 'The lead is assigned to a team member, who gets this notice by email';

type NoticeToCheck = Omit<TextToCheck, 'leadId' | 'template' | 'scheduleId' | 'asked'> & {
  kind: Pick<LoadedKind, 'check'>;
};

/** C18: how many notices, other than signatures and payments, are texted to the contractor's phone in 24 hours. */
export const MOST_NOTICES_A_DAY = 20;

/**
 * Checks every rule for a text to the contractor's own phone. The rules are the same as for homeowners. The text must
 * be for the company's current notice phone. The contractor must have confirmed this phone number with a code, which
 * counts as consent (C4), and must not have opted out (C7). The sender must be registered (C21). Texts are sent only
 * during the permitted hours at the phone's location (C14 to C16). Signatures and payments are always texted. Of the
 * other notices, at most 20 are texted in 24 hours (C18), and the rest are sent only by email. Returns null if the text can be sent.
 */
export const checkNotice = (tx: CompanyTx, text: NoticeToCheck): Promise<Verdict | null> =>
  firstVerdict([
    () => checkPhone(text),
    () => checkPause(text),
    () => checkPermission(tx, text),
    () => checkHours(text),
    () => checkDay(tx, text),
    () => checkWindow(text),
  ]);

const checkPhone = ({ company, phone }: NoticeToCheck): Verdict | null =>
  phone === company.notify_phone ? null : skip('We text only your confirmed phone number. This is a different number');

async function checkPermission(tx: CompanyTx, { company, phone }: NoticeToCheck): Promise<Verdict | null> {
  const permission = permissionOf(await smsPermissions(tx, { company, phones: [phone], proven: phone }), phone);
  if (permission.allowed) return null;
  if (permission.refusal === 'opted_out') return skip('You replied STOP from this phone');
  return skip(permission.reason ?? 'We can’t text this number');
}

async function checkDay(tx: CompanyTx, text: NoticeToCheck): Promise<Verdict | null> {
  if (text.kind.check.alwaysTexted) return null;
  const { count } = await textsReached(tx, text)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', 'in', limitedNotices())
    .where('at', '>', new Date(text.now.getTime() - DAY))
    .executeTakeFirstOrThrow();
  if (count < MOST_NOTICES_A_DAY) return null;
  return skip(`Your phone already got ${MOST_NOTICES_A_DAY} notices in 24 hours, so we sent this one only by email`);
}
