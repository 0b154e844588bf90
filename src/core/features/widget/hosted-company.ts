import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
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
  /** '' if the contractor entered none. */
  hours: string;
  address: string | null;
  /** The towns without duplicates, in the order of the ZIPs. */
  towns: Town[];
  /** The sites that may show the widget; empty means any. */
  allowedDomains: string[];
}

/**
 * Undefined for an unknown contractor, or one whose owner's email is unconfirmed. Ids from before a rename work too.
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
