import type { LeadListInput, LeadSummaryView, LeadView } from '#shared/features/leads/leads.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { readInCompany } from '../../platform/db/read-together.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from './cursor.ts';
import { findMergedInto } from './lead-merges.repository.ts';
import { toLeadView } from './lead-view.ts';
import {
  countByStatus,
  countInReview,
  countUnread,
  newestAwaiting,
  owingLeads,
  sumOffered,
  sumPending,
  sumReceived,
} from './lead-counts.repository.ts';
import { findListedLeads, getListedLead, listedLead, listLeadRows } from './leads.repository.ts';
import { searchLeads, type SearchDeps } from './search-leads.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;
type ListDeps = ReadDeps & SearchDeps;

/** Returns a page of the company's leads. Throws VALIDATION_FAILED on an invalid cursor. */
export async function listLeads(
  deps: ListDeps,
  companyId: CompanyId,
  { cursor, search, review, spam, ...asked }: LeadListInput,
): Promise<{ items: LeadView[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, asked.sort === 'name' ? 'text' : 'instant') : null;
  const held = review ? (spam ? 'spam' : 'review') : null;
  const filter = { ...asked, held, after } as const;
  const { db, clock } = deps;
  const found = search ? await searchLeads(deps, companyId, { ...filter, search }) : null;
  return inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { page, nextCursor } = pageOf(await listLeadRows(tx, companyId, { ...filter, found, at }), filter.limit);
    return { items: page.map((row) => toLeadView(row, at)), nextCursor };
  });
}

/** Returns one lead. For a merged lead, returns the kept lead, which has a different id. Throws NOT_FOUND. */
export async function getLead({ db, clock }: ReadDeps, companyId: CompanyId, leadId: LeadId): Promise<LeadView> {
  const at = clock.now();
  const [row] = await readInCompany(db, companyId, listedLead(companyId, leadId, at));
  if (row !== undefined) return toLeadView(row, at);
  return inCompany(db, companyId, async (tx) => {
    const mergedInto = await findMergedInto(tx, companyId, leadId);
    if (mergedInto === undefined) throw notFound('this lead');
    return getLeadView(tx, { companyId, leadId: mergedInto, now: at });
  });
}

/**
 * Returns which of these ids belong to leads that the requester may see. Members with the sales role see their own and
 * unassigned leads.
 */
export const visibleLeads = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  inCompany(db, companyId, async (tx) => {
    const rows = await tx
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', 'in', leadIds as readonly LeadId[])
      .execute();
    return new Set<string>(rows.map(({ id }) => id));
  });

/** Returns the leads with these ids, in this order, inside a transaction. */
export const listedLeads = async (
  tx: CompanyTx,
  { companyId, ids, now }: { companyId: CompanyId; ids: readonly LeadId[]; now: Date },
): Promise<LeadView[]> => (await findListedLeads(tx, companyId, { ids, at: now })).map((row) => toLeadView(row, now));

/** Returns a lead inside a transaction that has just changed it. */
export async function getLeadView(
  tx: CompanyTx,
  { companyId, leadId, now }: { companyId: CompanyId; leadId: LeadId; now: Date },
): Promise<LeadView> {
  return toLeadView(await getListedLead(tx, { companyId, leadId, at: now }), now);
}

/**
 * Returns lead counts and sums per status, counts of unread messages, leads waiting for an answer and leads waiting for
 * review.
 */
export async function summarizeLeads({ db, clock }: ReadDeps, companyId: CompanyId): Promise<LeadSummaryView> {
  const now = clock.now();
  const [rows, offered, [awaiting], [unread], [review], [pending], [received], owing] = await Promise.all([
    readInCompany(db, companyId, countByStatus(db, companyId)),
    readInCompany(db, companyId, sumOffered(companyId, now)),
    readInCompany(db, companyId, newestAwaiting(db, companyId)),
    readInCompany(db, companyId, countUnread(db, companyId)),
    readInCompany(db, companyId, countInReview(db, companyId)),
    readInCompany(db, companyId, sumPending(companyId, now)),
    readInCompany(db, companyId, sumReceived(companyId)),
    readInCompany(db, companyId, owingLeads(companyId)),
  ]);
  const of = (status: string) => {
    const row = rows.find((counted) => counted.status === status);
    const off = offered.find((one) => one.status === status)?.cents ?? 0;
    return { count: row?.count ?? 0, cents: (row?.cents ?? 0) - off };
  };
  const owed = owing.reduce((sum, { owed_cents: cents }) => sum + cents, 0);
  return {
    statuses: {
      new: of('new'),
      contacted: of('contacted'),
      estimate_sent: { ...of('estimate_sent'), cents: pending?.cents ?? 0 },
      paid: { ...of('paid'), cents: received?.cents ?? 0 },
    },
    owed: { count: owing.length, cents: owed },
    total: rows.reduce((sum, { count }) => sum + count, 0),
    awaiting: {
      count: awaiting?.count ?? 0,
      newest: awaiting?.awaits_answer ? { id: awaiting.id, name: awaiting.name, answer: awaiting.awaits_answer } : null,
    },
    unread: unread ?? { leads: 0, messages: 0 },
    review: review?.count ?? 0,
  };
}
