import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { parsePhone } from '#shared/primitives/phone.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { beyond, type LeadFilter, orderOf, within } from './leads.repository.ts';
import { searchPatterns } from './search-patterns.ts';

/** How many leads are read in list order before using the index. A common word fills its page among these. */
const NEAR = 3_000;
/**
 * If at most this many leads match, reading on in list order is faster. If more match, sorting the index's matches is
 * faster.
 */
const FARTHEST = 20_000;

export type SearchDeps = SystemDeps;

interface Search {
  system: SystemDb;
  companyId: CompanyId;
  /** The search condition. */
  matches: RawBuilder<SqlBool>;
  within: RawBuilder<SqlBool>;
  beyond: RawBuilder<SqlBool>;
  key: RawBuilder<unknown>;
  inOrder: RawBuilder<unknown>;
  /** The number of ids wanted. */
  most: number;
}

/**
 * The ids of a page of leads plus one that contain every word, in list order; null without a search. Row-level security
 * would prevent using the trigram index (LIKE isn't leakproof, so the policy is checked row by row first), so this runs
 * as the cross-tenant role and filters by company itself. It returns only ids: the tenant's role reads the leads.
 */
export async function searchLeads(
  { system }: SearchDeps,
  companyId: CompanyId,
  { search, ...filter }: LeadFilter & { search: string },
): Promise<LeadId[] | null> {
  const phone = wholeNumber(search);
  const matches = phone === null ? matchesOf(search) : sql<SqlBool>`phone = ${phone}`;
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
  if (phone !== null) return byPhone(asked);
  const near = await inListOrder(asked, NEAR);
  if (near.length === asked.most) return near;
  if ((near.length * FARTHEST) / NEAR >= asked.most) {
    const further = await inListOrder(asked, FARTHEST);
    if (further.length === asked.most) return further;
  }
  return byTrigrams(asked);
}

/** A complete phone number, which is looked up in the number index. */
const wholeNumber = (search: string): string | null =>
  /^[\d\s().+-]+$/.test(search) ? (parsePhone(search) ?? null) : null;

/** The condition for all words. Null for a text without words. */
function matchesOf(search: string): RawBuilder<SqlBool> | null {
  const words = searchPatterns(search);
  return words.length === 0 ? null : sql<SqlBool>`${sql.join(words.map(oneOf), sql` and `)}`;
}

const oneOf = (patterns: string[]) =>
  sql`(${sql.join(
    [...new Set(patterns)].map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;

/** Matches among the first `depth` leads of the list, found by scanning its index until the page is full. */
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
 * All matches, found by trigrams and sorted, and of these the first that are in the list: `hit` is materialized,
 * because the limit misleads the planner, and `limit 1` looks up each hit individually, only as many as fill the page.
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

async function byPhone({ system, matches, within: where, key, inOrder, most }: Search): Promise<LeadId[]> {
  const { rows } = await sql<{ id: LeadId }>`
    with found as materialized (select id, ${key} as key from leads where ${where} and ${matches})
    select id from found ${inOrder} limit ${sql.lit(most)}`.execute(system);
  return rows.map(({ id }) => id);
}
