import { DatabaseError } from 'pg';
import type { CompanyUpdateInput } from '#shared/features/company/company-edits.schema.ts';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockProofs } from '../trust/company-proofs.ts';
import { type Asker, changeCompanyEmail, ownersAddress } from './change-email.ts';
import { readCompanyView } from './company-view.ts';
import { contractorIdForName, type NamingDeps } from './contractor-ids.ts';

type CompanyDeps = NamingDeps & Pick<Deps, 'db' | 'config' | 'clock' | 'wakeUps'>;

/** Reads the company's details for display to its contractor. */
export const getCompanyView = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  companyId: CompanyId,
): Promise<CompanyView> => inCompany(db, companyId, (tx) => readCompanyView(tx, config, companyId));

/**
 * Changes the given fields. A new name gives the company a new contractor id. A company can have up to ten contractor
 * ids, and its earlier ids keep working. Estimates that were already sent keep the old details. A new email address
 * stays pending until it's confirmed (`changeCompanyEmail`). Throws CONFLICT if `was` isn't the stored value. Throws
 * RATE_LIMITED if the company already got five new contractor ids within a day or requested too many codes. If an error
 * is thrown, nothing changes.
 */
export async function updateCompany(deps: CompanyDeps, asker: Asker, input: CompanyUpdateInput): Promise<CompanyView> {
  try {
    const view = await change(deps, asker, input);
    if (input.email !== undefined && view.pendingEmail !== null) void deps.wakeUps.enqueue(asker.companyId, 'email');
    return view;
  } catch (error) {
    // Another company just took this contractor id, so the next candidate is tried.
    if (!(error instanceof DatabaseError && error.constraint === 'company_profiles_contractor_unique')) throw error;
    return updateCompany(deps, asker, input);
  }
}

async function change(
  deps: CompanyDeps,
  asker: Asker,
  {
    name,
    email,
    phone,
    address,
    postalAddress,
    timeZone,
    serviceZips,
    hours,
    assignInTurn,
    weeklyReport,
    was,
  }: CompanyUpdateInput,
): Promise<CompanyView> {
  const { db, config, clock } = deps;
  const { companyId } = asker;
  const owners = email === undefined ? undefined : await ownersAddress(deps, companyId);
  const contractorId = name === undefined ? undefined : await contractorIdForName(deps, { companyId, name });
  return inCompany(db, companyId, async (tx) => {
    const proofs = await lockProofs(tx, companyId);
    const before = await readCompanyView(tx, config, companyId);
    refuseStale(was, before, 'The company details were');
    const renamed = contractorId !== undefined && name !== before.name;
    const changes = {
      name,
      phone,
      address,
      postal_address: postalAddress,
      time_zone: timeZone,
      service_zips: serviceZips,
      hours,
      assign_in_turn: assignInTurn,
      weekly_report: weeklyReport,
      ...(renamed && { contractor_id: contractorId }),
      ...(email !== undefined &&
        (await changeCompanyEmail(tx, { config, clock }, asker, { before: proofs, wanted: email, owners }))),
    };
    if (renamed) await keepIds(tx, companyId, [before.contractorId, contractorId]);
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.updateTable('company_profiles').set(changes).where('id', '=', companyId).execute();
    return readCompanyView(tx, config, companyId);
  });
}

const keepIds = async (tx: CompanyTx, companyId: CompanyId, ids: string[]): Promise<void> => {
  await tx
    .insertInto('contractor_aliases')
    .values(ids.map((id) => ({ contractor_id: id, company_id: companyId })))
    .onConflict((conflict) => conflict.column('contractor_id').doNothing())
    .execute();
};
