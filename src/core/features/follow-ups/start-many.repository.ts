import { sql } from 'kysely';
import type {
  FollowUpChannel,
  FollowUpStep,
  MessageChannel,
  ScheduleStatus,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { noteFollowedUp } from '../lead-rows/write-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import { findMailOptOuts, type MailOptOuts } from '../permission/check-mail.ts';
import { type Permissions, smsPermissions } from '../permission/sms-permission.ts';
import { unsureAmong } from '../permission/unsure-replies.ts';
import { dropSteps } from '../schedules/drop-steps.ts';
import { RECIPIENT_COLUMNS } from '../trust/recipients.ts';
import { withMember } from '../timeline/timeline.repository.ts';
import { dueDatesFor, type LeadPlace, noTimeFor, placeOfLead } from './due-dates-of-lead.ts';

/** The due time of one follow-up message, for all leads at one location. */
interface PlaceDate {
  place: number;
  step: number;
  day: number;
  channel: MessageChannel;
  dueAt: Date;
  moved: string | null;
}

interface Place {
  index: number;
  /** Why texts can never be sent to this location. Null if they can. */
  noTime: string | null;
  dates: PlaceDate[];
}

interface PlacesOf {
  company: CompanyRow;
  days: readonly number[];
  channels: readonly MessageChannel[];
  now: Date;
}

/**
 * Returns a cache of due dates by location, for one activation. Thousands of imported leads may share a few locations,
 * and a lead's due dates depend only on its location.
 */
export function createPlaces({ company, days, channels, now }: PlacesOf) {
  const known = new Map<string, Place>();
  const reckon = (lead: LeadPlace): Place => {
    const index = known.size;
    const dates = channels.flatMap((channel) =>
      dueDatesFor(channel, { lead, company, days, activatedAt: now }).map((date, at) => ({
        place: index,
        step: at + 1,
        channel,
        ...date,
      })),
    );
    return { index, noTime: noTimeFor({ lead, company }, now), dates };
  };
  return {
    of(lead: LeadPlace): Place {
      const key = JSON.stringify(placeOfLead({ lead, company }));
      const place = known.get(key) ?? reckon(lead);
      known.set(key, place);
      return place;
    },
    all: (): Place[] => [...known.values()],
  };
}

const LEAD_COLUMNS = [
  ...RECIPIENT_COLUMNS,
  'name',
  'address',
  'zip',
  'perimeter_ft',
  'quote_cents',
  'status',
  'outcome',
  'archived_at',
  'held_at',
  'language',
] as const;

/** A lead with the data that decides whether its follow-ups can start. */
export interface LeadToStart extends Pick<LeadRow, (typeof LEAD_COLUMNS)[number]> {
  schedule: { status: ScheduleStatus; stop_reason: string | null } | null;
  /** The newest sent version's status. Null if none was sent. */
  estimate_status: EstimateStatus | null;
  /** Whether a possible opt-out by this person awaits the contractor's decision (C8). */
  unsure: boolean;
}

interface LeadsToStart {
  leads: Map<string, LeadToStart>;
  permissions: Permissions;
  mailOptOuts: MailOptOuts;
}

/**
 * Reads the leads with the data that decides whether their follow-ups can start. With `lock`, locks the leads in id
 * order. Runs seven queries.
 */
export async function readLeadsToStart(
  tx: CompanyTx,
  { company, leadIds, lock }: { company: CompanyRow; leadIds: readonly LeadId[]; lock: boolean },
): Promise<LeadsToStart> {
  const rows = await (lock ? lockLeads(tx, company.id) : tx.selectFrom('leads').where('company_id', '=', company.id))
    .select(LEAD_COLUMNS)
    .where('id', '=', sql<LeadId>`any(${leadIds})`)
    .execute();
  if (rows.length === 0) return { leads: new Map(), permissions: new Map(), mailOptOuts: new Map() };
  const ids = rows.map(({ id }) => id);
  const schedules = await tx
    .selectFrom('follow_up_schedules')
    .select(['lead_id', 'status', 'stop_reason'])
    .where('company_id', '=', company.id)
    .where('lead_id', '=', sql<LeadId>`any(${ids})`)
    .execute();
  const estimates = await tx
    .selectFrom('estimates')
    .distinctOn('lead_id')
    .select(['lead_id', 'status'])
    .where('company_id', '=', company.id)
    .where('lead_id', '=', sql<LeadId>`any(${ids})`)
    .orderBy('lead_id')
    .orderBy('version', 'desc')
    .execute();
  const unsure = await unsureAmong(tx, company.id, ids);
  const scheduleOf = new Map(schedules.map(({ lead_id: leadId, ...schedule }) => [leadId, schedule]));
  const estimateOf = new Map(estimates.map(({ lead_id: leadId, status }) => [leadId, status]));
  return {
    leads: new Map(
      rows.map((row) => [
        row.id,
        {
          ...row,
          schedule: scheduleOf.get(row.id) ?? null,
          estimate_status: estimateOf.get(row.id) ?? null,
          unsure: unsure.has(row.id),
        },
      ]),
    ),
    permissions: await smsPermissions(tx, { company, phones: rows.flatMap(({ phone }) => phone ?? []) }),
    mailOptOuts: await findMailOptOuts(
      tx,
      company.id,
      rows.map(({ email }) => email),
    ),
  };
}

/** A lead with follow-ups that are being started. */
export interface ToStart {
  lead: LeadToStart;
  place: number;
  /** Why the lead's texts are skipped. Null if they're sent or there are none. */
  noTexts: string | null;
}

interface Start {
  companyId: CompanyId;
  channel: FollowUpChannel;
  steps: readonly FollowUpStep[];
  places: ReturnType<ReturnType<typeof createPlaces>['all']>;
  chosen: readonly ToStart[];
  now: Date;
}

/**
 * Writes follow-ups, messages, timeline entries and statuses, with one statement for each. Each message body is passed
 * once per step, and each date once per location, instead of once per message. Completed follow-ups start over, as in
 * `saveFollowUps`. Marks the recipients as counted toward the company's limit on new recipients. The limits that all
 * companies share count an email address or phone number when the first message to it is sent (`countLeaving`).
 */
export async function writeSchedules(tx: CompanyTx, start: Start): Promise<void> {
  const again = start.chosen.filter(({ lead }) => lead.schedule !== null).map(({ lead }) => lead.id);
  if (again.length > 0)
    await dropSteps(
      tx,
      sql`m.schedule_id in (select id from follow_up_schedules
        where company_id = ${start.companyId} and lead_id = any(${again}))`,
    );
  await writeMessages(tx, start);
  await writeTimeline(tx, start);
  const leadIds = start.chosen.map(({ lead }) => lead.id);
  await noteFollowedUp(tx, { companyId: start.companyId, leadIds, at: start.now });
}

async function writeMessages(tx: CompanyTx, { companyId, channel, steps, places, chosen, now }: Start): Promise<void> {
  const dates = places.flatMap((place) => place.dates);
  await sql`
    with chosen as materialized (
      select * from unnest(${chosen.map(({ lead }) => lead.id)}::uuid[], ${chosen.map(({ place }) => place)}::int[],
        ${chosen.map(({ noTexts }) => noTexts)}::text[]) c (lead_id, place, no_texts)),
    started as (
      insert into follow_up_schedules (company_id, lead_id, status, channel, activated_at, created_at)
      select ${companyId}, lead_id, 'active', ${channel}, ${now}, ${now} from chosen
      on conflict (lead_id) do update set status = 'active', channel = excluded.channel,
        activated_at = excluded.activated_at, stopped_at = null, stop_reason = null
      returning id, lead_id)
    insert into messages (company_id, lead_id, kind, to_address, created_at, schedule_id, step, day, channel, template, offer,
      due_at, status, reason)
    select ${companyId}, started.lead_id, ${FOLLOW_UP}, '', ${now}::timestamptz, started.id, d.step, d.day, d.channel, b.body,
      b.offer, d.due_at,
      case when d.channel = 'sms' and chosen.no_texts is not null then 'skipped' else 'scheduled' end,
      case when d.channel = 'sms' then coalesce(chosen.no_texts, d.moved) else d.moved end
    from started join chosen using (lead_id)
      join unnest(${dates.map(({ place }) => place)}::int[], ${dates.map(({ step }) => step)}::int[],
        ${dates.map(({ day }) => day)}::int[], ${dates.map((date) => date.channel)}::text[],
        ${dates.map(({ dueAt }) => dueAt)}::timestamptz[], ${dates.map(({ moved }) => moved)}::text[])
        d (place, step, day, channel, due_at, moved) on d.place = chosen.place
      join unnest(${steps.map(({ message }) => message)}::text[],
        ${steps.map(({ offer }) => offer && JSON.stringify(offer))}::jsonb[]) with ordinality b (body, offer, step)
        on b.step = d.step`.execute(tx);
}

async function writeTimeline(tx: CompanyTx, { companyId, channel, steps, places, chosen, now }: Start): Promise<void> {
  const toldBy = (data: object) => JSON.stringify(withMember(companyId, data));
  const told = places.map(({ dates }) =>
    toldBy({
      channel,
      steps: steps.map(({ day }) => ({
        day,
        dueAt: new Date(
          Math.min(...dates.filter((date) => date.day === day).map(({ dueAt }) => dueAt.getTime())),
        ).toISOString(),
      })),
    }),
  );
  const moved = toldBy({ from: 'new', to: 'contacted' });
  await sql`
    insert into timeline_events (company_id, lead_id, kind, at, data)
    select ${companyId}, c.lead_id, e.kind, ${now}, case e.kind when 'status_changed' then ${moved}::jsonb else told.data end
    from unnest(${chosen.map(({ lead }) => lead.id)}::uuid[], ${chosen.map(({ place }) => place)}::int[],
        ${chosen.map(({ lead }) => lead.status === 'new')}::boolean[]) c (lead_id, place, is_new)
      join unnest(${places.map(({ index }) => index)}::int[], ${told}::jsonb[]) told (place, data) using (place)
      join (values (1, 'schedule_activated'), (2, 'status_changed')) e (nth, kind) on e.nth = 1 or c.is_new
    order by e.nth`.execute(tx);
}
