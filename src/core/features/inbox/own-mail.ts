import { statusesBefore } from '#shared/features/leads/lead-status.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { InboundMail } from '../../platform/inbound-mail/inbound-mail.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { addTimelineEvents } from '../timeline/timeline.repository.ts';
import { labelOf, OWN_MAIL } from '../messages/registry.ts';
import { TYPED } from '../messages/registry.ts';
import type { RepliedLead } from './receive-mail.ts';

/** Whether the sender's email address belongs to the company or to one of its users. */
export async function isOfCompany(systemTx: SystemTx, { from }: InboundMail, companyId: CompanyId): Promise<boolean> {
  if (from === null) return false;
  const found = await systemTx
    .selectFrom('company_profiles')
    .leftJoin('company_members', 'company_members.company_id', 'company_profiles.id')
    .leftJoin('users', 'users.id', 'company_members.user_id')
    .select('company_profiles.id')
    .where('company_profiles.id', '=', companyId)
    .where((row) =>
      row.or([
        row(row.fn<string>('lower', ['company_profiles.email']), '=', from),
        row(row.fn<string>('lower', ['users.email']), '=', from),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface OwnMail {
  mail: InboundMail;
  /** The locked lead. */
  lead: RepliedLead;
  at: Date;
  toWake: Set<CompanyId>;
}

/**
 * Stores an email that the contractor wrote in their own email client, for example with Reply All. The email is stored
 * as a message from the company. If the homeowner was one of the recipients, it counts as an answer to them. If not,
 * it's stored as not delivered. Follow-ups continue, because the homeowner didn't reply. Returns false if the email is
 * already stored.
 */
export async function keepOwnMail(tx: CompanyTx, { mail, lead, at, toWake }: OwnMail): Promise<boolean> {
  const { company_id: companyId, id: leadId } = lead;
  const known = await tx
    .selectFrom('messages')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('direction', '=', 'out')
    .where('provider_id', '=', mail.messageId)
    .executeTakeFirst();
  if (known) return false;
  const reached = lead.mailed.find((address) => mail.recipients.some((each) => each.toLowerCase() === address));
  const body = mail.newlyWritten;
  await tx
    .insertInto('messages')
    .values({
      company_id: companyId,
      lead_id: leadId,
      direction: 'out',
      channel: 'email',
      kind: OWN_MAIL,
      from_address: mail.from ?? 'unknown',
      to_address: reached ?? lead.email ?? 'unknown',
      subject: mail.subject || null,
      body,
      status: reached === undefined ? 'failed' : 'sent',
      provider_id: mail.messageId,
      automated: false,
      at,
      created_at: at,
    })
    .execute();
  if (reached !== undefined) await noteAnswered(tx, { lead, subject: mail.subject, body, at });
  toWake.add(companyId);
  return true;
}

/** Records an answer in the same way as a typed message that was sent (`note-accepted.ts`). */
async function noteAnswered(
  tx: CompanyTx,
  { lead, subject, body, at }: { lead: RepliedLead; subject: string; body: string; at: Date },
): Promise<void> {
  const event = { companyId: lead.company_id, leadId: lead.id, at };
  const isFirst = statusesBefore('contacted').includes(lead.status);
  const answered = { last_message_at: at, awaits_answer: null, awaits_since: null };
  await changeLead(tx, event, { ...answered, ...(isFirst ? { status: 'contacted' } : {}) });
  const { label: kind } = labelOf(TYPED);
  await addTimelineEvents(tx, [
    { ...event, kind: 'message_sent', data: { channel: 'email', kind, subject, body } },
    ...(isFirst
      ? [{ ...event, kind: 'status_changed' as const, data: { from: lead.status, to: 'contacted' as const } }]
      : []),
  ]);
}
