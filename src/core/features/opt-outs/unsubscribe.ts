import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { readUnsubscribeToken } from '../../platform/secrets.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { findLeadOrKept } from '../leads/lead-merges.repository.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { addressKey, findMailOptOuts } from '../permission/check-mail.ts';
import { finishSchedule } from '../outbox/change-row.ts';
import { mailedAddresses } from './mailed-addresses.ts';
import { addOptOut, isWish } from '../permission/opt-out.repository.ts';
import { findPageCompany, type PageCompany } from './page-company.ts';
import { undoProof } from './undo-unsubscribe.ts';

/** Whose mails a link is about. */
export interface Subscription {
  companyId: CompanyId;
  company: PageCompany;
  /** Null where it is gone: the address is suppressed all the same. */
  leadId: LeadId | null;
  /** The address that was mailed; null where the link is too old to tell it from others of the lead. */
  email: string | null;
  /** All that get no more follow-ups: the one that was mailed, and the lead's of today (C13). */
  addresses: string[];
}

/**
 * What the link's page shows; undefined where the token is not ours or nothing is left of whom it names. A merged lead
 * is the one that was kept. Changes nothing.
 */
export async function findSubscription(
  { system, config, clock }: SystemDeps & Pick<Deps, 'config' | 'clock'>,
  token: string,
): Promise<Subscription | undefined> {
  const link = readUnsubscribeToken(token, config.APP_SECRET);
  if (link === undefined) return undefined;
  const lead = await findLeadOrKept(system, link.leadId);
  const byRow = link.rowId === null ? [] : await mailedAddresses(system, { rowId: link.rowId });
  const mailed = byRow.length > 0 ? byRow : await mailedAddresses(system, { leadId: lead?.id ?? link.leadId });
  const companyId = lead?.company_id ?? mailed[0]?.companyId;
  if (companyId === undefined) return undefined;
  const company = await findPageCompany({ system, clock }, companyId);
  const addresses = [...new Set([...mailed.map(({ address }) => address), ...(lead?.email ? [lead.email] : [])])];
  // there was never an email, or its address is gone: nothing to unsubscribe
  if (addresses.length === 0) return undefined;
  const [first = null, ...others] = addresses;
  const known = byRow.length > 0 || others.length === 0;
  return { companyId, company, leadId: lead?.id ?? null, email: known ? first : null, addresses };
}

/** Whether all of these addresses get no more follow-ups already, by the person's own wish. */
export const isUnsubscribed = ({ db }: Pick<Deps, 'db'>, { companyId, addresses }: Subscription): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    const optOuts = await findMailOptOuts(tx, companyId, addresses);
    return addresses.every((address) => optOuts.get(addressKey(address))?.some(isWish));
  });

/**
 * Ends this company's follow-ups by mail to these addresses (C22, C24), at once and for good; texts go on where they
 * are agreed to. The same again changes nothing. Answers the proof that `undoUnsubscribe` asks for; null where nothing
 * is new.
 */
export async function unsubscribe(
  { db, clock, bell, config }: Pick<Deps, 'db' | 'clock' | 'bell' | 'config'>,
  { companyId, leadId, addresses }: Subscription,
): Promise<string | null> {
  const at = clock.now();
  const proof = await inCompany(db, companyId, async (tx) => {
    await lockAddressed(tx, companyId, addresses);
    const before = await liveOptOuts(tx, companyId, addresses);
    if (!(await suppressAll(tx, { companyId, addresses, at }))) return null;
    const ids = (await liveOptOuts(tx, companyId, addresses)).filter((id) => !before.includes(id));
    if (leadId !== null)
      await addTimelineEvent(tx, {
        companyId,
        leadId,
        kind: 'opted_out',
        at,
        data: { channel: 'email', source: 'unsubscribe' },
      });
    await endMails(tx, {
      companyId,
      addresses,
      at,
      reason: 'Unsubscribed from emails',
      stopped: (name) => `Follow-ups stopped because ${name} unsubscribed from emails.`,
    });
    return undoProof(ids, config.APP_SECRET);
  });
  await bell.ring(companyId);
  return proof;
}

/** Ids of what suppresses emails to these addresses. */
const liveOptOuts = async (tx: CompanyTx, companyId: CompanyId, addresses: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('opt_outs')
      .select('id')
      .where('company_id', '=', companyId)
      .where('channel', '=', 'email')
      .where('address', 'in', addresses.map(addressKey))
      .where('lifted_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

/** Every lead with one of these addresses, in the order of every lock: no mail to it is begun meanwhile (C9). */
const lockAddressed = (tx: CompanyTx, companyId: CompanyId, addresses: readonly string[]) =>
  lockLeads(tx, companyId).select('id').where('email', 'in', addresses).execute();

/** True where one of them is new. `words`: what the person wrote. */
export async function suppressAll(
  tx: CompanyTx,
  { addresses, ...more }: { companyId: CompanyId; addresses: readonly string[]; words?: string; at: Date },
): Promise<boolean> {
  let isNew = false;
  for (const address of addresses)
    if (await addOptOut(tx, { ...more, channel: 'email', address, source: 'unsubscribe' })) isNew = true;
  return isNew;
}

export interface EndedMails extends Pick<Subscription, 'companyId' | 'addresses'> {
  at: Date;
  /** Why a mail was called off. */
  reason: string;
  /** Why a schedule stopped, for the contractor. */
  stopped: (name: string) => string;
}

/** Ends the follow-ups by mail to these addresses: schedules by mail alone stop; of the others only the mails are called off. */
export async function endMails(
  tx: CompanyTx,
  { companyId, addresses, at, reason, stopped }: EndedMails,
): Promise<void> {
  const schedules = await tx
    .selectFrom('follow_up_schedules')
    .innerJoin('leads', 'leads.id', 'follow_up_schedules.lead_id')
    .select(['follow_up_schedules.id', 'leads.id as lead_id', 'follow_up_schedules.channel'])
    .where('follow_up_schedules.company_id', '=', companyId)
    .where('follow_up_schedules.status', '=', 'active')
    .where('leads.email', 'in', addresses)
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
