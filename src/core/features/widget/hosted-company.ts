import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { findZip } from '../../platform/us-data/index.ts';
import { type FindDeps, findContractor } from './find-contractor.ts';
import { companyWidgetConfig } from './widget-config.ts';

export interface Town {
  city: string;
  /** 'ID'. */
  state: string;
}

/** What a company's hosted page shows (contract.md, `/w/:contractorId`). */
export interface HostedCompany {
  config: WidgetConfig;
  /** '' if the contractor gave none. */
  hours: string;
  address: string | null;
  /** Each once, in the order of the ZIPs. */
  towns: Town[];
}

/** Undefined for an unknown contractor, or one whose owner isn't confirmed. Ids from before a rename count. */
export async function findHostedCompany(
  deps: FindDeps & Pick<Deps, 'db' | 'clock' | 'config'>,
  contractorId: string,
): Promise<HostedCompany | undefined> {
  const companyId = await findContractor(deps, contractorId);
  if (companyId === undefined) return undefined;
  const [config, row] = await Promise.all([
    companyWidgetConfig(deps, companyId),
    inCompany(deps.db, companyId, (tx) =>
      tx
        .selectFrom('company_profiles')
        .select(['hours', 'address', 'service_zips'])
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow(),
    ),
  ]);
  return { config, hours: row.hours, address: row.address, towns: townsOf(row.service_zips) };
}

const townsOf = (zips: readonly string[]): Town[] => {
  const towns = zips.flatMap((zip) => findZip(zip) ?? []).map(({ city, state }) => ({ city, state }));
  return [...new Map(towns.map((town) => [`${town.city}, ${town.state}`, town])).values()];
};
