import { listOf, missingDetails } from '#shared/features/company/sender-details.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyRow, LogoSnapshot } from '../company/company.table.ts';
import type { CompanySnapshot } from './estimates.table.ts';

/**
 * Returns the company's details on an estimate. Estimates can't be sent with placeholders instead of details (C22 for
 * the postal address). Throws APP_ERROR, naming each missing detail.
 */
export const requireSenderDetails = (company: CompanyRow, logo: LogoSnapshot | null): CompanySnapshot => {
  const missing = missingDetails({ ...company, postalAddress: company.postal_address });
  if (missing.length > 0)
    throw new AppError(`Add your ${listOf(missing)} in Admin, Company before sending`, 'APP_ERROR');
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
