import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { addTimelineEvents } from '../timeline/timeline.repository.ts';
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
  if (lead.email === null) await takeBackMails(tx, lead, at);
  else await waiting(tx, lead, 'email').set({ to_address: lead.email }).execute();
  await waiting(tx, lead, 'sms')
    .set({ to_address: lead.phone ?? '' })
    .execute();
  if (lead.phone === null) await takeBackTexts(tx, lead, at);
}

const waiting = (tx: CompanyTx, { company_id, id }: Reach, channel: MessageChannel) =>
  tx
    .updateTable('outbox')
    .where('company_id', '=', company_id)
    .where('lead_id', '=', id)
    .where('status', '=', 'scheduled')
    .where('channel', '=', channel)
    .where('kind', 'in', leadKinds());

async function takeBackTexts(tx: CompanyTx, lead: Reach, at: Date): Promise<void> {
  const taken = await waiting(tx, lead, 'sms')
    .set({ status: 'cancelled', reason: NO_NUMBER_ANY_MORE, claimed_until: null })
    .where('kind', 'not like', 'reminder.%')
    .returning('kind')
    .execute();
  await noteTaken(tx, lead, { taken, channel: 'sms', reason: NO_NUMBER_ANY_MORE, at });
}

async function takeBackMails(tx: CompanyTx, lead: Reach, at: Date): Promise<void> {
  const taken = await waiting(tx, lead, 'email')
    .set({ status: 'cancelled', reason: NO_EMAIL_ANY_MORE, claimed_until: null })
    .returning('kind')
    .execute();
  await noteTaken(tx, lead, { taken, channel: 'email', reason: NO_EMAIL_ANY_MORE, at });
}

interface Taken {
  taken: readonly { kind: string }[];
  channel: MessageChannel;
  reason: string;
  at: Date;
}

async function noteTaken(tx: CompanyTx, lead: Reach, { taken, channel, reason, at }: Taken): Promise<void> {
  await addTimelineEvents(
    tx,
    taken.map(({ kind }) => ({
      companyId: lead.company_id,
      leadId: lead.id,
      kind: 'message_skipped',
      at,
      data: { channel, kind: labelOf(kind).label, reason },
    })),
  );
}
