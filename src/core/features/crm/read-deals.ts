import { sql, type SqlBool } from 'kysely';
import type { DealListInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, DealId, OrganizationId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { leadMoney } from '../lead-rows/lead-money.ts';
import { leadCents } from '../lead-rows/lead-price.ts';
import { requireOrganization } from './organizations.ts';

/**
 * Lists an organization's deals, newest first (spec, section 7). Returns at most MAX_DEALS. The list can be filtered by
 * a search and an owner. Throws NOT_FOUND.
 */
export const listDeals = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { orgId, search = '', ownerId }: DealListInput,
): Promise<DealView[]> =>
  inCompany(db, companyId, async (tx) => {
    await requireOrganization(tx, companyId, orgId);
    const rows = await dealRows(tx, companyId, clock.now())
      .where('deals.org_id', '=', orgId)
      .where((row) => row.and(wordsOf(search).map((word) => sql<SqlBool>`position(${word} in ${SEARCHED}) > 0`)))
      .$if(ownerId !== undefined, (query) =>
        query.where('deals.owner_id', 'is not distinct from', ownerId as UserId | null),
      )
      .orderBy('deals.created_at', 'desc')
      .orderBy('deals.id', 'desc')
      .execute();
    const names = await ownerNames(tx, rows);
    return rows.map((row) => toDealView(row, names));
  });

/** Reads one deal for display. Throws NOT_FOUND. */
export async function getDealView(
  tx: CompanyTx,
  { companyId, dealId, at }: { companyId: CompanyId; dealId: DealId; at: Date },
): Promise<DealView> {
  const row = await dealRows(tx, companyId, at).where('deals.id', '=', dealId).executeTakeFirst();
  if (!row) throw notFound('this deal');
  return toDealView(row, await ownerNames(tx, [row]));
}

/** Reads the organization that a deal belongs to, which never changes. Throws NOT_FOUND. */
export async function organizationOfDeal(tx: CompanyTx, companyId: CompanyId, dealId: DealId): Promise<OrganizationId> {
  const row = await tx
    .selectFrom('deals')
    .select('org_id')
    .where('company_id', '=', companyId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (!row) throw notFound('this deal');
  return row.org_id;
}

/**
 * The string that a search is matched against. It doesn't need an index, because an organization has at most MAX_DEALS
 * deals.
 */
const SEARCHED = sql.raw(`lower(concat_ws(' ', deals.title, deals.note, leads.name, leads.address, leads.zip))`);

const wordsOf = (search: string): string[] =>
  search.replaceAll('\u0000', '').toLowerCase().split(/\s+/).filter(Boolean);

const dealRows = (tx: CompanyTx, companyId: CompanyId, at: Date) =>
  tx
    .selectFrom('deals')
    .innerJoin('pipeline_stages as stage', 'stage.id', 'deals.stage_id')
    // Leaves out a lead that's waiting for review or marked as spam, because it appears only in Review.
    .leftJoin('leads', (join) => join.onRef('leads.id', '=', 'deals.lead_id').on('leads.held_at', 'is', null))
    .select([
      'deals.id',
      'deals.org_id',
      'deals.pipeline_id',
      'deals.stage_id',
      'deals.title',
      // An amount that follows the lead's price is what the homeowner would be charged now.
      sql<number | null>`case when deals.amount_from_estimate and leads.id is not null
        then coalesce(${leadCents('leads', at)}, deals.amount_cents) else deals.amount_cents end`.as('amount_cents'),
      // Most leads don't have a payment.
      sql<boolean>`exists (select from payments where lead_id = leads.id and paid_at is not null)
        and (select given_back from (${leadMoney(sql.raw('leads.id'))}) money)`.as('given_back'),
      'deals.note',
      'deals.position',
      'deals.stage_since',
      'deals.lost_at',
      'deals.lost_reason',
      'deals.expected_close',
      'deals.owner_id',
      'deals.created_at',
      'stage.won',
      'leads.id as lead_id',
      'leads.name as lead_name',
      'leads.perimeter_ft',
      'leads.material_type',
      'leads.address',
      'leads.outcome',
    ])
    .where('deals.company_id', '=', companyId);

type DealRow = Awaited<ReturnType<ReturnType<typeof dealRows>['execute']>>[number];

/** Reads the deal owners' names, once per owner rather than once per deal. */
async function ownerNames(
  tx: CompanyTx,
  deals: readonly Pick<DealRow, 'owner_id'>[],
): Promise<ReadonlyMap<UserId, string | null>> {
  const ids = [...new Set(deals.flatMap(({ owner_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: UserId; name: string | null }>`
    select id, member_name(id) as name from unnest(${ids}::uuid[]) id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const toDealView = (row: DealRow, names: ReadonlyMap<UserId, string | null>): DealView => ({
  id: row.id,
  orgId: row.org_id,
  pipelineId: row.pipeline_id,
  stageId: row.stage_id,
  title: row.title,
  amountCents: row.amount_cents,
  status: row.lost_at ? 'lost' : row.won ? 'won' : 'open',
  note: row.note,
  position: row.position,
  lead:
    row.lead_id === null
      ? null
      : {
          id: row.lead_id,
          name: row.lead_name ?? '',
          perimeter: row.perimeter_ft,
          materialType: row.material_type,
          address: row.address,
          open: row.outcome === null,
          refunded: row.given_back,
        },
  owner: row.owner_id === null ? null : { userId: row.owner_id, name: names.get(row.owner_id) ?? '' },
  expectedClose: row.expected_close,
  stageSince: row.stage_since.toISOString(),
  lostAt: row.lost_at?.toISOString() ?? null,
  lostReason: row.lost_reason,
  createdAt: row.created_at.toISOString(),
});
