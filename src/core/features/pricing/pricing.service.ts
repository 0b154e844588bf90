import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type {
  BasePricesInput,
  MaterialAddInput,
  MaterialUpdateInput,
} from '#shared/features/pricing/pricing-edits.schema.ts';
import { pricedApart, premiumThatKeeps } from '#shared/features/pricing/keep-prices.rules.ts';
import {
  BASIC_MATERIALS,
  basePriceFault,
  MAX_MATERIALS,
  MAX_PREMIUM_CENTS,
  premiumFault,
} from '#shared/features/pricing/least-price.rules.ts';
import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { getPrices, lockPrices } from './prices.repository.ts';

type PricingDeps = Pick<Deps, 'db' | 'clock'>;

export const getPricing = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<PricingView> =>
  inCompany(db, companyId, (tx) => readPricing(tx, companyId));

/**
 * Saves the base price per foot and the gate price. Throws VALIDATION_FAILED if the base price plus a material's
 * premium would be negative. Throws CONFLICT if the stored prices differ from `was`. With `keepPrices`, materials with a
 * premium keep their price per foot.
 */
export const updateBasePrices = (
  { db, clock }: PricingDeps,
  companyId: CompanyId,
  { basePriceCents, gatePriceCents, keepPrices, was }: BasePricesInput,
): Promise<PricingView> =>
  inCompany(db, companyId, async (tx) => {
    const { basePriceCents: from } = await lockPrices(tx, companyId);
    const { basePriceCents: baseNow, gatePriceCents: gateNow } = await getPrices(tx, companyId);
    refuseStale(was, { basePriceCents: baseNow, gatePriceCents: gateNow }, 'The prices were');
    if (keepPrices) await keepOwnPrices(tx, companyId, { from, to: basePriceCents });
    const fault = basePriceFault(basePriceCents, await listMaterials(tx, companyId));
    if (fault !== undefined) throw invalid({ basePriceCents: fault });
    await tx
      .updateTable('pricing_settings')
      .set((row) => ({
        base_price_cents: basePriceCents,
        gate_price_cents: gatePriceCents,
        // The book shows the gate price too, so a form with the old one must not save over it.
        ...(gatePriceCents !== gateNow && { book_version: sql<number>`book_version + 1` }),
        confirmed_at: row.fn.coalesce('confirmed_at', row.val(clock.now())),
      }))
      .where('company_id', '=', companyId)
      .execute();
    return readPricing(tx, companyId);
  });

const TOO_FAR = 'This is too far from your other materials’ prices. Let them move with the base cost';

/** Changes the premiums so that materials with a premium keep their price. Deleted ones too, because they can be restored. */
const keepOwnPrices = async (tx: CompanyTx, companyId: CompanyId, base: { from: number; to: number }) => {
  const materials = await tx
    .selectFrom('materials')
    .select(['id', 'premium_cents as premiumCents'])
    .where('company_id', '=', companyId)
    .execute();
  for (const { id, premiumCents } of pricedApart(materials)) {
    const premium = premiumThatKeeps(premiumCents, base);
    if (Math.abs(premium) > MAX_PREMIUM_CENTS) throw invalid({ basePriceCents: TOO_FAR });
    await tx
      .updateTable('materials')
      .set({ premium_cents: premium })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  }
};

/**
 * Chooses the materials that the widget shows on Starter. Throws NOT_FOUND if one of them isn't in the company's list.
 * Deleted materials are no longer basic, so restoring one can't exceed the plan.
 */
export const chooseBasicMaterials = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  materialIds: readonly MaterialId[],
): Promise<PricingView> =>
  inCompany(db, companyId, async (tx) => {
    await lockPrices(tx, companyId);
    const listed = new Set((await listMaterials(tx, companyId)).map(({ id }) => id));
    if (!materialIds.every((id) => listed.has(id))) throw notFound('this material');
    await tx
      .updateTable('materials')
      .set((row) => ({ basic: row('id', 'in', materialIds).$castTo<boolean>() }))
      .where('company_id', '=', companyId)
      .execute();
    return readPricing(tx, companyId);
  });

/**
 * Adds a material to the end of the list. It's basic if fewer than two are. Throws CONFLICT if the list is full or has a material with that name
 * (ignoring case).
 */
export const addMaterial = (
  { db }: PricingDeps,
  companyId: CompanyId,
  { name, premiumCents, description, system = null }: MaterialAddInput,
): Promise<MaterialView> =>
  uniqueName(() =>
    inCompany(db, companyId, async (tx) => {
      const { basePriceCents } = await lockPrices(tx, companyId);
      refuseBelowZero(basePriceCents, premiumCents);
      const listed = await listMaterials(tx, companyId);
      if (listed.length >= MAX_MATERIALS)
        throw new AppError(`You’ve reached the limit of ${MAX_MATERIALS} materials. Delete one first`, 'CONFLICT');
      const last = listed.at(-1);
      const row = await tx
        .insertInto('materials')
        .values({
          company_id: companyId,
          name,
          premium_cents: premiumCents,
          description: description ?? '',
          system,
          basic: listed.filter((one) => one.basic).length < BASIC_MATERIALS,
          position: last ? last.position + 1 : 0,
        })
        .returning(MATERIAL_COLUMNS)
        .executeTakeFirstOrThrow();
      return toView(row);
    }),
  );

/**
 * Changes a material. Throws NOT_FOUND if there's no such material. Throws CONFLICT if another material has that name,
 * or if the stored material differs from `was`. Throws VALIDATION_FAILED if the base price plus the premium would be
 * negative.
 */
export const updateMaterial = (
  { db }: PricingDeps,
  companyId: CompanyId,
  { id, name, premiumCents, description, system, was }: MaterialUpdateInput,
): Promise<MaterialView> =>
  uniqueName(() =>
    inCompany(db, companyId, async (tx) => {
      const { basePriceCents } = await lockPrices(tx, companyId);
      const before = (await listMaterials(tx, companyId)).find((material) => material.id === id);
      if (!before) throw notFound('this material');
      refuseStale(was, before, 'This material’s details were');
      refuseBelowZero(basePriceCents, premiumCents ?? before.premiumCents);
      const row = await tx
        .updateTable('materials')
        .set({
          name: name ?? before.name,
          premium_cents: premiumCents ?? before.premiumCents,
          description: description ?? before.description,
          system: system === undefined ? before.system : system,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .returning(MATERIAL_COLUMNS)
        .executeTakeFirstOrThrow();
      return toView(row);
    }),
  );

/**
 * Deletes a material from the list. Existing leads and estimates keep it. Throws NOT_FOUND, and CONFLICT for the last
 * material.
 */
export const deleteMaterial = ({ db, clock }: PricingDeps, companyId: CompanyId, id: MaterialId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await lockPrices(tx, companyId);
    const materials = await listMaterials(tx, companyId);
    if (!materials.some((material) => material.id === id)) throw notFound('this material');
    if (materials.length === 1)
      throw new AppError('Estimates need at least one material. Add another one first', 'CONFLICT');
    await tx
      .updateTable('materials')
      .set({ deleted_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  });

/**
 * Restores a deleted material at its old position. Throws NOT_FOUND if there's no such material. Throws CONFLICT if
 * another material now has that name. Throws VALIDATION_FAILED if the base price plus the material's premium is now
 * negative.
 */
export const restoreMaterial = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  id: MaterialId,
): Promise<MaterialView> =>
  uniqueName(() =>
    inCompany(db, companyId, async (tx) => {
      const { basePriceCents } = await lockPrices(tx, companyId);
      // On Starter, the widget shows as many as the plan allows, even if others were chosen since.
      const basic = (await listMaterials(tx, companyId)).filter((one) => one.basic).length;
      const row = await tx
        .updateTable('materials')
        .set({ deleted_at: null, ...(basic >= BASIC_MATERIALS && { basic: false }) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .returning(MATERIAL_COLUMNS)
        .executeTakeFirst();
      if (!row) throw notFound('this material');
      refuseBelowZero(basePriceCents, row.premiumCents);
      return toView(row);
    }),
  );

const MATERIAL_COLUMNS = [
  'id',
  'name',
  'premium_cents as premiumCents',
  'description',
  'basic',
  'system',
  'position',
] as const;
type ListedMaterial = {
  id: MaterialId;
  name: string;
  premiumCents: number;
  description: string;
  basic: boolean;
  system: SystemKey | null;
  position: number;
};

const toView = ({ position: _position, ...view }: ListedMaterial): MaterialView => view;

const listMaterials = (tx: CompanyTx, companyId: CompanyId): Promise<ListedMaterial[]> =>
  tx
    .selectFrom('materials')
    .select(MATERIAL_COLUMNS)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

const readPricing = async (tx: CompanyTx, companyId: CompanyId): Promise<PricingView> => {
  const { basePriceCents, gatePriceCents, book, bookVersion } = await getPrices(tx, companyId);
  return {
    basePriceCents,
    gatePriceCents,
    materials: (await listMaterials(tx, companyId)).map(toView),
    book: { ...book, version: bookVersion },
  };
};

function refuseBelowZero(basePriceCents: number, premiumCents: number): void {
  const fault = premiumFault(basePriceCents, premiumCents);
  if (fault !== undefined) throw invalid({ premiumCents: fault });
}

async function uniqueName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof DatabaseError && cause.constraint === 'materials_name')) throw cause;
    const message = 'You already have a material with this name';
    throw new AppError(message, 'CONFLICT', { fields: { name: message }, cause });
  }
}
