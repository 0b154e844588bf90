import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { type BounceKind, SOFT_BOUNCES, SOFT_BOUNCES_WITHIN } from './bounce.rules.ts';
import { lockLead, lockLeads } from '../lead-rows/lock-leads.ts';
import { addOptOut } from '../permission/opt-out.repository.ts';
import { endMails } from './unsubscribe.ts';

/** An email that bounced or that its recipient reported as spam. */
export interface ReturnedMail {
  companyId: CompanyId;
  /** The lead that the email was sent to. If it's null or missing, the newest lead with that email address is used. */
  leadId?: LeadId | null;
  address: string;
  /** The receiving server's status, such as '5.1.1'. */
  code: string | null;
  /** The id of the email. Repeated reports about the same email count once. */
  sourceId: string | null;
  /** The current time by the business clock. */
  at: Date;
}

/**
 * Records a bounce (C26). After a hard bounce, suppresses the email address for this company. After the third soft
 * bounce within 72 hours, pauses sending to it. Adds the suppression or pause to the lead's timeline once. If several
 * attempts to send the same email bounce, they count as one bounce.
 */
export async function recordBounce(tx: CompanyTx, mail: ReturnedMail & { kind: BounceKind }): Promise<void> {
  const leadId = mail.leadId ?? (await newestLead(tx, mail));
  // A transaction always locks the lead first (lead-rows/lock-leads.ts).
  if (leadId !== null) await lockLead(tx, mail.companyId, leadId);
  if (!(await keep(tx, mail, mail.kind))) return;
  if (mail.kind === 'hard') await suppress(tx, { ...mail, leadId }, 'bounce');
  else if (await isPaused(tx, mail)) await suppress(tx, { ...mail, leadId }, 'soft_bounces');
}

/** C26: suppresses the email address for this company after a spam report, and stops the person's email follow-ups. */
export async function recordComplaint(tx: CompanyTx, mail: ReturnedMail): Promise<void> {
  await lockLeads(tx, mail.companyId).select('id').where('email', '=', normal(mail.address)).execute();
  await keep(tx, mail, 'complaint');
  if (!(await suppress(tx, { ...mail, leadId: mail.leadId ?? (await newestLead(tx, mail)) }, 'complaint'))) return;
  await endMails(tx, {
    companyId: mail.companyId,
    addresses: [normal(mail.address)],
    at: mail.at,
    reason: 'Reported as spam',
    stopped: (name) => `Follow-ups stopped because ${name} reported an email as spam.`,
  });
}

const normal = (address: string): string => address.trim().toLowerCase();

/** Stores a bounce. Returns false if it was already recorded. */
async function keep(
  tx: CompanyTx,
  { companyId, address, code, sourceId, at }: ReturnedMail,
  kind: BounceKind | 'complaint',
): Promise<boolean> {
  const written = await tx
    .insertInto('mail_bounces')
    .values({ company_id: companyId, address: normal(address), kind, code, source_id: sourceId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Whether there have been too many soft bounces since the contractor last lifted a pause on this email address. */
async function isPaused(tx: CompanyTx, { companyId, address, at }: ReturnedMail): Promise<boolean> {
  const { rows } = await sql<{ bounces: number }>`
    select count(*) as bounces from mail_bounces
    where company_id = ${companyId} and address = ${normal(address)} and kind = 'soft'
      and at > ${new Date(at.getTime() - SOFT_BOUNCES_WITHIN)}
      and at > coalesce((select max(lifted_at) from opt_outs where company_id = ${companyId} and channel = 'email'
        and address = ${normal(address)} and source = 'soft_bounces'), '-infinity')`.execute(tx);
  return (rows[0]?.bounces ?? 0) >= SOFT_BOUNCES;
}

/** Suppresses the email address. Returns true if it wasn't suppressed before. */
async function suppress(
  tx: CompanyTx,
  { companyId, leadId, address, at }: ReturnedMail & { leadId: LeadId | null },
  source: 'bounce' | 'complaint' | 'soft_bounces',
): Promise<boolean> {
  if (!(await addOptOut(tx, { companyId, channel: 'email', address: normal(address), source, at }))) return false;
  if (leadId !== null)
    await addTimelineEvent(tx, { companyId, leadId, kind: 'opted_out', at, data: { channel: 'email', source } });
  return true;
}

async function newestLead(tx: CompanyTx, { companyId, address }: ReturnedMail): Promise<LeadId | null> {
  const lead = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email', '=', normal(address))
    .where('held_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lead?.id ?? null;
}
