import { sql } from 'kysely';
import { type Asked, dayFullWords } from '#shared/features/permission/daily-texts.rules.ts';
import { MIN_GAP } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import { isMarketing } from '#shared/features/follow-ups/offer.rules.ts';
import { isOpen, isOpenFor, nextOpening, type RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import { hasWrittenConsent, OFFER_NEEDS_WRITING } from '../permission/consents.ts';
import { noTimeForTexts, sendWindowOf, LEAST_OPEN_MS } from '../permission/send-window.ts';
import { FILTERED_WORDS, isStoppedTemplate } from '../permission/stopped-templates.ts';
import { answerKinds } from '../messages/registry.ts';
import { permissionOf, smsPermissions, TEXTS_PAUSED } from '../permission/sms-permission.ts';
import { firstVerdict, reschedule, skip, type Verdict } from '../messages/verdict.ts';
import { readDayFull } from './day-of-texts.ts';

export interface TextToCheck {
  rowId: string;
  company: CompanyRow;
  leadId: LeadId | null;
  phone: string;
  place: RecipientPlace;
  zone: string;
  /** The template to check for offers (C5). Null for messages that can't contain an offer. */
  template: string | null;
  /** The offer that is set on the message. */
  offer?: Offer | null;
  /**
   * The follow-up schedule that the text belongs to. The schedule's automated texts must be at least 4 hours apart.
   * Null for other messages.
   */
  scheduleId: string | null;
  /** Why the person may have asked for the text (C18). Null for follow-ups and reminders. */
  asked: Asked | null;
  now: Date;
}

/** C2: the limit in the consent text, 'Up to 8 msgs per estimate'. */
export const MOST_PER_ESTIMATE = 8;

/**
 * Checks an automated text against every rule just before it's sent. Returns null if the text can be sent. Texts
 * require consent and registration, and the recipient must not have opted out (`smsPermissions`). Offers require
 * written consent (C5). At most 8 texts are allowed per estimate (C2), and 3 unasked ones per day (C18). Texts must be in order, 4
 * hours apart, and within texting hours (C15 to C17).
 */
export const checkText = (tx: CompanyTx, text: TextToCheck): Promise<Verdict | null> =>
  firstVerdict([
    () => checkPause(text),
    () => checkPermission(tx, text),
    () => checkOffer(tx, text),
    () => checkTemplate(tx, text),
    () => checkHours(text),
    () => checkTotal(tx, text),
    () => checkDay(tx, text),
    () => checkOrder(tx, text),
    () => checkGap(tx, text),
    () => checkWindow(text),
  ]);

/**
 * T9: delays a text while the company's texts are paused because carriers reject them. Workers don't claim texts during
 * the pause, but this text may have been claimed just before the pause began.
 */
export const checkPause = ({ company, now }: Pick<TextToCheck, 'company' | 'now'>): Verdict | null =>
  company.sms_paused_at === null ? null : reschedule(new Date(now.getTime() + HOUR), TEXTS_PAUSED);

/**
 * T9: skips a text if carriers have filtered an earlier text with the same template. The contractor must edit the
 * template first.
 */
async function checkTemplate(tx: CompanyTx, { company, template }: TextToCheck): Promise<Verdict | null> {
  if (template === null || !(await isStoppedTemplate(tx, company.id, template))) return null;
  return skip(FILTERED_WORDS);
}

async function checkPermission(tx: CompanyTx, { company, phone }: TextToCheck): Promise<Verdict | null> {
  const permission = permissionOf(await smsPermissions(tx, { company, phones: [phone] }), phone);
  return permission.allowed ? null : skip(permission.reason ?? 'We can’t text this number');
}

/** C5: skips an offer without written consent. An offer is marketing, for which verbal consent isn't enough. */
async function checkOffer(tx: CompanyTx, { company, phone, template, offer }: TextToCheck): Promise<Verdict | null> {
  if (template === null || !isMarketing(template, offer)) return null;
  return (await hasWrittenConsent(tx, { company, phone })) ? null : skip(OFFER_NEEDS_WRITING);
}

type Reached = Pick<TextToCheck, 'company' | 'phone' | 'rowId'>;

/** Selects texts that were sent or may have been sent, other than this one's own tries. */
export const textsReached = (tx: CompanyTx, { company, phone, rowId }: Reached) =>
  tx
    .selectFrom('texts_sent')
    .where('company_id', '=', company.id)
    .where('to_address', '=', phone)
    .where('message_id', '!=', sql<never>`${rowId}`);

async function checkTotal(tx: CompanyTx, text: TextToCheck): Promise<Verdict | null> {
  if (text.leadId === null || text.asked === 'always') return null;
  const { count } = await textsReached(tx, text)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('lead_id', '=', text.leadId)
    .where('automated', '=', true)
    .where('kind', 'not in', answerKinds())
    .executeTakeFirstOrThrow();
  return count >= MOST_PER_ESTIMATE
    ? skip(`This estimate has reached the limit of ${MOST_PER_ESTIMATE} automated texts`)
    : null;
}

/** C18: delays a text that nobody asked for while the person's limit of texts in 24 hours is reached. */
async function checkDay(tx: CompanyTx, text: TextToCheck): Promise<Verdict | null> {
  const full = await readDayFull(tx, { ...text, automated: true });
  return full && moveInto(text, full.until, `Moved: ${dayFullWords(full)}.`);
}

/** C17: delays a step while an earlier step is waiting for a retry or its result is pending. */
async function checkOrder(tx: CompanyTx, text: TextToCheck): Promise<Verdict | null> {
  if (text.scheduleId === null) return null;
  const before = await tx
    .selectFrom('follow_up_messages as row')
    .innerJoin('follow_up_messages as earlier', 'earlier.schedule_id', 'row.schedule_id')
    .select((rows) => rows.fn.max('earlier.due_at').as('due_at'))
    .where('row.id', '=', sql<never>`${text.rowId}`)
    .where('earlier.channel', '=', 'sms')
    .where('earlier.status', 'in', ['scheduled', 'sending'])
    .whereRef('earlier.step', '<', 'row.step')
    .executeTakeFirst();
  if (!before?.due_at) return null;
  const earliest = Math.max(before.due_at.getTime(), text.now.getTime()) + MIN_GAP;
  return moveInto(text, new Date(earliest), 'Moved: the previous step hasn’t been sent yet.');
}

async function checkGap(tx: CompanyTx, text: TextToCheck): Promise<Verdict | null> {
  if (text.scheduleId === null) return null;
  const last = await textsReached(tx, text)
    .select((row) => row.fn.max('at').as('at'))
    .where((row) =>
      row.or([
        row('schedule_id', '=', sql<never>`${text.scheduleId}`),
        // Reminders are automated texts too.
        row('kind', 'like', 'reminder.%'),
      ]),
    )
    .executeTakeFirst();
  if (!last?.at) return null;
  const earliest = new Date(last.at.getTime() + MIN_GAP);
  return earliest > text.now
    ? moveInto(text, earliest, 'Moved: follow-up texts are sent at least 4 hours apart.')
    : null;
}

/**
 * Skips the text if there are no hours when this number may be texted. Must be called before the text is moved to a
 * permitted time.
 */
export function checkHours(text: Pick<TextToCheck, 'place' | 'zone' | 'company' | 'now'>): Verdict | null {
  const noTime = noTimeForTexts(text, text.company, text.now);
  return noTime === null ? null : skip(noTime);
}

export function checkWindow({
  place,
  company,
  zone,
  now,
}: Pick<TextToCheck, 'place' | 'company' | 'zone' | 'now'>): Verdict | null {
  const hours = loadTextHours();
  const window = sendWindowOf(company, zone);
  if (isOpenFor(place, { from: now, ms: LEAST_OPEN_MS }, hours, window)) return null;
  // If the permitted hours are about to end, the text waits for the next permitted hours.
  const from = isOpen(place, now, hours, window) ? new Date(now.getTime() + LEAST_OPEN_MS) : now;
  const { at, moved } = nextOpening(place, from, hours, window, zone);
  return reschedule(at, moved ?? 'Moved into the hours when texts are allowed.');
}

/** Delays the text to the given time or, if that's outside the permitted hours, to the next permitted time. */
const moveInto = ({ place, company, zone }: TextToCheck, at: Date, reason: string): Verdict =>
  reschedule(nextOpening(place, at, loadTextHours(), sendWindowOf(company, zone), zone).at, reason);
