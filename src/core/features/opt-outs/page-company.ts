import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyRow, LogoSnapshot } from '../company/company.table.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { ACCESS_COLUMNS } from '../billing/access.ts';
import { mailBrand } from '../company/mail-company.ts';

/** A company as its pages for homeowners show it. */
export interface PageCompany extends Pick<CompanyRow, 'name' | 'email' | 'phone' | 'address'> {
  postalAddress: string | null;
  logo: LogoSnapshot | null;
  /** Its own color on plans that include it; otherwise null. */
  brandColor: string | null;
}

/** Uses the system connection, because a link is resolved before its company is known. */
export async function findPageCompany(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  companyId: CompanyId,
): Promise<PageCompany> {
  const row = await system
    .selectFrom('company_profiles as company')
    .leftJoin('company_logos as logo', (join) =>
      join.onRef('logo.company_id', '=', 'company.id').onRef('logo.hash', '=', 'company.logo_hash'),
    )
    .select(['company.name', 'company.email', 'company.phone', 'company.address', 'company.postal_address'])
    .select(['company.widget_primary_color', 'logo.hash', 'logo.width', 'logo.height'])
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow();
  const plan = await system
    .selectFrom('subscribers')
    .select(ACCESS_COLUMNS)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const { name, email, phone, address, postal_address: postalAddress, hash, width, height } = row;
  const logo = hash === null || width === null || height === null ? null : { hash, width, height };
  return {
    name,
    email,
    phone,
    address,
    postalAddress,
    logo,
    brandColor: mailBrand(row, plan, clock.now())?.color ?? null,
  };
}
