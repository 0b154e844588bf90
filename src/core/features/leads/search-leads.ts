import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { parsePhone } from '#shared/primitives/phone.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { beyond, type LeadFilter, orderOf, within } from './leads.repository.ts';
import { searchPatterns } from './search-patterns.ts';

/**
 * The number of leads to read in list order before using the index. If the search word is common, these leads are
 * enough to fill the page.
 */
const NEAR = 3_000;
/**
 * The maximum number of leads that a search reads in list order. This many leads are read only if they probably contain
 * enough matches to fill the page. Otherwise, using the index is faster.
 */
const FARTHEST = 20_000;

export type SearchDeps = SystemDeps;

interface Search {
  system: SystemDb;
  companyId: CompanyId;
  /** The SQL condition for a match. */
  matches: RawBuilder<SqlBool>;
  within: RawBuilder<SqlBool>;
  beyond: RawBuilder<SqlBool>;
  key: RawBuilder<unknown>;
  inOrder: RawBuilder<unknown>;
  /** The maximum number of ids to return. */
  most: number;
}

/**
 * Returns the ids of the leads that contain every word of the search, in list order. Returns up to one page plus one
 * id. Returns null if the search doesn't contain any words. Runs as the cross-tenant role and filters by company
 * explicitly, because the trigram index can't be used under row-level security. LIKE isn't leakproof, so Postgres would
 * check the policy for each row first. The result contains only ids. The tenant's role then reads the leads.
 */
export async function searchLeads(
  { system }: SearchDeps,
  companyId: CompanyId,
  { search, ...filter }: LeadFilter & { search: string },
): Promise<LeadId[] | null> {
  const phone = wholeNumber(search);
  // A second number is only in the notes, so that a complete number is searched for like any other text.
  const matches = matchesOf(phone === null ? search : phone.slice(2));
  if (!matches) return null;
  const { key, direction } = orderOf(filter.sort);
  const asked: Search = {
    system,
    companyId,
    matches,
    within: within(companyId, filter),
    beyond: beyond(filter.sort, filter.after),
    key,
    inOrder: sql`order by key ${sql.raw(direction)}, id ${sql.raw(direction)}`,
    most: filter.limit + 1,
  };
  if (phone !== null) return byTrigrams(asked);
  const near = await inListOrder(asked, NEAR);
  if (near.length === asked.most) return near;
  if ((near.length * FARTHEST) / NEAR >= asked.most) {
    const further = await inListOrder(asked, FARTHEST);
    if (further.length === asked.most) return further;
  }
  return byTrigrams(asked);
}

/** Returns the search as a complete phone number in E.164. Returns null if it isn't one. */
const wholeNumber = (search: string): string | null =>
  /^[\d\s().+-]+$/.test(search) ? (parsePhone(search) ?? null) : null;

/** Returns the condition for a lead that matches every word, or null if the search has no words. */
function matchesOf(search: string): RawBuilder<SqlBool> | null {
  const words = searchPatterns(search);
  return words.length === 0 ? null : sql<SqlBool>`${sql.join(words.map(oneOf), sql` and `)}`;
}

const oneOf = (patterns: string[]) =>
  sql`(${sql.join(
    [...new Set(patterns)].map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;

/** Finds matches among the first `depth` leads of the list by scanning its index until the page is full. */
async function inListOrder(search: Search, depth: number): Promise<LeadId[]> {
  const { system, matches, within: where, key, inOrder, most } = search;
  const { rows } = await sql<{ id: LeadId }>`
    select id from (
      select id, ${key} as key, search_text from leads where ${where} ${inOrder} limit ${sql.lit(depth)}
    ) as first
    where ${matches} ${inOrder} limit ${sql.lit(most)}`.execute(system);
  return rows.map(({ id }) => id);
}

/**
 * Finds all matches with the trigram index, sorts them, and returns the first ones that belong to the list. `hit` is
 * materialized, because the limit would otherwise make the query planner choose a slow plan. `limit 1` makes Postgres
 * look up the hits one by one, until the page is full.
 */
async function byTrigrams(search: Search): Promise<LeadId[]> {
  const { system, companyId, matches, within: where, beyond: after, key, inOrder, most } = search;
  const { rows } = await sql<{ id: LeadId }>`
    with hit as materialized (
      select id, ${key} as key
      from (select lead_id as id, company_id, search_text, created_at, name_key from lead_search) as leads
      where company_id = ${companyId} and ${matches} and ${after} ${inOrder}
    )
    select id, key from hit,
      lateral (select from leads where leads.id = hit.id and ${where} limit 1) as listed
    ${inOrder} limit ${sql.lit(most)}`.execute(system);
  return rows.map(({ id }) => id);
}
