import type { Generated } from 'kysely';
import type { PushEvent, PushShows } from '#shared/features/push/push.schema.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    push_devices: PushDevicesTable;
    push_messages: PushMessagesTable;
  }
}

export interface PushDevicesTable {
  id: Generated<string>;
  company_id: CompanyId;
  /** The session's public id. Deleting the session also deletes the device. */
  session_id: string;
  user_id: UserId;
  endpoint: string;
  endpoint_hash: string;
  p256dh: string;
  auth: string;
  label: string;
  events: PushEvent[];
  shows: PushShows;
  /** 'HH:MM:SS' in the company's time zone. Either both times are set or neither is. */
  quiet_from: string | null;
  quiet_until: string | null;
  created_at: Date;
}

export interface PushMessagesTable {
  id: Generated<string>;
  company_id: CompanyId;
  device_id: string;
  lead_id: LeadId;
  event: PushEvent;
  dedupe_key: string;
  due_at: Date;
  status: Generated<'scheduled' | 'sent' | 'skipped' | 'failed'>;
  attempts: Generated<number>;
  claimed_until: Date | null;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
}
