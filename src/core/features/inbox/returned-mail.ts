import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany, type SystemTx } from '../../platform/db/system.ts';
import type { MailReport } from '../../platform/inbound-mail/mail-report.ts';
import { bounceKind } from '../opt-outs/bounce.rules.ts';
import { recordBounce, recordComplaint } from '../opt-outs/bounces.ts';
import { finishSchedule, noteOnTimeline } from '../messages/after-move.ts';
import { moveOne } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { contractorKinds, factsOfRow } from '../messages/registry.ts';

interface SentMail {
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  kind: string;
  to_address: string;
  step: number | null;
}

/**
 * Records that a sent email bounced or was reported as spam (C26). The thread and the timeline show a bounced email as
 * failed. `cameBack` is true only the first time. If no message has this id, changes nothing and returns null.
 */
export async function noteReturned(
  systemTx: SystemTx,
  { rowId, report, at, toWake }: { rowId: string; report: MailReport; at: Date; toWake: Set<CompanyId> },
): Promise<{ cameBack: boolean } | null> {
  const sent = await findSent(systemTx, rowId);
  if (!sent || sent.company_id === null) return null;
  const { company_id: companyId } = sent;
  const cameBack = await asCompany(systemTx, companyId, (tx) => noteOn(tx, { sent, companyId, rowId, report, at }));
  // The contractor may need a notice.
  toWake.add(companyId);
  return { cameBack };
}

interface Returned {
  sent: SentMail;
  companyId: CompanyId;
  rowId: string;
  report: MailReport;
  at: Date;
}

/** Records the report in the company's data. Returns true if the email is newly marked as failed. */
async function noteOn(tx: CompanyTx, { sent, companyId, rowId, report, at }: Returned): Promise<boolean> {
  const { lead_id: leadId, to_address: address } = sent;
  const about = { companyId, leadId, address, code: report.status, sourceId: rowId, at };
  if (report.kind === 'complaint') {
    await recordComplaint(tx, about);
    return false;
  }
  const kind = bounceKind({ code: report.status, detail: report.diagnostic }, true);
  if (kind) await recordBounce(tx, { ...about, kind });
  return noteFailed(tx, { sent, companyId, rowId, at });
}

/** Returns the email that was sent to a homeowner for this row. Notices to contractors are excluded. */
const findSent = async (systemTx: SystemTx, rowId: string): Promise<SentMail | undefined> => {
  const { rows } = await sql<SentMail>`
    select company_id, lead_id, kind, to_address, step from messages
    where id = ${rowId} and direction = 'out' and channel = 'email' and from_address is not null
      and kind <> all(${contractorKinds()})`.execute(systemTx);
  return rows[0];
};

const REASON = 'The email bounced: it couldn’t be delivered';

async function noteFailed(
  tx: CompanyTx,
  { sent, companyId, rowId, at }: { sent: SentMail; companyId: CompanyId; rowId: string; at: Date },
): Promise<boolean> {
  if (sent.lead_id !== null) await lockLead(tx, companyId, sent.lead_id);
  const facts = factsOfRow({ id: rowId, companyId, leadId: sent.lead_id, channel: 'email' }, sent);
  const from = ['sending', 'sent', 'delivered', 'unknown'] as const;
  const failed = await moveOne(tx, facts, { from, to: 'failed', reason: REASON });
  if (!failed) return false;
  const { subject, body } = failed;
  await noteOnTimeline(tx, facts, { kind: 'message_failed', at, data: { reason: REASON, subject, body: body ?? '' } });
  // The email may still be 'sending', as the last one of its schedule.
  await finishSchedule(tx, facts);
  return true;
}
