import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import { forgetPayers } from '../billing/operations.repository.ts';
import { ERASED_NAME, eraseLeads } from '../lead-rows/write-leads.ts';
import { eraseMessages, type OfErased } from './erase-messages.ts';

/**
 * Removes the people behind these leads from everything that the law doesn't require us to keep, and stops everything
 * automated. Erasing again changes nothing. The caller must lock the leads. What was signed, paid, agreed to or opted out
 * of stays as it is.
 */
export async function eraseRecords(tx: CompanyTx, of: OfErased): Promise<void> {
  const { companyId, leadIds, at } = of;
  const whose = sql`company_id = ${companyId} and lead_id = any(${leadIds})`;
  // Otherwise, triggers keep what was sent as it was sent.
  await sql`select set_config('app.erasing', 'on', true)`.execute(tx);
  const statements = [
    sql`update follow_up_schedules set status = 'stopped', stopped_at = ${at}, stop_reason = 'The lead was erased'
      where ${whose} and status = 'active'`,
    // The bounces are about addresses, which the leads still have here.
    sql`delete from mail_bounces where company_id = ${companyId}
      and address in (select email from leads where company_id = ${companyId} and id = any(${leadIds}))`,
    sql`delete from push_messages where ${whose}`,
    sql`delete from agent_replies where ${whose}`,
    sql`delete from agent_conversations where ${whose}`,
    sql`delete from instant_requests where ${whose} and state = 'pending'`,
    sql`update instant_requests set network = null where ${whose}`,
    sql`update visits set note = '', sequence = sequence + 1, token_hash = 'erased ' || id, sealed_token = '',
        status = case when status = 'booked' and starts_at > ${at} then 'cancelled' else status end
      where ${whose} and sealed_token <> ''`,
    sql`update deals set title = ${ERASED_NAME}, note = '', lost_reason = null where ${whose}`,
    sql`update lead_merges set old_lead = '{}' where company_id = ${companyId} and kept_lead_id = any(${leadIds})`,
    // An outcome's time decides the price in reports, and a call's time can be the first reply.
    sql`delete from timeline_events where ${whose} and not (kind = 'note' and (data ? 'outcome' or data ? 'call'))`,
    sql`update timeline_events set data = case when data ? 'call' then jsonb_build_object('call', data -> 'call')
      else jsonb_build_object('text', 'Marked ' || (data ->> 'outcome'), 'outcome', data -> 'outcome') end
      where ${whose}`,
    sql`update estimate_links set revoked_at = coalesce(revoked_at, ${at}), sealed_token = '',
        sealed_code = case when sealed_code is not null then '' end
      where company_id = ${companyId} and estimate_id in (select id from estimates where ${whose})`,
    sql`delete from estimate_pdfs where company_id = ${companyId}
      and estimate_id in (select id from estimates where ${whose})`,
    sql`update estimate_changes set note = '', decline_reason = null where company_id = ${companyId}
      and status not in ('signed', 'credited') and estimate_id in (select id from estimates where ${whose})`,
    sql`update estimates set customer = jsonb_build_object('name', ${ERASED_NAME}::text, 'email', null, 'phone', null,
        'address', null, 'zip', customer -> 'zip'), notes = '', drawing = null, decline_reason = null
      where ${whose} and not exists (select from estimate_acceptances where estimate_id = estimates.id)`,
  ];
  for (const statement of statements) await statement.execute(tx);
  await forgetPayers(tx, of);
  await eraseMessages(tx, of);
  await eraseLeads(tx, of);
  await sql`select set_config('app.erasing', '', true)`.execute(tx);
}
