import { sql } from 'kysely';
import type { SystemDb } from '#core/platform/db/system.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DAY } from '#shared/primitives/durations.ts';

/**
 * Adds one row for the lead to each table that has a lead_id and no builder. The tests of merging and of row-level
 * security use it, so the row of a new table with a lead_id is added only here.
 */
export async function addRowsOfLead(
  system: SystemDb,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date },
): Promise<void> {
  const rows = [
    sql`insert into estimate_offers (company_id, lead_id, source_id, percent, days, starts_at, ends_on, ends_at)
      values (${companyId}, ${leadId}, uuidv7(), 10, 7, ${at}, current_date, ${new Date(at.getTime() + DAY)})`,
    sql`insert into messages (company_id, lead_id, kind, channel, to_address, due_at, created_at)
      values (${companyId}, ${leadId}, 'lead.received', 'email', 'b', ${at}, ${at})`,
    sql`insert into sessions (id, user_id, expires_at) select ${leadId}, user_id, now() + interval '1 day'
      from company_profiles where id = ${companyId}`,
    sql`insert into push_devices (company_id, session_id, user_id, endpoint, endpoint_hash, p256dh, auth, label, events,
        shows, created_at)
      select ${companyId}, public_id, user_id, 'https://web.push.apple.com/x', encode(sha256(id::bytea), 'hex'), 'k', 'a',
        'Safari', '{lead}', 'nothing', ${at} from sessions where id = ${leadId}`,
    sql`insert into push_messages (company_id, device_id, lead_id, event, dedupe_key, due_at, created_at)
      select company_id, id, ${leadId}, 'lead', ${leadId}, ${at}, ${at} from push_devices
      where endpoint_hash = encode(sha256(${leadId}::bytea), 'hex')`,
    sql`insert into agent_conversations (company_id, lead_id, ticket_id, state, created_at)
      values (${companyId}, ${leadId}, uuidv7(), '{}', ${at})`,
    sql`with message as (
        insert into messages (company_id, lead_id, direction, channel, kind, from_address, to_address, body, status, at)
        values (${companyId}, ${leadId}, 'in', 'sms', 'reply', 'a', 'b', 'How much?', 'received', ${at}) returning id)
      insert into agent_replies (message_id, company_id, lead_id, channel, status, answer, due_at, created_at)
      select id, ${companyId}, ${leadId}, 'sms', 'draft', 'Yes.', ${at}, ${at} from message`,
    sql`insert into visits (company_id, lead_id, user_id, starts_at, ends_at, blocked, token_hash, sealed_token,
        created_at)
      select ${companyId}, ${leadId}, null, starts_at, ends_at, tstzrange(starts_at, ends_at), ${leadId}, 's',
        ${at} from (select ${at}::timestamptz as starts_at, ${at}::timestamptz + interval '1 hour' as ends_at) visit`,
    sql`insert into instant_requests (company_id, lead_id, state, idempotency_key)
      values (${companyId}, ${leadId}, 'off', ${leadId})`,
  ];
  for (const row of rows) await row.execute(system);
}
