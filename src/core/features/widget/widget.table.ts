import type { Generated } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    widget_days: WidgetDaysTable;
    widget_tickets: WidgetTicketsTable;
  }
}

/**
 * How often a company's form was shown, started, priced and sent on each day in the company's time zone. Each count is
 * at most 100,000.
 */
export interface WidgetDaysTable {
  company_id: CompanyId;
  day: string;
  seen: Generated<number>;
  started: Generated<number>;
  priced: Generated<number>;
  sent: Generated<number>;
}

/** How many leads were sent with a widget ticket (at most 5), and the furthest step that its visitor reached. */
export interface WidgetTicketsTable {
  id: string;
  company_id: CompanyId;
  leads: number;
  /** The step's position in `WIDGET_STEPS`. */
  step: Generated<number>;
  /** In wall-clock time. Expired rows are deleted. */
  expires_at: Date;
}
