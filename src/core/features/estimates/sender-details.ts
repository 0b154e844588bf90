import { listOf, missingDetails } from '#shared/features/company/sender-details.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyRow, LogoSnapshot } from '../company/company.table.ts';
import type { CompanySnapshot } from './estimates.table.ts';

/**
 * Returns the company's details to print on an estimate. Throws APP_ERROR, naming the missing details, if any required
 * detail is missing. The postal address is required by law (C22).
 */
export const requireSenderDetails = (company: CompanyRow, logo: LogoSnapshot | null): CompanySnapshot => {
  const missing = missingDetails({ ...company, postalAddress: company.postal_address });
  if (missing.length > 0)
    throw new AppError(`Add your ${listOf(missing)} in Admin → Company before sending`, 'APP_ERROR');
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
