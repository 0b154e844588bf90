import { sql } from 'kysely';
import type { PushEvent } from '#shared/features/push/push.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Whether the lead is unassigned or assigned to the device's owner. */
const concerns = sql`(lead.assigned_to is null or lead.assigned_to = device.user_id)`;

export interface PushNews {
  companyId: CompanyId;
  leadId: LeadId;
  event: PushEvent;
  /** The event's unique key, such as 'accepted:<estimate>'. A device shows one notification per key. */
  key: string;
  /** The current time by the business clock. */
  at: Date;
}

/**
 * Queues an event's notification in the event's transaction. If the lead is assigned, only the assigned member's
 * devices get the notification. If the lead is unassigned, all members' devices get it. A device gets only the kinds of
 * events that it's set to show. During a device's quiet hours (in the company's time zone), the notification is delayed
 * until they end. No wake-up job is needed, because the worker polls for notifications. Returns the number of devices.
 */
export async function enqueuePush(tx: CompanyTx, { companyId, leadId, event, key, at }: PushNews): Promise<number> {
  const { rows } = await sql`
    insert into push_messages (company_id, device_id, lead_id, event, dedupe_key, due_at, created_at)
    select device.company_id, device.id, ${leadId}, ${event}, ${key},
      case when quiet.inside then (quiet.ends at time zone company.time_zone) else ${at}::timestamptz end, ${at}
    from push_devices device
    join company_profiles company on company.id = device.company_id
    join leads lead on lead.company_id = device.company_id and lead.id = ${leadId},
    lateral (select ${at}::timestamptz at time zone company.time_zone as here) local,
    lateral (select
      case when device.quiet_from is null then false
        when device.quiet_from < device.quiet_until
          then here::time >= device.quiet_from and here::time < device.quiet_until
        else here::time >= device.quiet_from or here::time < device.quiet_until end as inside,
      here::date + device.quiet_until
        + case when here::time < device.quiet_until then interval '0' else interval '1 day' end as ends) quiet
    where device.company_id = ${companyId} and ${event} = any(device.events) and ${concerns}
    on conflict (device_id, dedupe_key) do nothing
    returning id`.execute(tx);
  return rows.length;
}

/** Whether any device is set to show this event for this lead. */
export async function isPushed(
  tx: CompanyTx,
  { companyId, leadId, event }: Pick<PushNews, 'companyId' | 'leadId' | 'event'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from push_devices device
    join leads lead on lead.company_id = device.company_id and lead.id = ${leadId}
    where device.company_id = ${companyId} and ${event} = any(device.events) and ${concerns} limit 1`.execute(tx);
  return rows.length > 0;
}
