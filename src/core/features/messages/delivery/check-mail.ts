import type { CompanyTx } from '../../../platform/db/app.ts';
import type { CompanyRow } from '../../../platform/db/tables.ts';
import { skip, type Verdict } from './verdict.ts';

/**
 * Whether a mail may go to this address. A mailbox that bounced or complained gets none (C26); who unsubscribed
 * gets none that it binds (C23), and commercial mail needs the company's postal address (C22).
 */
export async function checkMail(
  tx: CompanyTx,
  mail: { company: CompanyRow; to: string; commercial: boolean; optOutBinds: boolean },
): Promise<Verdict | null> {
  if (mail.to.trim() === '') return skip('No email address');
  const optOuts = await tx
    .selectFrom('opt_outs')
    .select('source')
    .where('company_id', '=', mail.company.id)
    .where('channel', '=', 'email')
    .where('address', '=', mail.to.trim().toLowerCase())
    .where('lifted_at', 'is', null)
    .execute();
  if (optOuts.some(({ source }) => source === 'bounce')) return skip('Mails to this address come back');
  if (optOuts.some(({ source }) => source === 'complaint')) return skip('This person reported your mail as spam');
  if (optOuts.some(({ source }) => source === 'soft_bounces'))
    return skip('Mail to this address is paused: several mails came back within 72 hours');
  if (mail.optOutBinds && optOuts.length > 0) return skip('Unsubscribed from mails');
  if (mail.commercial && !mail.company.postal_address?.trim())
    return skip('Your postal address is missing: follow-up mails must carry it. Add it under Admin, Company');
  return null;
}
