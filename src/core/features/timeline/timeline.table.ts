import type { ColumnType, Generated } from 'kysely';
import type { TimelineKind } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    timeline_events: TimelineEventsTable;
  }
}

export interface TimelineEventsTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  kind: TimelineKind;
  at: Date;
  data: ColumnType<Record<string, unknown>, string | undefined, never>;
}
