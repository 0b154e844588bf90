import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { parsePhone } from '#shared/primitives/phone.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { type LeadFilter, orderOf, within } from './leads.repository.ts';
import { searchPatterns } from './search-patterns.ts';

/** Leads that are read in the list's own order before the index is asked: a common word fills its page among them. */
const NEAR = 3_000;
/** So far it is worth reading on in that order: beyond, the index's matches are fewer than the leads between them. */
const FARTHEST = 20_000;

interface Search {
  system: SystemDb;
  matches: RawBuilder<SqlBool>;
  within: RawBuilder<SqlBool>;
  key: RawBuilder<unknown>;
  inOrder: RawBuilder<unknown>;
  /** Ids wanted. */
  most: number;
}

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
  const matches = matchesOf(search);
  if (!matches) return null;
  const { key, direction } = orderOf(filter.sort);
  const asked: Search = {
    system,
    matches,
    within: within(companyId, filter),
    key,
    inOrder: sql`order by key ${sql.raw(direction)}, id ${sql.raw(direction)}`,
    most: filter.limit + 1,
  };
  const near = await inListOrder(asked, NEAR);
  if (near.length >= asked.most) return near;
  if ((near.length * FARTHEST) / NEAR >= asked.most) {
    const further = await inListOrder(asked, FARTHEST);
    if (further.length >= asked.most) return further;
  }
  return byIndex(asked);
}

/** The condition of every word; null for a text without words. */
function matchesOf(search: string): RawBuilder<SqlBool> | null {
  const phone = parsePhone(search);
  // a whole number is looked up by the index of numbers
  if (/^[\d\s().+-]+$/.test(search) && phone !== undefined) return sql<SqlBool>`phone = ${phone}`;
  const words = searchPatterns(search);
  return words.length === 0 ? null : sql<SqlBool>`${sql.join(words.map(oneOf), sql` and `)}`;
}

const oneOf = (patterns: string[]) =>
  sql`(${sql.join(
    [...new Set(patterns)].map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;

/** What matches among the first `depth` leads of the list, found by walking along its index. */
async function inListOrder(search: Search, depth: number): Promise<LeadId[]> {
  const { system, matches, within: where, key, inOrder, most } = search;
  const { rows } = await sql<{ id: LeadId }>`
    select id from (
      select id, ${key} as key, search_text, phone from leads where ${where} ${inOrder} limit ${sql.lit(depth)}
    ) as first
    where ${matches} ${inOrder} limit ${sql.lit(most)}`.execute(system);
  return rows.map(({ id }) => id);
}

/** What matches at all, found by the index and then put into order; materialized, or the limit misleads the planner. */
async function byIndex({ system, matches, within: where, key, inOrder, most }: Search): Promise<LeadId[]> {
  const { rows } = await sql<{ id: LeadId }>`
    with found as materialized (select id, ${key} as key from leads where ${where} and ${matches})
    select id from found ${inOrder} limit ${sql.lit(most)}`.execute(system);
  return rows.map(({ id }) => id);
}
