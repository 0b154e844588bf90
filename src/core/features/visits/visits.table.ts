import type { ColumnType, Generated, Selectable } from 'kysely';
import type { VisitHours, VisitStatus } from '#shared/features/visits/visits.schema.ts';
import type { CompanyId, LeadId, UserId, VisitId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    visit_settings: VisitSettingsTable;
    visits: VisitsTable;
    visit_feeds: VisitFeedsTable;
    busy_calendars: BusyCalendarsTable;
    busy_times: BusyTimesTable;
  }
}

/** A member's own calendar, which is read regularly. Times follow the business clock. */
export interface BusyCalendarsTable {
  company_id: CompanyId;
  user_id: UserId;
  /** Encrypted, because anyone who has the address can read the calendar. */
  sealed_url: string;
  /** When it's read next. */
  due_at: Date;
  /** Null until it was read for the first time. */
  checked_at: Date | null;
  events: Generated<number>;
  /** Why the last read failed. The busy times of the last good one stay. */
  error: string | null;
}

/** When a member is busy, without overlaps. */
export interface BusyTimesTable {
  company_id: CompanyId;
  user_id: UserId;
  starts_at: Date;
  ends_at: Date;
}

export interface VisitSettingsTable {
  company_id: CompanyId;
  /** Null in the company's row. A member's row replaces it for that member. */
  user_id: UserId | null;
  enabled: boolean;
  hours: ColumnType<VisitHours[], string, string>;
  length_minutes: number;
  step_minutes: number;
  /** Null: reckoned from the addresses. */
  travel_minutes: number | null;
  notice_hours: number;
  horizon_days: number;
  max_per_day: number;
}

/**
 * The booked visits. Two visits of one member can't overlap: the constraint `visits_apart` (`migrations/schema.sql`)
 * refuses overlapping `blocked` times, whatever code writes them. `check-slot.ts` says so before, in words. Times follow
 * the business clock.
 */
export interface VisitsTable {
  id: Generated<VisitId>;
  company_id: CompanyId;
  lead_id: LeadId;
  /** Null once the member has left the company. */
  user_id: UserId | null;
  starts_at: Date;
  ends_at: Date;
  /** The visit and the way to the member's next one. */
  blocked: ColumnType<string, string, string>;
  status: Generated<VisitStatus>;
  note: Generated<string>;
  /** Rises with each change that a calendar has to follow (RFC 5545, 3.8.7.4). */
  sequence: Generated<number>;
  /** The SHA-256 hash of the homeowner's token, in hex. The token itself is stored encrypted. */
  token_hash: string;
  sealed_token: string;
  idempotency_key: string | null;
  created_at: Date;
}

/** A member's private calendar feed. Revoking it deletes the row. */
export interface VisitFeedsTable {
  company_id: CompanyId;
  user_id: UserId;
  /** The SHA-256 hash of the feed's token, in hex. The token itself is stored encrypted. */
  token_hash: string;
  sealed_token: string;
  created_at: Date;
}

export type VisitRow = Selectable<VisitsTable>;
