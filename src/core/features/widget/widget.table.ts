import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    widget_tickets: WidgetTicketsTable;
  }
}

/** How many leads a widget's signed ticket was used for (at most 5). */
export interface WidgetTicketsTable {
  id: string;
  company_id: CompanyId;
  leads: number;
  /** In real time. Rows past it are deleted. */
  expires_at: Date;
}
