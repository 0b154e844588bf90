import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Item } from './read-figures.ts';

/** Returns names by user id for the users in the figures. */
export async function personNames(tx: CompanyTx, items: readonly Item[]): Promise<Map<string, string>> {
  const ids = items.flatMap(({ item }) => (item.startsWith('user:') ? [item.slice('user:'.length)] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, member_name(id) as name from unnest(${ids}::uuid[]) id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name ?? 'Former member']));
}
