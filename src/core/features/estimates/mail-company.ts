import type { CompanySnapshot } from './estimates.table.ts';
import { logoUrlOf } from '../company/logo-address.ts';
import type { MailCompany } from '../outbox/emails/company-mail.tsx';
import { mailDress } from '../company/mail-company.ts';
import type { RenderContext } from '../outbox/define-message.ts';

/** The sender as it was when the estimate was sent, for an email about it. */
export const mailCompany = async (
  context: Pick<RenderContext, 'tx' | 'company' | 'config' | 'clock'>,
  { company }: { company: CompanySnapshot },
): Promise<MailCompany> => ({
  ...company,
  logoUrl: company.logo && logoUrlOf(context.config, company.logo.hash),
  ...(await mailDress(context)),
});
