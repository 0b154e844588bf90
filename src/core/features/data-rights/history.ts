import { sql } from 'kysely';
import { historyText, isByMember } from '#shared/features/data-rights/history.rules.ts';
import type { HistoryView } from '#shared/features/data-rights/data-rights.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';

const PAGE = 30;
/** The most entries in an export. */
const MOST = 100_000;

type HistoryDeps = SystemDeps & Pick<Deps, 'config'>;

const readEntries = (
  { system }: SystemDeps,
  companyId: CompanyId,
  { after, limit }: { after: { key: string; id: string } | null; limit: number },
) =>
  system
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .select(instantText('audit_log.at').as('cursor_key'))
    .where('subject_kind', '=', 'company')
    .where('subject_id', '=', companyId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

/** The platform's admins aren't named to companies. */
const whoOf = ({ config }: HistoryDeps, { action, actor }: Entry): string =>
  isByMember(action) ? actor : `${config.PRODUCT_NAME} support`;

/**
 * Lists who did what with the company's team, data and plan, newest first. Throws VALIDATION_FAILED if the cursor is
 * invalid.
 */
export async function listHistory(
  deps: HistoryDeps,
  companyId: CompanyId,
  { cursor }: { cursor?: string | undefined } = {},
): Promise<HistoryView> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  const rows = await readEntries(deps, companyId, { after, limit: PAGE + 1 });
  const { page, nextCursor } = pageOf(rows, PAGE);
  return {
    items: page.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      who: whoOf(deps, entry),
      what: historyText(entry),
    })),
    nextCursor,
  };
}

/** Returns the members as rows of an export: their id, name, email address and role. */
export const membersOf = async ({ system }: SystemDeps, companyId: CompanyId): Promise<string[][]> =>
  (
    await system
      .selectFrom('company_members')
      .innerJoin('users', 'users.id', 'company_members.user_id')
      .select(['users.id', 'users.name', 'users.email', 'company_members.role'])
      .where('company_members.company_id', '=', companyId)
      .orderBy('company_members.joined_at')
      .execute()
  ).map(({ id, name, email, role }) => [id, name, email, role]);

/** Returns the history as rows of an export: when, who, what. */
export const historyOf = async (deps: HistoryDeps, companyId: CompanyId): Promise<string[][]> =>
  (await readEntries(deps, companyId, { after: null, limit: MOST })).map((entry) => [
    entry.at.toISOString(),
    whoOf(deps, entry),
    historyText(entry),
  ]);
