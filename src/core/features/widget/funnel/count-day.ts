import { sql } from 'kysely';
import type { WidgetStep } from '#shared/features/widget/funnel.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';

/** The maximum value of each daily counter. A database constraint enforces it too. */
const MOST = 100_000;

/** Adds to a company's counters for the day that `at` falls on in the company's time zone. */
export const countDay = async (
  tx: CompanyTx,
  { companyId, at }: { companyId: CompanyId; at: Date },
  { seen = 0, started = 0, priced = 0, sent = 0 }: Partial<Record<WidgetStep, number>>,
): Promise<void> => {
  await sql`
    insert into widget_days as days (company_id, day, seen, started, priced, sent)
    select id, (${at}::timestamptz at time zone time_zone)::date, least(${seen}::int, ${MOST}), ${started}, ${priced}, ${sent}
    from company_profiles where id = ${companyId}
    on conflict (company_id, day) do update set
      seen = least(days.seen + excluded.seen, ${MOST}),
      started = least(days.started + excluded.started, ${MOST}),
      priced = least(days.priced + excluded.priced, ${MOST}),
      sent = least(days.sent + excluded.sent, ${MOST})`.execute(tx);
};
