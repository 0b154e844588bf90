import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { stopSchedules, type StopWho } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { lockLead, lockLeads } from '../lead-rows/lock-leads.ts';
import { mailedAddresses } from './mailed-addresses.ts';
import { addOptOut } from '../permission/opt-out.repository.ts';
import { claimPhone } from '../permission/phone-lock.ts';
import { touchLead } from '../lead-rows/write-leads.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock'>;

/** Who records it; `name` appears on the timeline. */
export interface NotedBy {
  companyId: CompanyId;
  name: string;
}

/** The homeowner's request, with its text if written. */
interface Stop {
  leadId: LeadId;
  channel: MessageChannel;
  words?: string;
  /** Another address of theirs besides the lead's. */
  from?: string;
}

/**
 * Records that a homeowner told the contractor, for example on the phone, that they want no more texts or no more
 * emails (47 CFR 64.1200(a)(10)). It has the same effect as STOP or unsubscribing, and no confirmation is sent. The
 * contractor can't undo it; for texts, only START does. Repeating it changes nothing. Throws NOT_FOUND, APP_ERROR
 * without a phone number or an email.
 */
export const noteStop = ({ db, clock }: NoteDeps, by: NotedBy, stop: Stop): Promise<void> =>
  inCompany(db, by.companyId, (tx) => writeStop(tx, { ...stop, by, at: clock.now() }));

/**
 * Applies a person's decision about a possible STOP (C8). If it is a STOP, nothing more is sent on that channel. If it
 * isn't, it counts as an ordinary reply. If two people decide differently, the opt-out stays. Throws NOT_FOUND.
 */
export const decideOptOut = (
  { db, clock }: NoteDeps,
  by: NotedBy,
  { messageId, stop }: { messageId: string; stop: boolean },
): Promise<void> =>
  inCompany(db, by.companyId, async (tx) => {
    const message = await findInbound(tx, by.companyId, messageId as MessageId);
    const { lead_id: leadId, channel, body: words, from_address: from } = message;
    if (stop) await writeStop(tx, { leadId, channel, words, from, by, at: clock.now() });
    else await lockLead(tx, by.companyId, leadId);
    await tx.updateTable('messages').set({ unsure: false }).where('id', '=', message.id).execute();
    await touchLead(tx, by.companyId, leadId);
  });

async function findInbound(tx: CompanyTx, companyId: CompanyId, id: MessageId) {
  const message = await tx
    .selectFrom('messages')
    .select(['id', 'lead_id', 'channel', 'body', 'from_address'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('direction', '=', 'in')
    .executeTakeFirst();
  if (!message || message.lead_id === null) throw notFound('The message');
  return { ...message, lead_id: message.lead_id };
}

const NOWHERE = {
  sms: 'This lead has no phone number that can get texts',
  email: 'This lead has no email address',
} as const;

const WANTED = { sms: 'no more texts', email: 'no more mail' } as const;

async function writeStop(tx: CompanyTx, stop: Stop & { by: NotedBy; at: Date }): Promise<void> {
  const { channel, words, by, at } = stop;
  const { leadId, addresses } = await lockReach(tx, stop);
  const added: boolean[] = [];
  for (const address of addresses)
    added.push(
      await addOptOut(tx, {
        companyId: by.companyId,
        channel,
        address,
        source: 'contractor',
        ...(words === undefined ? {} : { words }),
        at,
      }),
    );
  if (!added.includes(true)) return;
  await addTimelineEvent(tx, {
    companyId: by.companyId,
    leadId,
    kind: 'opted_out',
    at,
    data: { channel, source: 'contractor', ...(words === undefined ? {} : { words }) },
  });
  const reason = (name: string) => `Follow-ups stopped because ${name} wants ${WANTED[channel]}, as you noted.`;
  for (const address of addresses) {
    const who: StopWho = channel === 'sms' ? { phone: address } : { email: address };
    await stopSchedules(tx, { companyId: by.companyId, ...who, reason, at, notify: false });
  }
}

/**
 * The address that an email came from. Null if the email names none, or if it names another lead's address, because
 * anyone can forge a From header, and a decision about one lead must not affect another.
 */
async function findWriter(
  tx: CompanyTx,
  { leadId, from, by: { companyId } }: Stop & { by: NotedBy },
): Promise<string | null> {
  if (from === undefined || !from.includes('@')) return null;
  const writer = from.trim().toLowerCase();
  const other = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email', '=', writer)
    .where('id', '!=', leadId)
    .limit(1)
    .executeTakeFirst();
  return other ? null : writer;
}

/**
 * The lead and its address on that channel, locked with all of that person's leads in lock order. Once locked, no text
 * to the number is being sent, so none starts after the commit (C9).
 */
async function lockReach(
  tx: CompanyTx,
  stop: Stop & { by: NotedBy },
): Promise<{ leadId: LeadId; addresses: string[] }> {
  const {
    leadId,
    channel,
    from,
    by: { companyId },
  } = stop;
  const lead = await tx
    .selectFrom('leads')
    .select(['phone', 'email'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw notFound('This lead');
  const known =
    channel === 'sms'
      ? [lead.phone, from ?? null]
      : [
          lead.email?.toLowerCase() ?? null,
          await findWriter(tx, stop),
          ...(await mailedAddresses(tx, { leadId })).map(({ address }) => address),
        ];
  const addresses = [...new Set(known)].filter((address) => address !== null).toSorted();
  if (addresses.length === 0) throw new AppError(NOWHERE[channel]);
  // locks the number before the leads, as every transaction that locks both does
  if (channel === 'sms') for (const phone of addresses) await claimPhone(tx, phone);
  const locked = await lockLeads(tx, companyId)
    .select('id')
    .where((row) => row.or([row('id', '=', leadId), row(channel === 'sms' ? 'phone' : 'email', 'in', addresses)]))
    .execute();
  if (!locked.some(({ id }) => id === leadId)) throw notFound('This lead');
  return { leadId, addresses };
}
