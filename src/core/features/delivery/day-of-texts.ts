import { sql } from 'kysely';
import {
  type Asked,
  dayFull,
  type DayFull,
  type DayPerson,
  type DayText,
  stateLimitOf,
} from '#shared/features/permission/daily-texts.rules.ts';
import type { RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { askedOf, isForContractor } from '../messages/registry.ts';

/** A text that's about to be sent to a homeowner. */
export interface TextOfDay {
  /** The text's row, whose earlier attempts don't count. Null if it doesn't exist yet. */
  rowId: string | null;
  company: Pick<CompanyRow, 'id'>;
  phone: string;
  place: RecipientPlace;
  /** Whether the product wrote the text. False if a member typed it. */
  automated: boolean;
  asked: Asked | null;
  now: Date;
}

/** Whether this person's limit of texts in 24 hours is reached, and until when (C18). Null if the text needn't wait. */
export async function readDayFull(tx: CompanyTx, text: TextOfDay): Promise<DayFull | null> {
  if (text.asked === 'always') return null;
  const limit = stateLimitOf(text.place, loadTextHours());
  if (limit === null && !text.automated) return null;
  const before = await readTexts(tx, text);
  if (before.length === 0) return null;
  const { asked, automated, now: at } = text;
  return dayFull({ text: { at, asked, automated }, before, person: await readPerson(tx, text), limit });
}

/**
 * Returns the texts of the last 24 hours that reached or may have reached this number.
 * Notices to the contractor's own phone aren't texts to a homeowner.
 */
async function readTexts(tx: CompanyTx, { company, phone, rowId, now }: TextOfDay): Promise<DayText[]> {
  const rows = await tx
    .selectFrom('texts_sent')
    .select(['at', 'kind', 'automated'])
    .where('company_id', '=', company.id)
    .where('to_address', '=', phone)
    .where('at', '>', new Date(now.getTime() - DAY))
    .where(sql<boolean>`(${rowId}::uuid is null or message_id <> ${rowId})`)
    .execute();
  return rows
    .filter(({ kind }) => !isForContractor(kind))
    .map(({ at, kind, automated }) => ({ at, automated, asked: askedOf(kind) }));
}

/**
 * Reads when the people with this number wrote to the company in the last 48 hours: by text or email, as a question on
 * the estimate page, or in a conversation on the website. Two days are enough, because a text
 * of the last 24 hours may answer a message that's up to 24 hours older. Automatic replies aren't the person's own.
 */
async function readPerson(
  tx: CompanyTx,
  { company: { id }, phone, now }: Pick<TextOfDay, 'company' | 'phone' | 'now'>,
): Promise<DayPerson> {
  const since = new Date(now.getTime() - 2 * DAY);
  const { rows } = await sql<{ at: Date | null }>`
    with people as (
      select l.id, l.homeowner_email is not null or exists (
        select from consents c where c.company_id = ${id} and c.lead_id = l.id and c.method = 'widget') as came
      from leads l where l.company_id = ${id} and l.phone = ${phone} and l.held_at is null)
    select null::timestamptz as at from people where came
    union all
    select m.at from messages m join people p on p.id = m.lead_id
    where m.company_id = ${id} and m.direction = 'in' and not m.automated and m.at > ${since}
    union all
    select t.at from timeline_events t join people p on p.id = t.lead_id
    where t.company_id = ${id} and t.kind = 'question' and t.at > ${since}
    union all
    select w.at from agent_conversations a join people p on p.id = a.lead_id
      join agent_messages w on w.company_id = ${id} and w.conversation_id = a.id
    where a.company_id = ${id} and w.author = 'homeowner' and w.at > ${since}`.execute(tx);
  return {
    wroteAt: rows.flatMap(({ at }) => (at === null ? [] : [at])),
    cameThemselves: rows.some(({ at }) => at === null),
  };
}
