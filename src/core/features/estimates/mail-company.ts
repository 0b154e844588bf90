import type { Config } from '../../platform/config.ts';
import type { CompanySnapshot } from '../../platform/db/tables.ts';
import { logoUrlOf } from '../company/logo-address.ts';
import type { MailCompany } from '../outbox/emails/company-mail.tsx';

/** The sender as he was when the estimate went out, for a mail about it. */
export const mailCompany = (
  { config }: { config: Pick<Config, 'PUBLIC_URL'> },
  { company }: { company: CompanySnapshot },
): MailCompany => ({ ...company, logoUrl: company.logo && logoUrlOf(config, company.logo.hash) });
