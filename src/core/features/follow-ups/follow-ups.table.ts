import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import type { FollowUpChannel, MessageChannel, ScheduleStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, FollowUpMessageId, LeadId, ScheduleId } from '#shared/primitives/ids.ts';
import type { DeliveryColumns } from '../outbox/outbox.table.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    follow_up_schedules: FollowUpSchedulesTable;
    follow_up_messages: FollowUpMessagesTable;
  }
}

export interface FollowUpSchedulesTable {
  id: Generated<ScheduleId>;
  company_id: CompanyId;
  /** Null if the follow-ups ended because their lead was merged into a lead that has its own follow-ups. */
  lead_id: LeadId | null;
  status: ScheduleStatus;
  channel: FollowUpChannel;
  activated_at: Date | null;
  stopped_at: Date | null;
  stop_reason: string | null;
  created_at: Date;
}

export interface FollowUpMessagesTable extends Omit<DeliveryColumns, 'due_at'> {
  id: Generated<FollowUpMessageId>;
  company_id: CompanyId;
  lead_id: LeadId;
  schedule_id: ScheduleId;
  step: number;
  day: number;
  channel: MessageChannel;
  body: string;
  /** The offer that the message makes. Null if it makes none. */
  offer: ColumnType<Offer | null, string | null | undefined, string | null>;
  due_at: Date | null;
}

export type FollowUpMessageRow = Selectable<FollowUpMessagesTable>;
export type ScheduleRow = Selectable<FollowUpSchedulesTable>;
