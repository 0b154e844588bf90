import { sql } from 'kysely';
import type { AgentFigures, AgentFiguresInput } from '#shared/features/reports/reports.schema.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { askedOf, hasAdvanced, type ReportViewer } from './asked.ts';
import { factsOf } from './facts.ts';
import type { Asked } from './read-figures.ts';

/**
 * Returns figures for the sales agent's conversations that began in a period. Returns null if there were no such
 * conversations. Also returns null if the plan doesn't include advanced analytics.
 */
export const agentFigures = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: ReportViewer,
  { from, to }: AgentFiguresInput,
): Promise<AgentFigures | null> =>
  inCompany(db, viewer.companyId, async (tx) => {
    const now = clock.now();
    if (!(await hasAdvanced(tx, viewer, now))) return null;
    const figures = await countTalks(tx, await askedOf(tx, viewer.companyId, { from, to, now }));
    return figures.answered === 0 ? null : figures;
  });

/**
 * Counts the conversations in which the agent answered at least once. `won` counts the conversations whose lead
 * accepted an estimate, paid or was marked as won. A held lead's conversation doesn't count as won.
 */
async function countTalks(tx: CompanyTx, { companyId, since, before }: Asked): Promise<AgentFigures> {
  const { rows } = await sql<AgentFigures>`with
    talks as materialized (
      select c.id, c.lead_id, said.priced, said.handed_over
      from agent_conversations c
      cross join lateral (
        select count(*) as answers, coalesce(bool_or(jsonb_array_length(outcome -> 'prices') > 0), false) as priced,
          coalesce(bool_or(outcome ->> 'handover' is not null), false) as handed_over
        from agent_messages m where m.company_id = c.company_id and m.conversation_id = c.id and m.author = 'agent') said
      where c.company_id = ${companyId} and c.created_at >= ${since} and c.created_at < ${before} and said.answers > 0),
    won as (select id from (${factsOf(companyId, sql`select lead_id from talks where lead_id is not null`)}) f where f.won)
    select count(*)::int as answered, (count(*) filter (where priced))::int as priced,
      (count(*) filter (where handed_over))::int as "handedOver",
      (count(*) filter (where lead_id in (select id from won)))::int as won
    from talks`.execute(tx);
  return rows[0] ?? { answered: 0, priced: 0, handedOver: 0, won: 0 };
}
