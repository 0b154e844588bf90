import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyRow, CompanySnapshot, LogoSnapshot } from '../../platform/db/tables.ts';

const DETAILS = [
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['postal_address', 'postal address'],
] as const satisfies readonly (readonly [keyof CompanyRow, string])[];

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What an estimate cannot go out without, as far as it is missing, in words. */
export const missingDetails = (company: Pick<CompanyRow, (typeof DETAILS)[number][0]>): string[] =>
  DETAILS.filter(([column]) => !company[column]?.trim()).map(([, word]) => word);

/**
 * The company's details as they go out with an estimate. Sending needs the real ones (decisions.md; C22 for the
 * postal address). Throws APP_ERROR that names each missing one.
 */
export const requireSenderDetails = (company: CompanyRow, logo: LogoSnapshot | null): CompanySnapshot => {
  const missing = missingDetails(company);
  if (missing.length > 0)
    throw new AppError(`Add your ${list.format(missing)} in Admin, Company before sending`, 'APP_ERROR');
  return {
    name: company.name,
    email: company.email,
    phone: company.phone,
    address: company.address,
    postalAddress: company.postal_address,
    timeZone: company.time_zone,
    logo,
  };
};
