import type { Selectable } from 'kysely';
import { missingForInstant } from '#shared/features/instant/instant.rules.ts';
import {
  DEFAULT_INSTANT_SETTINGS,
  type InstantCondition,
  type InstantSettings,
  type InstantSettingsUpdate,
} from '#shared/features/instant/instant.schema.ts';
import { AppError, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import { getPrices } from '../pricing/prices.repository.ts';
import type { InstantSettingsTable } from './instant.table.ts';

/** Returns the company's bounds. Off at first. */
export const getInstantSettings = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<InstantSettings> =>
  inCompany(db, companyId, (tx) => readInstantSettings(tx, companyId));

/** Returns what the company must add before it can turn instant estimates on. */
export const getInstantMissing = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<InstantCondition[]> =>
  inCompany(db, companyId, async (tx) => missingOf(await getCompany(tx, companyId)));

/**
 * Changes the bounds that are given. Throws CONFLICT with `missing` if instant estimates are turned on without their
 * conditions, VALIDATION_FAILED if a material isn't the company's, and CONFLICT if `was` is out of date. A request that
 * is decided at the same time waits, so nothing goes out once this returns that the new bounds forbid.
 */
export const updateInstantSettings = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { was, ...changes }: InstantSettingsUpdate,
): Promise<InstantSettings> =>
  inCompany(db, companyId, async (tx) => {
    await makeRow(tx, companyId);
    const before = await readInstantSettings(tx, companyId, { lock: true });
    refuseStale(was, before, 'The settings for instant estimates were');
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: InstantSettings = { ...before, ...given };
    if (changes.materialIds) await refuseOtherMaterials(tx, companyId, after.materialIds);
    if (after.enabled && !before.enabled) refuseUnready(missingOf(await getCompany(tx, companyId)));
    await tx
      .updateTable('instant_settings')
      .set({
        enabled: after.enabled,
        max_total_cents: after.maxTotalCents,
        max_feet: after.maxFeet,
        zips: after.zips,
        material_ids: after.materialIds,
        require_drawing: after.requireDrawing,
        visit_first: after.visitFirst,
      })
      .where('company_id', '=', companyId)
      .execute();
    return readInstantSettings(tx, companyId);
  });

/** Returns what is missing, from the company's row. */
export const missingOf = (company: CompanyRow): InstantCondition[] =>
  missingForInstant({
    emailConfirmed: company.email_confirmed_at !== null,
    paymentsConnected: company.stripe_account_id !== null && company.stripe_connected,
    terms: company.terms,
    postalAddress: company.postal_address,
  });

const WORDS: Record<InstantCondition, string> = {
  email: 'confirm your company email',
  payments: 'connect payments',
  terms: 'write your terms',
  postalAddress: 'add your postal address',
};

function refuseUnready(missing: readonly InstantCondition[]): void {
  if (missing.length === 0) return;
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(missing.map((what) => WORDS[what]));
  throw new AppError(`To send estimates at once, first ${list}`, 'CONFLICT', { missing });
}

async function refuseOtherMaterials(tx: CompanyTx, companyId: CompanyId, ids: readonly string[]): Promise<void> {
  const { materials } = await getPrices(tx, companyId);
  const other = ids.findIndex((id) => !materials.some((material) => material.id === id));
  if (other !== -1) throw invalid({ [`materialIds.${other}`]: 'Choose a material from your list' });
}

const makeRow = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .insertInto('instant_settings')
    .values({ company_id: companyId, ...DEFAULT_ROW })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();

const DEFAULT_ROW: Omit<Selectable<InstantSettingsTable>, 'company_id'> = {
  enabled: DEFAULT_INSTANT_SETTINGS.enabled,
  max_total_cents: DEFAULT_INSTANT_SETTINGS.maxTotalCents,
  max_feet: DEFAULT_INSTANT_SETTINGS.maxFeet,
  zips: DEFAULT_INSTANT_SETTINGS.zips,
  material_ids: DEFAULT_INSTANT_SETTINGS.materialIds,
  require_drawing: DEFAULT_INSTANT_SETTINGS.requireDrawing,
  visit_first: DEFAULT_INSTANT_SETTINGS.visitFirst,
};

/** Reads the bounds in the caller's transaction. With `lock`, nobody can change them until it ends. */
export async function readInstantSettings(
  tx: CompanyTx,
  companyId: CompanyId,
  { lock = false }: { lock?: boolean } = {},
): Promise<InstantSettings> {
  const row = await tx
    .selectFrom('instant_settings')
    .selectAll()
    .where('company_id', '=', companyId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  const settings = row ?? DEFAULT_ROW;
  return {
    enabled: settings.enabled,
    maxTotalCents: settings.max_total_cents,
    maxFeet: settings.max_feet,
    zips: settings.zips,
    materialIds: settings.material_ids,
    requireDrawing: settings.require_drawing,
    visitFirst: settings.visit_first,
  };
}
