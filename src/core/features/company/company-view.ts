import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isCompanyEmailConfirmed } from '../trust/company-proofs.ts';

const ADDRESS = /\/logos\/([0-9a-f]{64})\.png$/;

/** The URL of a logo by its hash, for emails, widgets and pages. */
export const logoUrlOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, hash: string): string =>
  `${PUBLIC_URL}/logos/${hash}.png`;

/** Returns the hash from a logo's URL (`logoUrlOf`), or undefined for any other URL. */
export const readLogoAddress = (url: string): string | undefined => ADDRESS.exec(url)?.[1];

/** Reads the company's details for display to its contractor. */
export const readCompanyView = async (tx: CompanyTx, config: Config, companyId: CompanyId): Promise<CompanyView> => {
  const row = await tx
    .selectFrom('company_profiles')
    .select([
      'name',
      'email',
      'email_confirmed_at',
      'pending_email',
      'phone',
      'address',
      'postal_address',
      'time_zone',
      'contractor_id',
      'logo_hash',
      'sms_registration',
      'service_zips',
      'hours',
      'assign_in_turn',
      'weekly_report',
    ])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    email: row.email,
    emailConfirmed: isCompanyEmailConfirmed(row),
    pendingEmail: row.pending_email,
    phone: row.phone,
    address: row.address,
    postalAddress: row.postal_address,
    timeZone: row.time_zone,
    contractorId: row.contractor_id,
    logoUrl: row.logo_hash && logoUrlOf(config, row.logo_hash),
    smsRegistration: row.sms_registration,
    serviceZips: row.service_zips,
    hours: row.hours,
    assignInTurn: row.assign_in_turn,
    weeklyReport: row.weekly_report,
  };
};
