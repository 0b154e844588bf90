import { sql } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { addTimelineEvents } from '../timeline/timeline.repository.ts';
import { moving } from './move-message.ts';
import { labelOf, leadKinds } from './registry.ts';

/** A lead's current contact details. */
type Reach = Pick<LeadRow, 'company_id' | 'id' | 'email' | 'phone'>;

/** The reason recorded on waiting texts when the lead's phone number is removed. */
export const NO_NUMBER_ANY_MORE = 'The lead no longer has a phone number';
export const NO_EMAIL_ANY_MORE = 'The lead no longer has an email address';

/**
 * Redirects the homeowner's waiting messages to the lead's current email address and phone number, because a stranger
 * may own the old ones. Consent belongs to a phone number (C4), so permission to text the new number is checked just
 * before sending. If the lead no longer has an email address, waiting emails are canceled. If it no longer has a phone
 * number, waiting texts are canceled. The timeline shows why. Reminder texts aren't canceled, because the lead may have
 * a phone number again when they're due. Answers to STOP, START and HELP are still sent to the number that sent the
 * keyword. The caller must lock the lead.
 */
export async function readdressWaiting(tx: CompanyTx, lead: Reach, at: Date): Promise<void> {
  const email = { lead, channel: 'email', at } as const;
  const sms = { lead, channel: 'sms', at } as const;
  if (lead.email === null) await cancelWaiting(tx, { ...email, reason: NO_EMAIL_ANY_MORE });
  else await readdress(tx, { ...email, to: lead.email });
  await readdress(tx, { ...sms, to: lead.phone ?? '' });
  if (lead.phone === null) await cancelWaiting(tx, { ...sms, reason: NO_NUMBER_ANY_MORE });
}

interface OfChannel {
  lead: Reach;
  channel: MessageChannel;
  at: Date;
}

async function readdress(tx: CompanyTx, { lead, channel, to }: OfChannel & { to: string }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ to_address: to })
    .where('company_id', '=', lead.company_id)
    .where('lead_id', '=', lead.id)
    .where('status', '=', 'scheduled')
    .where('channel', '=', channel)
    .where('kind', 'in', leadKinds())
    .execute();
}

async function cancelWaiting(
  tx: CompanyTx,
  { lead, channel, reason, at }: OfChannel & { reason: string },
): Promise<void> {
  const kinds = leadKinds().filter((kind) => channel === 'email' || !kind.startsWith('reminder.'));
  const { rows } = await moving({
    from: ['scheduled'],
    to: 'cancelled',
    set: [sql`reason = ${reason}`],
    where: [
      sql`m.company_id = ${lead.company_id} and m.lead_id = ${lead.id}`,
      sql`m.channel = ${channel} and m.kind = any(${kinds})`,
    ],
    returning: sql`m.kind`,
  })
    .$castTo<{ kind: string }>()
    .execute(tx);
  await addTimelineEvents(
    tx,
    rows.map(({ kind }) => ({
      companyId: lead.company_id,
      leadId: lead.id,
      kind: 'message_skipped',
      at,
      data: { channel, kind: labelOf(kind).label, reason },
    })),
  );
}
