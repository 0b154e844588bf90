import type { LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readUnsubscribeToken } from '../../platform/secrets.ts';
import { stopSchedules } from '../follow-ups/stop-schedules.ts';
import { addTimelineEvent } from '../leads/timeline.repository.ts';
import { finishSchedule } from './delivery/record.ts';
import { addOptOut } from './opt-out.repository.ts';

/** Whose mails a link is about. */
export interface Subscription {
  leadId: LeadId;
  companyId: Parameters<typeof inCompany>[1];
  companyName: string;
  email: string;
}

/** What the link's page shows; undefined where the token is not ours or its lead is gone. Changes nothing. */
export async function findSubscription(
  { system, config }: Pick<Deps, 'system' | 'config'>,
  token: string,
): Promise<Subscription | undefined> {
  const leadId = readUnsubscribeToken(token, config.APP_SECRET);
  if (leadId === undefined) return undefined;
  return system
    .selectFrom('leads')
    .innerJoin('company_profiles', 'company_profiles.id', 'leads.company_id')
    .select([
      'leads.id as leadId',
      'leads.company_id as companyId',
      'company_profiles.name as companyName',
      'leads.email as email',
    ])
    .where('leads.id', '=', leadId)
    .executeTakeFirst();
}

/**
 * Ends this company's follow-ups by mail to this address (C22, C24), at once and for good; texts go on where they
 * are agreed to. The same again changes nothing.
 */
export async function unsubscribe(
  { db, clock, bell }: Pick<Deps, 'db' | 'clock' | 'bell'>,
  { companyId, leadId, email }: Subscription,
): Promise<void> {
  const at = clock.now();
  const address = email.toLowerCase();
  await inCompany(db, companyId, async (tx) => {
    await tx
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', companyId)
      .where('email', '=', email)
      .orderBy('id')
      .forUpdate()
      .execute();
    const isNew = await addOptOut(tx, { companyId, channel: 'email', address, source: 'unsubscribe', at });
    if (!isNew) return;
    await addTimelineEvent(tx, {
      companyId,
      leadId,
      kind: 'opted_out',
      at,
      data: { channel: 'email', source: 'unsubscribe' },
    });
    await endMails(tx, {
      companyId,
      email,
      at,
      reason: 'Unsubscribed from mails',
      stopped: (name) => `Follow-ups stopped because ${name} unsubscribed from mails.`,
    });
  });
  await bell.ring(companyId);
}

export interface EndedMails extends Pick<Subscription, 'companyId' | 'email'> {
  at: Date;
  /** Why a mail was called off. */
  reason: string;
  /** Why a schedule stopped, for the contractor. */
  stopped: (name: string) => string;
}

/** Ends the follow-ups by mail to an address: schedules by mail alone stop; of the others only the mails are called off. */
export async function endMails(tx: CompanyTx, { companyId, email, at, reason, stopped }: EndedMails): Promise<void> {
  const schedules = await tx
    .selectFrom('follow_up_schedules')
    .innerJoin('leads', 'leads.id', 'follow_up_schedules.lead_id')
    .select(['follow_up_schedules.id', 'leads.id as lead_id', 'follow_up_schedules.channel'])
    .where('follow_up_schedules.company_id', '=', companyId)
    .where('follow_up_schedules.status', '=', 'active')
    .where('leads.email', '=', email)
    .execute();
  for (const schedule of schedules) {
    if (schedule.channel === 'email') {
      await stopSchedules(tx, {
        companyId,
        leadId: schedule.lead_id,
        reason: stopped,
        at,
      });
      continue;
    }
    const ended = await tx
      .updateTable('follow_up_messages')
      .set({ status: 'cancelled', reason, claimed_until: null })
      .where('schedule_id', '=', schedule.id)
      .where('channel', '=', 'email')
      .where('status', 'in', ['draft', 'scheduled'])
      .returning('id')
      .execute();
    const [first] = ended;
    if (first) await finishSchedule(tx, { table: 'follow_up_messages', rowId: first.id });
  }
}
