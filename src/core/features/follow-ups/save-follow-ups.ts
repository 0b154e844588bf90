import { sql } from 'kysely';
import type { FollowUpSaveInput, FollowUpStep, FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { FollowUpMessageRow, ScheduleRow } from './follow-ups.table.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { findNewest } from '../estimates/estimates.repository.ts';
import { advanceStatus } from '../leads/advance-status.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { countRecipient } from '../trust/recipients.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { checkMail, findMailOptOuts } from '../permission/check-mail.ts';
import { finishSchedules } from '../messages/after-move.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { UNSURE_REASON, unsureAmong } from '../permission/unsure-replies.ts';
import { channelsOf, dueDatesFor, noTimeFor, zoneOf } from './due-dates-of-lead.ts';
import { findSchedule, getCompany, getLead, listMessages } from './follow-ups.repository.ts';
import { viewFollowUps } from './get-follow-ups.ts';
import { type Plan, type PlanInput, planRows } from './plan-rows.ts';
import { defaultSteps, refuseUnset, storedStep, withOffers } from './step-offers.ts';
import { refuseTooLong } from './text-length.ts';
import { dropSteps } from '../schedules/drop-steps.ts';
import { whyEnded } from '../schedules/why-ended.ts';

interface Save {
  companyId: CompanyId;
  input: FollowUpSaveInput;
  company: CompanyRow;
  lead: LeadRow;
  /** The follow-ups' previous state. Undefined if none were saved. */
  schedule: ScheduleRow | undefined;
  before: FollowUpMessageRow[];
  steps: FollowUpStep[];
  now: Date;
}

/**
 * Saves a lead's follow-ups and their messages in one transaction. The lead is locked, so that nothing is sent in the
 * meantime. Sent messages are kept. If the follow-ups are active, each step gets a due time, and a new lead becomes
 * contacted (spec, section 4). Due times are counted from the activation. Saving active follow-ups again doesn't change
 * their activation time. If the follow-ups are inactive, unsent steps are canceled. Throws NOT_FOUND if there's no such
 * lead. Throws NOT_CONFIRMED, SMS_NOT_ALLOWED and CONFLICT with an explanation. Throws VALIDATION_FAILED, naming the
 * invalid step. Throws RATE_LIMITED if today's limit on new recipients is reached.
 */
export async function saveFollowUps(
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  { companyId, input }: { companyId: CompanyId; input: FollowUpSaveInput },
): Promise<FollowUpView> {
  const view = await inCompany(db, companyId, async (tx) => {
    const lead = await getLead(tx, companyId, input.leadId, true);
    refuseHeld(lead);
    const company = await getCompany(tx, companyId);
    const schedule = await findSchedule(tx, companyId, input.leadId);
    // Completed follow-ups start over. The timeline keeps the sent messages.
    const before = schedule && schedule.status !== 'done' ? await listMessages(tx, schedule) : [];
    const steps = withOffers(input.steps, before.length > 0 ? before.map(storedStep) : defaultSteps(company, lead));
    refuseUnset(steps, 'steps.N.message');
    await save(tx, { companyId, input, company, lead, schedule, before, steps, now: clock.now() });
    return viewFollowUps(tx, { companyId, leadId: input.leadId });
  });
  await wakeUps.enqueue(companyId);
  return view;
}

async function save(tx: CompanyTx, given: Save): Promise<void> {
  const { companyId, input, lead, schedule, now } = given;
  const continues = input.active && schedule?.status === 'active';
  const activatedAt = (continues ? schedule.activated_at : null) ?? now;
  const activation = input.active ? await activate(tx, given, activatedAt) : null;
  const plan = planRows({
    steps: given.steps,
    channels: channelsOf(input.channel),
    before: given.before,
    activation,
    continues,
    now,
  });
  const saved = await writeSchedule(tx, given, input.active ? activatedAt : null);
  await writeRows(tx, { ...saved, lead_id: lead.id }, { ...plan, now });
  // If the last step was removed, nothing else would complete the follow-ups.
  await finishSchedules(
    tx,
    plan.kept.map(({ id }) => id),
  );
  if (!input.active || continues) return;
  await addTimelineEvent(tx, {
    companyId,
    leadId: lead.id,
    kind: 'schedule_activated',
    at: now,
    data: { channel: input.channel, steps: stepsOf(plan) },
  });
  await advanceStatus(tx, { companyId, leadId: lead.id, to: 'contacted', at: now });
  await changeLead(tx, { companyId, leadId: lead.id }, { last_contact_at: now });
}

/**
 * Throws CONFLICT if follow-ups no longer make sense for the lead, because every message would be skipped when it's
 * due.
 */
async function refuseEnded(tx: CompanyTx, companyId: CompanyId, lead: LeadRow): Promise<void> {
  const estimate = await findNewest(tx, { companyId, id: lead.id });
  const unsure = (await unsureAmong(tx, companyId, [lead.id])).has(lead.id);
  const ended = whyEnded(lead, estimate?.status ?? null) ?? (unsure ? UNSURE_REASON : null);
  if (ended !== null) throw new AppError(`We can’t activate follow-ups. ${ended}`, 'CONFLICT');
}

async function whyNoTexts(
  tx: CompanyTx,
  { company, lead, activatedAt }: Pick<Save, 'company' | 'lead'> & { activatedAt: Date },
): Promise<string | null> {
  const phones = lead.phone === null ? [] : [lead.phone];
  const permission = permissionOf(await smsPermissions(tx, { company, phones }), lead.phone);
  return permission.allowed
    ? noTimeFor({ lead, company }, activatedAt)
    : (permission.reason ?? 'We can’t text this lead');
}

/** Returns why every email to this lead would be skipped when it's due (C22, C23, C26). Null if emails can be sent. */
async function whyNoMails(tx: CompanyTx, company: CompanyRow, { email }: LeadRow): Promise<string | null> {
  const optOuts = await findMailOptOuts(tx, company.id, [email]);
  return checkMail({ company, to: email, commercial: true, optOutBinds: true }, optOuts)?.reason ?? null;
}

/**
 * Counts the lead toward today's limit on new recipients, and reads the data for the due times. Throws NOT_CONFIRMED.
 * Throws RATE_LIMITED if today's limit on new recipients is reached. Throws SMS_NOT_ALLOWED if texts were requested but
 * can't be sent, unless emails were requested too and can be sent. Throws VALIDATION_FAILED if a text is too long.
 * Throws CONFLICT if only emails were requested and they can't be sent. Also throws CONFLICT if follow-ups no longer
 * make sense for the lead.
 */
async function activate(
  tx: CompanyTx,
  { companyId, input, company, lead, steps, now }: Save,
  activatedAt: Date,
): Promise<PlanInput['activation']> {
  const proofs = await readProofs(tx, companyId, now);
  requireAllowed(proofs, 'answers');
  await refuseEnded(tx, companyId, lead);
  const noTexts = await whyNoTexts(tx, { company, lead, activatedAt });
  const noMails = await whyNoMails(tx, company, lead);
  if (input.channel !== 'email' && noTexts !== null && (input.channel === 'sms' || noMails !== null))
    throw new AppError(`We can’t text ${lead.name}. ${noTexts}`, 'SMS_NOT_ALLOWED');
  if (input.channel === 'email' && noMails !== null)
    throw new AppError(`We can’t email ${lead.name}. ${noMails}`, 'CONFLICT');
  if (input.channel !== 'email' && noTexts === null) refuseTooLong({ steps, company, lead });
  const closed = { sms: noTexts !== null, email: noMails !== null };
  const ways = channelsOf(input.channel).filter((way) => !closed[way]);
  await countRecipient(tx, { company_id: companyId, lead, ways, proofs, at: now });
  const days = input.steps.map((step) => step.day);
  const dates = new Map(
    channelsOf(input.channel).map((channel) => [
      channel,
      new Map(dueDatesFor(channel, { lead, company, days, activatedAt }).map((date) => [date.day, date])),
    ]),
  );
  return {
    noTexts,
    noMails,
    zone: zoneOf({ lead, company }),
    dueAt(channel, day) {
      const date = dates.get(channel)?.get(day);
      if (!date) throw new RangeError(`day ${day} wasn't reckoned for ${channel}`);
      return date;
    },
  };
}

async function writeSchedule(
  tx: CompanyTx,
  { companyId, input, schedule, now }: Save,
  activatedAt: Date | null,
): Promise<ScheduleRow> {
  const values = {
    channel: input.channel,
    status: input.active ? ('active' as const) : ('draft' as const),
    activated_at: activatedAt ?? schedule?.activated_at ?? null,
    stopped_at: null,
    stop_reason: null,
  };
  return tx
    .insertInto('follow_up_schedules')
    .values({ company_id: companyId, lead_id: input.leadId, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function writeRows(
  tx: CompanyTx,
  schedule: ScheduleRow & { lead_id: LeadRow['id'] },
  { kept, rows, now }: Plan & Pick<Save, 'now'>,
): Promise<void> {
  await dropSteps(tx, sql`m.schedule_id = ${schedule.id} and m.id <> all(${kept.map(({ id }) => id)}::uuid[])`);
  await renumber(tx, kept);
  if (rows.length === 0) return;
  await tx
    .insertInto('messages')
    .values(
      rows.map((row) => ({
        kind: FOLLOW_UP,
        to_address: '',
        created_at: now,
        dedupe_key: null,
        company_id: schedule.company_id,
        lead_id: schedule.lead_id,
        schedule_id: schedule.id,
        step: row.step,
        day: row.day,
        channel: row.channel,
        template: row.body,
        offer: row.offer && JSON.stringify(row.offer),
        due_at: row.dueAt,
        status: row.status,
        reason: row.reason,
        first_due_at: row.waited?.first_due_at ?? null,
        attempts: row.waited?.attempts ?? 0,
        tried_later: row.waited?.tried_later ?? false,
        claimed_until: null,
        sending_at: null,
        provider_id: null,
        sent_at: null,
      })),
    )
    .execute();
}

/**
 * Renumbers the unchanged rows. To avoid collisions, increasing numbers are updated from the last row, and decreasing
 * numbers from the first row.
 */
async function renumber(tx: CompanyTx, kept: Plan['kept']): Promise<void> {
  const rising = kept.filter((row) => row.step > row.was).toSorted((a, b) => b.was - a.was);
  const falling = kept.filter((row) => row.step < row.was).toSorted((a, b) => a.was - b.was);
  for (const { id, step } of [...falling, ...rising])
    await tx.updateTable('follow_up_messages').set({ step }).where('id', '=', id).execute();
}

const stepsOf = ({ rows }: Plan): { day: number; dueAt: string }[] =>
  [...Map.groupBy(rows, (row) => row.day)].flatMap(([day, ofDay]) => {
    const due = ofDay.flatMap((row) => (row.dueAt ? [row.dueAt.getTime()] : []));
    return due.length === 0 ? [] : [{ day, dueAt: new Date(Math.min(...due)).toISOString() }];
  });
