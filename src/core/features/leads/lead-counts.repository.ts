import { type Compilable, sql } from 'kysely';
import type { LeadStatus } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { AppDb } from '../../platform/db/app.ts';

/**
 * Counts leads and sums their quoted cents by status, excluding leads that are archived, lost, waiting for review or
 * marked as spam. Uses only the index leads_by_status.
 */
export const countByStatus = (
  db: AppDb,
  companyId: CompanyId,
): Compilable<{ status: LeadStatus; count: number; cents: number }> =>
  db
    .selectFrom('leads')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(quote_cents), 0)`.as('cents'),
    ])
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .where('held_at', 'is', null)
    .where('outcome', 'is distinct from', sql.lit('lost'))
    .groupBy('status');

/**
 * Returns the lead that started waiting for an answer most recently, and the number of waiting leads. Archived leads
 * are excluded.
 */
export const newestAwaiting = (db: AppDb, companyId: CompanyId) =>
  db
    .selectFrom('leads')
    .select(['id', 'name', 'awaits_answer', sql<number>`count(*) over ()`.as('count')])
    .where('company_id', '=', companyId)
    .where('awaits_answer', 'is not', null)
    .where('archived_at', 'is', null)
    .where('held_at', 'is', null)
    .orderBy('awaits_since', 'desc')
    .limit(1);

/**
 * Counts the unread messages and the leads that have any, including archived leads. Uses only the index leads_unread.
 */
export const countUnread = (db: AppDb, companyId: CompanyId): Compilable<{ leads: number; messages: number }> =>
  db
    .selectFrom('leads')
    .select(({ fn }) => [fn.countAll<number>().as('leads'), sql<number>`coalesce(sum(unread_count), 0)`.as('messages')])
    .where('company_id', '=', companyId)
    .where('unread_count', '>', 0)
    .where('held_at', 'is', null);

const MOST_COUNTED = 1_000;

/**
 * Counts the leads that are waiting for review, up to 1,000. Without this cap, a flood of such leads would slow the
 * summary. Uses the index leads_review.
 */
export const countInReview = (db: AppDb, companyId: CompanyId): Compilable<{ count: number }> =>
  db
    .selectFrom(
      db
        .selectFrom('leads')
        .select('id')
        .where('company_id', '=', companyId)
        .where('held_at', 'is not', null)
        .where('spam_at', 'is', null)
        .limit(MOST_COUNTED)
        .as('held'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'));
