import { sql } from 'kysely';
import type { CompanyId, DealId, StageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';

/** The gap between adjacent positions, so that a deal can be inserted without changing the others. */
export const GAP = 1_048_576;

/** Returns a position for `index` among ascending positions, or null if there's no room between its neighbors. */
export function freePlace(positions: readonly number[], index: number): number | null {
  const above = positions[index - 1];
  const below = positions[index];
  if (above === undefined) return below === undefined ? 0 : below - GAP;
  if (below === undefined) return above + GAP;
  const middle = Math.floor((above + below) / 2);
  return middle > above ? middle : null;
}

/**
 * Finds the position for a deal in a stage. The position is just above the deal `before`, or at the end if `before` is
 * null. If `before` is undefined or isn't in the stage, the position is at the top. All of the stage's deals count,
 * including those hidden from a member with the sales role. The caller must hold the organization's lock
 * (`lockOrganization`).
 */
export const findPosition = (tx: CompanyTx, query: PositionQuery): Promise<number> =>
  asWholeCompany(tx, query.companyId, () => positionAmongAll(tx, query));

async function positionAmongAll(tx: CompanyTx, { companyId, stageId, dealId, before }: PositionQuery): Promise<number> {
  const others = await tx
    .selectFrom('deals')
    .select(['id', 'position'])
    .where('company_id', '=', companyId)
    .where('stage_id', '=', stageId)
    .$if(dealId !== undefined, (query) => query.where('id', '!=', dealId as DealId))
    .orderBy('position')
    .execute();
  const index =
    before === null
      ? others.length
      : Math.max(
          0,
          others.findIndex(({ id }) => id === before),
        );
  const place = freePlace(
    others.map(({ position }) => position),
    index,
  );
  if (place !== null) return place;
  const ids: (DealId | null)[] = others.map(({ id }) => id);
  await spread(tx, { companyId, stageId, ids: ids.toSpliced(index, 0, null) });
  return index * GAP;
}

interface PositionQuery {
  companyId: CompanyId;
  stageId: StageId;
  /** The deal to place. Undefined for a new deal. */
  dealId?: DealId;
  before?: DealId | null | undefined;
}

/** Gives every deal in a stage a new position. A null in `ids` leaves a position free. */
const spread = (
  tx: CompanyTx,
  { companyId, stageId, ids }: { companyId: CompanyId; stageId: StageId; ids: readonly (DealId | null)[] },
) =>
  sql`
    update deals set position = (placed.place - 1) * ${GAP}::bigint
    from unnest(${ids}::uuid[]) with ordinality as placed (id, place)
    where deals.company_id = ${companyId} and deals.stage_id = ${stageId} and deals.id = placed.id`.execute(tx);
