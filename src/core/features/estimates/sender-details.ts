import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyRow, CompanySnapshot } from '../../platform/db/tables.ts';

const DETAILS = [
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['postal_address', 'postal address'],
] as const satisfies readonly (readonly [keyof CompanyRow, string])[];

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * The company's details as they go out with an estimate. Sending needs the real ones (decisions.md; C22 for the
 * postal address). Throws APP_ERROR that names each missing one.
 */
export const requireSenderDetails = (company: CompanyRow): CompanySnapshot => {
  const missing = DETAILS.filter(([column]) => !company[column]?.trim()).map(([, word]) => word);
  if (missing.length > 0)
    throw new AppError(`Add your ${list.format(missing)} in Admin, Company before sending`, 'APP_ERROR');
  return {
    name: company.name,
    email: company.email,
    phone: company.phone,
    address: company.address,
    postalAddress: company.postal_address,
    timeZone: company.time_zone,
  };
};
