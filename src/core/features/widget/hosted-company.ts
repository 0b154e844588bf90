import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { findZip } from '../../platform/us-data/index.ts';
import { type FindDeps, findContractor } from './find-contractor.ts';
import { companyWidgetConfig } from './widget-config.ts';

export interface Town {
  city: string;
  /** The US state's code, such as 'ID'. */
  state: string;
}

/** The company's data for its hosted page (`/w/:contractorId`). */
export interface HostedCompany {
  config: WidgetConfig;
  /** An empty string if the contractor didn't enter any hours. */
  hours: string;
  address: string | null;
  /** The towns for the company's ZIPs, without duplicates, in ZIP order. */
  towns: Town[];
  /** The sites that can embed the widget. If the list is empty, any site can. */
  allowedDomains: string[];
}

/**
 * Returns the data for a contractor's hosted page. A company's earlier contractor ids work too. Returns undefined if
 * the contractor id is unknown or if the owner's email is unconfirmed.
 */
export async function findHostedCompany(
  deps: FindDeps & Pick<Deps, 'db' | 'clock' | 'config'>,
  contractorId: string,
  language?: Language,
): Promise<HostedCompany | undefined> {
  const companyId = await findContractor(deps, contractorId);
  if (companyId === undefined) return undefined;
  const [config, row] = await Promise.all([
    companyWidgetConfig(deps, companyId, language),
    inCompany(deps.db, companyId, (tx) =>
      tx
        .selectFrom('company_profiles')
        .select(['hours', 'address', 'service_zips', 'widget_allowed_domains'])
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow(),
    ),
  ]);
  const { hours, address, service_zips, widget_allowed_domains: allowedDomains } = row;
  return { config, hours, address, towns: townsOf(service_zips), allowedDomains };
}

const townsOf = (zips: readonly string[]): Town[] => {
  const towns = zips.flatMap((zip) => findZip(zip) ?? []).map(({ city, state }) => ({ city, state }));
  return [...new Map(towns.map((town) => [`${town.city}, ${town.state}`, town])).values()];
};
