import { DAY } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Kysely } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { MailHead } from '../../platform/inbound-mail/mail-head.ts';
import { findLeadOrKept } from '../leads/lead-merges.repository.ts';
import { hasRoomForReply } from '../feedback/answer-feedback.ts';
import { oursOf } from '../messages/mail-addresses.ts';
import { OWN_MAIL } from '../messages/registry.ts';

/** Maximum number of emails per lead in 24 hours. The limit stops loops between two automatic senders. */
export const MOST_MAILS_A_DAY = 50;

/** The lane for bounce and complaint reports, which can arrive at any of our email addresses and don't name a lead. */
const REPORTS = 'reports';

/**
 * Chooses the queue lane in which an email waits to be parsed, based on its envelope and header. If the email must not
 * be parsed, returns `fate` instead. The fate is 'not ours' if none of the recipients is a known email address of ours,
 * and 'too many' if the lead or feedback has too many emails.
 */
export async function findMailLane(
  { system, config, clock }: SystemDeps & Pick<Deps, 'config' | 'clock'>,
  { addresses, mayBeReport }: Pick<MailHead, 'addresses' | 'mayBeReport'>,
  envelope: readonly string[],
): Promise<{ lane: string } | { fate: 'not ours' | 'too many' }> {
  const ours = oursOf(config, [...envelope, ...addresses]);
  let isFlooded = false;
  for (const { purpose, id } of ours) {
    if (purpose === 'bounce') return { lane: id };
    if (purpose === 'feedback') {
      const hasRoom = await hasRoomForReply(system, id);
      if (hasRoom) return { lane: id };
      isFlooded ||= hasRoom === false;
      continue;
    }
    const lead = await findLeadOrKept(system, id as LeadId);
    if (!lead) continue;
    if (!(await isFlood(system, lead.id, clock.now()))) return { lane: lead.id };
    isFlooded = true;
  }
  if (mayBeReport) return { lane: REPORTS };
  return { fate: isFlooded ? 'too many' : 'not ours' };
}

/**
 * Whether a lead has reached its email limit. Emails that seem to come from the contractor count too, because they may
 * be forged.
 */
export async function isFlood(db: Kysely<Database>, leadId: LeadId, at: Date): Promise<boolean> {
  const recent = await db
    .selectFrom('messages')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('at', '>', new Date(at.getTime() - DAY))
    .where('channel', '=', 'email')
    .where((row) => row.or([row('direction', '=', 'in'), row('kind', '=', OWN_MAIL)]))
    .limit(MOST_MAILS_A_DAY)
    .execute();
  return recent.length >= MOST_MAILS_A_DAY;
}
