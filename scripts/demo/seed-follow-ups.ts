import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import { advanceStatus } from '#core/features/leads/advance-status.ts';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_CADENCE, DEFAULT_MESSAGES } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { fillTags } from '#shared/features/follow-ups/tags.rules.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { addDays, atLocalMinutes, localDateOf } from '#shared/primitives/local-date.ts';
import type { DemoContext, DemoLead } from './seed-leads.ts';

interface Plan {
  status: 'draft' | 'stopped' | 'done';
  /** How many of the three steps were sent. The other steps are canceled or drafts. */
  delivered: number;
  reply: string | null;
}

/** Returns follow-ups that have ended or never started, because active follow-ups would send messages. */
const planOf = ({ story }: DemoLead): Plan | undefined => {
  if (story === 'drafted') return { status: 'draft', delivered: 0, reply: null };
  if (story === 'replied') return { status: 'stopped', delivered: 1, reply: 'Yes! Could you come by on Thursday?' };
  if (story === 'opted out') return { status: 'stopped', delivered: 1, reply: 'STOP' };
  if (story === 'followed up') return { status: 'done', delivered: 3, reply: null };
  return undefined;
};

const firstName = (lead: LeadRow): string => lead.name.split(' ')[0] ?? lead.name;

export async function seedFollowUps(context: DemoContext, demo: DemoLead): Promise<void> {
  const plan = planOf(demo);
  if (!plan) return;
  const { tx, company } = context;
  const { lead } = demo;
  const of = { companyId: company.id, leadId: lead.id };
  const activatedAt = plan.status === 'draft' ? null : new Date(lead.created_at.getTime() + HOUR);
  const dueAt = (day: number) => dueOn(context, activatedAt, day);
  const stoppedAt = plan.reply === null ? null : new Date((dueAt(1) ?? lead.created_at).getTime() + 20 * 60_000);
  const reason = stopReason(lead, plan);
  const schedule = await tx
    .insertInto('follow_up_schedules')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      status: plan.status,
      channel: 'sms',
      activated_at: activatedAt,
      stopped_at: stoppedAt,
      stop_reason: plan.reply === null ? null : reason,
      created_at: activatedAt ?? lead.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (activatedAt) {
    await advanceStatus(tx, { ...of, to: 'contacted', at: activatedAt });
    await tx.updateTable('leads').set({ last_contact_at: activatedAt }).where('id', '=', lead.id).execute();
    const steps = DEFAULT_CADENCE.map((day) => ({ day, dueAt: plannedOn(context, activatedAt, day).toISOString() }));
    await addTimelineEvent(tx, { ...of, kind: 'schedule_activated', at: activatedAt, data: { channel: 'sms', steps } });
  }
  for (const [index, day] of DEFAULT_CADENCE.entries()) {
    const sent = index < plan.delivered;
    const status: MessageStatus = sent ? 'delivered' : plan.status === 'draft' ? 'draft' : 'cancelled';
    const step = index + 1;
    const at = dueAt(day) ?? lead.created_at;
    const words = sent
      ? {
          at,
          sent_at: at,
          from_address: context.textsFrom,
          to_address: lead.phone ?? '',
          body: textOf(company, lead, step),
        }
      : { to_address: '' };
    await tx
      .insertInto('messages')
      .values({
        company_id: company.id,
        lead_id: lead.id,
        kind: 'follow-up',
        schedule_id: schedule.id,
        step,
        day,
        channel: 'sms',
        template: DEFAULT_MESSAGES[index] ?? '',
        due_at: dueAt(day),
        status,
        reason: status === 'cancelled' ? reason : null,
        created_at: activatedAt ?? lead.created_at,
        ...words,
      })
      .execute();
    if (sent) await noteSent(context, { lead, step, at });
  }
  if (stoppedAt && plan.reply !== null) await seedReply(context, { lead, text: plan.reply, at: stoppedAt, reason });
}

const stopReason = (lead: LeadRow, { reply }: Plan): string =>
  reply === 'STOP'
    ? `Follow-ups stopped because ${firstName(lead)} opted out of texts.`
    : `Follow-ups stopped because ${firstName(lead)} wrote to you.`;

/**
 * Returns noon on that day in the company's time zone, because noon is within all sending hours. If noon is in the
 * future, returns an earlier time, because sent messages must be in the past. Null if the schedule was never activated.
 */
function dueOn(context: DemoContext, activatedAt: Date | null, day: number): Date | null {
  if (!activatedAt) return null;
  const due = plannedOn(context, activatedAt, day);
  return due < context.now ? due : new Date(context.now.getTime() - DAY + day * HOUR);
}

const plannedOn = ({ company }: DemoContext, activatedAt: Date, day: number): Date =>
  atLocalMinutes(addDays(localDateOf(activatedAt, company.time_zone), day), 12 * 60, company.time_zone);

function textOf(company: DemoContext['company'], lead: LeadRow, step: number): string {
  const filled = fillTags(DEFAULT_MESSAGES[step - 1] ?? '', {
    name: lead.name,
    address: lead.address,
    totalFeet: lead.perimeter_ft,
    estimateCents: lead.quote_cents,
    offer: '10% off',
    offerEnds: 'that week',
  });
  return `${company.name}: ${filled}`;
}

async function noteSent(
  { tx, company }: DemoContext,
  { lead, step, at }: { lead: LeadRow; step: number; at: Date },
): Promise<void> {
  await tx.updateTable('leads').set({ last_message_at: at }).where('id', '=', lead.id).execute();
  await addTimelineEvent(tx, {
    companyId: company.id,
    leadId: lead.id,
    kind: 'message_sent',
    at,
    data: { channel: 'sms', kind: 'follow-up', step, body: textOf(company, lead, step) },
  });
}

async function seedReply(
  { tx, company, textsFrom }: DemoContext,
  { lead, text, at, reason }: { lead: LeadRow; text: string; at: Date; reason: string },
): Promise<void> {
  const of = { companyId: company.id, leadId: lead.id, at };
  await tx
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      direction: 'in',
      channel: 'sms',
      kind: 'reply',
      from_address: lead.phone ?? '',
      to_address: textsFrom,
      body: text,
      status: 'received',
      automated: false,
      at,
    })
    .execute();
  await tx.updateTable('leads').set({ last_reply_at: at }).where('id', '=', lead.id).execute();
  await addTimelineEvent(tx, { ...of, kind: 'reply_received', data: { channel: 'sms', text, from: lead.phone ?? '' } });
  if (text === 'STOP') {
    await tx
      .insertInto('opt_outs')
      .values({
        company_id: company.id,
        channel: 'sms',
        address: lead.phone ?? '',
        source: 'reply',
        words: text,
        created_at: at,
      })
      .execute();
    await addTimelineEvent(tx, { ...of, kind: 'opted_out', data: { channel: 'sms', words: text, source: 'reply' } });
  }
  await addTimelineEvent(tx, { ...of, kind: 'schedule_stopped', data: { reason } });
}
