import { dayFullWords } from '#shared/features/permission/daily-texts.rules.ts';
import { isMarketing } from '#shared/features/follow-ups/offer.rules.ts';
import { isOpenFor, type RecipientPlace, seekLawful } from '#shared/features/permission/may-text-now.rules.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { formatDateTime } from '#shared/primitives/local-date.ts';
import { zoneLabel } from '#shared/primitives/zone-label.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { askedOf, TYPED } from '../messages/registry.ts';
import { reschedule, skip, type Verdict } from '../messages/verdict.ts';
import { LEAST_OPEN_MS } from '../permission/send-window.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { hasWrittenConsent, OFFER_NEEDS_WRITING } from '../permission/consents.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { isEnteredByHand, relationTo } from '../trust/relation.ts';
import { readDayFull } from './day-of-texts.ts';

interface TypedText {
  /**
   * The id of this text's message record, or null if it doesn't exist yet. Used to exclude the message's own attempts
   * from the check.
   */
  rowId: string | null;
  company: CompanyRow;
  leadId: LeadId | null;
  phone: string;
  place: RecipientPlace;
  zone: string;
  now: Date;
}

/** When a text can be sent. `why` is null if it can be sent now, and `at` is null if it never can. */
interface TypedOpening {
  at: Date;
  why: string | null;
}

/**
 * Returns the earliest time at which a text typed by the contractor can be sent. Some states
 * limit the texts to one person in 24 hours, except answers to the person's own messages (C18). Texts are sent only within the legal hours (C14). The hours for automated texts don't apply
 * (docs/decisions.md, 'For typed texts, only the legal hours apply'). Returns null if no time in the next two weeks is
 * permitted.
 */
export async function openingForTyped(tx: CompanyTx, text: TypedText): Promise<TypedOpening | null> {
  const { now, place, zone } = text;
  const full = await readDayFull(tx, { ...text, automated: false, asked: askedOf(TYPED) });
  const opening = seekWithRoom(place, full?.until ?? now, zone);
  if (!opening) return null;
  const said = [...(full === null ? [] : [dayFullWords(full)]), ...opening.reasons].join('; ');
  return { at: opening.at, why: opening.at <= now ? null : said };
}

/**
 * Returns the first permitted time that leaves enough time for delivery. If too little of a day's permitted hours is
 * left, returns the start of the next day's hours (T11).
 */
function seekWithRoom(place: RecipientPlace, from: Date, zone: string): ReturnType<typeof seekLawful> {
  const hours = loadTextHours();
  const opening = seekLawful(place, from, hours, zone);
  if (!opening || isOpenFor(place, { from: opening.at, ms: LEAST_OPEN_MS }, hours, undefined, 'law')) return opening;
  return seekLawful(place, new Date(opening.at.getTime() + LEAST_OPEN_MS), hours, zone);
}

/**
 * Whether a typed message makes an offer. An email with an offer is commercial (C22), and a text with an offer requires
 * written consent (C5).
 */
export const makesOffer = ({ text, subject }: { text?: unknown; subject?: unknown }): boolean =>
  [text, subject].some((words) => typeof words === 'string' && isMarketing(words));

/**
 * C5: whether this typed text is allowed, because it doesn't make an offer or the recipient has given written consent
 * to offers.
 */
export const mayOffer = async (
  tx: CompanyTx,
  { company, phone, body }: Pick<TypedText, 'company' | 'phone'> & { body: string },
): Promise<boolean> => !isMarketing(body) || hasWrittenConsent(tx, { company, phone });

/**
 * Returns why a typed text can't be sent now, or null if it can be sent. Checks consent, opt-outs and registration, as
 * for every text (C4, C7, C21). An offer requires written consent (C5). The permitted time (`openingForTyped`) is
 * checked last.
 */
export async function checkTypedText(
  tx: CompanyTx,
  { body, ...text }: TypedText & { body: string },
): Promise<Verdict | null> {
  const { company, phone, now, zone } = text;
  const permission = permissionOf(await smsPermissions(tx, { company, phones: [phone] }), phone);
  if (!permission.allowed) return skip(permission.reason ?? 'We can’t text this number');
  if (!(await mayOffer(tx, { company, phone, body }))) return skip(OFFER_NEEDS_WRITING);
  const opening = await openingForTyped(tx, text);
  if (!opening) return skip('Texting laws leave no time of day to text this number');
  return opening.why === null || opening.at <= now ? null : reschedule(opening.at, waitingReason(opening, zone));
}

/** Formats a time in the homeowner's time zone: 'Nov 22, 2026 Sun 8:00 AM, Mountain time'. */
export const openingText = ({ at }: TypedOpening, zone: string): string =>
  `${formatDateTime(at, zone)}, ${zoneLabel(zone)}`;

/** Returns a reason such as 'Will be sent Nov 22, 2026 Sun 8:00 AM, Mountain time: no texts before 8:00 AM.' */
export const waitingReason = (opening: TypedOpening, zone: string): string =>
  `Will be sent ${openingText(opening, zone)}: ${opening.why ?? 'as soon as texts are allowed'}.`;

/**
 * Whether a typed email is commercial (C22, C24). It's commercial if it makes an offer. It's also commercial if the
 * company itself entered the lead and the lead has never written to the company. Otherwise, it's part of a conversation
 * and isn't commercial.
 */
export async function isCommercialTyped(
  tx: CompanyTx,
  { company_id: companyId, lead_id: leadId, payload }: Pick<MessageRow, 'company_id' | 'lead_id' | 'payload'>,
): Promise<boolean> {
  if (makesOffer(payload)) return true;
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'company_id', 'email', 'phone', 'homeowner_email'] satisfies (keyof LeadRow)[])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  return lead !== undefined && isEnteredByHand(await relationTo(tx, lead));
}
