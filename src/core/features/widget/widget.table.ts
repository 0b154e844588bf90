import type { Generated } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    widget_days: WidgetDaysTable;
    widget_tickets: WidgetTicketsTable;
  }
}

/** How often a company's form was shown, started, priced and sent on a day of its calendar (at most 100,000 each). */
export interface WidgetDaysTable {
  company_id: CompanyId;
  day: string;
  seen: Generated<number>;
  started: Generated<number>;
  priced: Generated<number>;
  sent: Generated<number>;
}

/** How many leads a widget's signed ticket was used for (at most 5), and how far its visitor got. */
export interface WidgetTicketsTable {
  id: string;
  company_id: CompanyId;
  leads: number;
  /** The place in `WIDGET_STEPS`. */
  step: Generated<number>;
  /** In real time. Rows past it are deleted. */
  expires_at: Date;
}
