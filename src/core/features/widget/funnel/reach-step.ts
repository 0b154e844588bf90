import { sql } from 'kysely';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import { WIDGET_STEPS, type WidgetStep } from '#shared/features/widget/funnel.rules.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { readTicket, type Ticket } from '../ticket.ts';
import { countDay } from './count-day.ts';

/** Returns a step's position. Position 0 ('seen') is never stored with a ticket. */
const placeOf = (step: WidgetStep): number => WIDGET_STEPS.indexOf(step);

/**
 * Records that the ticket's visitor reached `step`. Also counts earlier steps that haven't been counted for this
 * ticket. Each step counts once per ticket, even with concurrent calls.
 */
export const reachStep = async (
  tx: CompanyTx,
  { id, companyId, issuedAt }: Ticket,
  { step, at }: { step: Exclude<WidgetStep, 'seen'>; at: Date },
): Promise<void> => {
  const place = placeOf(step);
  const expiresAt = new Date(issuedAt.getTime() + TICKET.validFor);
  const { rows } = await sql<{ before: number | null }>`
    insert into widget_tickets (id, company_id, leads, step, expires_at)
    values (${id}, ${companyId}, 0, ${place}, ${expiresAt})
    on conflict (id) do update set step = excluded.step
      where widget_tickets.company_id = excluded.company_id and widget_tickets.step < excluded.step
    returning old.step as before`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const reached = WIDGET_STEPS.slice((row.before ?? 0) + 1, place + 1);
  await countDay(tx, { companyId, at }, Object.fromEntries(reached.map((each) => [each, 1])));
};

/** Records a step that the form reported. Ignores forged and expired tickets. */
export const reportStep = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { ticket: given, step }: { ticket: string; step: Exclude<WidgetStep, 'seen'> },
): Promise<void> => {
  const ticket = readTicket(given, config.APP_SECRET);
  if (!ticket || Date.now() - ticket.issuedAt.getTime() >= TICKET.validFor) return;
  await inCompany(db, ticket.companyId, async (tx) => {
    const company = await tx
      .selectFrom('company_profiles')
      .select('id')
      .where('id', '=', ticket.companyId)
      .executeTakeFirst();
    if (company) await reachStep(tx, ticket, { step, at: clock.now() });
  });
};
