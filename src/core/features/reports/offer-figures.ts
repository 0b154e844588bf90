import { sql } from 'kysely';
import type { OfferFigures, OfferFiguresInput } from '#shared/features/reports/reports.schema.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { askedOf, type ReportViewer } from './asked.ts';

/**
 * Returns figures for the offers in a period: those that follow-ups and estimates made, and the discounts that were
 * signed. An offer in a message that failed doesn't count. Returns null if there are none.
 */
export const offerFigures = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: ReportViewer,
  { from, to }: OfferFiguresInput,
): Promise<OfferFigures | null> =>
  inCompany(db, viewer.companyId, async (tx) => {
    const { companyId, since, before } = await askedOf(tx, viewer.companyId, { from, to, now: clock.now() });
    const { rows } = await sql<OfferFigures>`
      select
        (select count(*)::int from estimate_offers told where told.company_id = ${companyId}
          and told.starts_at >= ${since} and told.starts_at < ${before}
          and exists (select from messages m where m.id = told.source_id and m.status <> 'failed' and (m.at is not null
            or exists (select from message_attempts a where a.message_id = m.id and a.status <> 'failed'))))
        + (select count(*)::int from estimates e where e.company_id = ${companyId} and e.offer is not null
          and e.sent_at >= ${since} and e.sent_at < ${before}) as made,
        count(*)::int as signed, coalesce(sum(a.discount_cents), 0)::bigint as "discountCents"
      from estimate_acceptances a
      where a.company_id = ${companyId} and a.discount_cents > 0 and a.at >= ${since} and a.at < ${before}`.execute(tx);
    const [figures] = rows;
    return figures && figures.made + figures.signed > 0 ? figures : null;
  });
