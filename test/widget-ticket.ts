import { issueTicket } from '#core/features/widget/ticket.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { SECOND } from '#shared/primitives/durations.ts';

/** Returns a ticket of the company's widget as if a browser had fetched it a minute (or `age` milliseconds) ago. */
export const ticketOf = (
  { id }: Pick<CompanyRow, 'id'>,
  { config: { APP_SECRET } }: { config: { APP_SECRET: string } },
  age = 60 * SECOND,
): string => issueTicket(id, APP_SECRET, new Date(Date.now() - age));
