import type { Generated, Selectable } from 'kysely';
import type { FollowUpChannel, MessageChannel, ScheduleStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, MessageId, LeadId, ScheduleId } from '#shared/primitives/ids.ts';
import type { DeliveryColumns, StepColumns } from '../messages/messages.table.ts';

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

/** The follow-ups of the leads' current schedules among the messages, as a view that can also be written to. */
export interface FollowUpMessagesTable extends DeliveryColumns, StepColumns {
  id: Generated<MessageId>;
  company_id: CompanyId;
  lead_id: LeadId;
  channel: MessageChannel;
  /** The contractor's words with tags: the message's `template`. */
  body: string;
}

export type FollowUpMessageRow = Selectable<FollowUpMessagesTable>;
export type ScheduleRow = Selectable<FollowUpSchedulesTable>;
