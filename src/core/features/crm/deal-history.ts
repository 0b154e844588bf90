import { sql, type SqlBool } from 'kysely';
import type { DealEventKind, DealEventView } from '#shared/features/crm/deal-history.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, DealId, UserId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';

const PAGE = 30;

/** Reads a deal's history, newest first, 30 entries per page. Throws NOT_FOUND. */
export const readDealHistory = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { dealId, cursor }: { dealId: DealId; cursor?: string | null | undefined },
): Promise<{ items: DealEventView[]; nextCursor: string | null }> => {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  return inCompany(db, companyId, async (tx) => {
    const deal = await tx
      .selectFrom('deals')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', dealId)
      .executeTakeFirst();
    if (!deal) throw notFound('this deal');
    const rows = await tx
      .selectFrom('deal_events')
      .select(['id', 'kind', 'at', 'was', 'became', 'rule', 'by_user_id', 'by_name'])
      .select(instantText('at').as('cursor_key'))
      .where('company_id', '=', companyId)
      .where('deal_id', '=', dealId)
      .$if(after !== null, (query) =>
        query.where(sql<SqlBool>`(at, id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute();
    const { page, nextCursor } = pageOf(rows, PAGE);
    return { items: page.map(toView), nextCursor };
  });
};

interface EventRow {
  id: string;
  kind: DealEventKind;
  at: Date;
  was: string | null;
  became: string | null;
  rule: DealRule | null;
  by_user_id: UserId | null;
  by_name: string | null;
}

const toView = (row: EventRow): DealEventView => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  from: row.was,
  to: row.became,
  rule: row.rule,
  by: row.by_user_id === null ? null : { userId: row.by_user_id, name: row.by_name ?? '' },
});
