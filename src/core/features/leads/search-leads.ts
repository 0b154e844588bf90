import { sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { type LeadFilter, orderOf, within } from './leads.repository.ts';
import { searchPatterns } from './search-patterns.ts';

/** Leads that are read in the list's own order before the index is asked: a common word fills its page among them. */
const NEAR = 3_000;

/**
 * The ids of a page of leads and one more that hold every word, in the list's order; null where nothing is searched
 * for. Row-level security would keep the trigram index from being used (LIKE is not leakproof, and so waits until
 * the policy has been checked row by row), so this runs as the role that crosses tenants and names the company itself.
 * It gives ids only: the leads are read by the tenant's role.
 */
export async function searchLeads(
  system: SystemDb,
  companyId: CompanyId,
  { search, ...filter }: LeadFilter & { search: string },
): Promise<LeadId[] | null> {
  const words = searchPatterns(search);
  if (words.length === 0) return null;
  const { key, direction } = orderOf(filter.sort);
  const inOrder = sql`order by key ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  const most = sql.lit(filter.limit + 1);
  const matches = sql<SqlBool>`${sql.join(words.map(oneOf), sql` and `)}`;
  const { rows } = await sql<{ id: LeadId }>`
    with near as materialized (
      select id, key from (
        select id, ${key} as key, search_text from leads where ${within(companyId, filter)} ${inOrder} limit ${sql.lit(NEAR)}
      ) as first
      where ${matches} ${inOrder} limit ${most}
    ), far as materialized (
      select id, ${key} as key from leads
      where (select count(*) from near) < ${most} and ${within(companyId, filter)} and ${matches}
    )
    select id from (select * from near union select * from far) as found ${inOrder} limit ${most}`.execute(system);
  return rows.map(({ id }) => id);
}

const oneOf = (patterns: string[]) =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;
