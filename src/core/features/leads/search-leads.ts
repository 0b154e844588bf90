import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { parsePhone } from '#shared/primitives/phone.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { beyond, type LeadFilter, orderOf, within } from './leads.repository.ts';
import { searchPatterns } from './search-patterns.ts';

/** Leads that are read in the list's own order before the index is asked: a common word fills its page among them. */
const NEAR = 3_000;
/** So far it is worth reading on in that order: beyond, the index's matches are fewer than the leads between them. */
const FARTHEST = 20_000;

export type SearchDeps = SystemDeps;

interface Search {
  system: SystemDb;
  companyId: CompanyId;
  /** The condition of what is searched for. */
  matches: RawBuilder<SqlBool>;
  within: RawBuilder<SqlBool>;
  beyond: RawBuilder<SqlBool>;
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

/** A phone number that was typed to its end: it is looked up by the index of numbers. */
const wholeNumber = (search: string): string | null =>
  /^[\d\s().+-]+$/.test(search) ? (parsePhone(search) ?? null) : null;

/** The condition of every word; null for a text without words. */
function matchesOf(search: string): RawBuilder<SqlBool> | null {
  const words = searchPatterns(search);
  return words.length === 0 ? null : sql<SqlBool>`${sql.join(words.map(oneOf), sql` and `)}`;
}

const oneOf = (patterns: string[]) =>
  sql`(${sql.join(
    [...new Set(patterns)].map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;

/** What matches among the first `depth` leads of the list, found by walking along its index until the page is full. */
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
 * What matches at all, found by the trigrams and put into order, and of these the first that are in the list: `hit` is
 * materialized, or the limit misleads the planner, and `limit 1` has each hit looked up by itself, and no more of them
 * than fill the page.
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
