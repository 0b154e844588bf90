import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { OptOutsTable } from './permission.table.ts';
import { skip, type Verdict } from '../messages/verdict.ts';

type OptOutSource = OptOutsTable['source'];

/** The sources of active opt-outs, by email address in `addressKey` form. */
export type MailOptOuts = ReadonlyMap<string, OptOutSource[]>;

/** The reason shown for a lead that has only a phone. */
export const NO_EMAIL = 'No email address';

export const addressKey = (address: string): string => address.trim().toLowerCase();

/** Returns the company's active opt-outs for these email addresses. */
export async function findMailOptOuts(
  tx: CompanyTx,
  companyId: CompanyId,
  addresses: readonly (string | null)[],
): Promise<MailOptOuts> {
  const known = addresses.filter((address) => address !== null);
  const { rows: optOuts } = await sql<{ address: string; source: OptOutSource }>`${prepared}
    select address, source from opt_outs where company_id = ${companyId} and channel = 'email'
      and address = any(${known.map(addressKey)}::text[]) and lifted_at is null`.execute(tx);
  const sources = new Map<string, OptOutSource[]>();
  for (const { address, source } of optOuts) sources.set(address, [...(sources.get(address) ?? []), source]);
  return sources;
}

/**
 * Returns why an email must not be sent, or null if it can be sent. Nothing is sent to an email address that bounced or
 * whose owner reported spam (C26). If the recipient has unsubscribed, emails that respect opt-outs aren't sent (C23).
 * Commercial email requires the company's postal address (C22).
 */
export function checkMail(
  mail: { company: RowOf<'company_profiles'>; to: string | null; commercial: boolean; optOutBinds: boolean },
  optOuts: MailOptOuts,
): Verdict | null {
  if (mail.to === null || mail.to.trim() === '') return skip(NO_EMAIL);
  const sources = optOuts.get(addressKey(mail.to)) ?? [];
  if (sources.includes('bounce')) return skip('Emails to this address bounce');
  if (sources.includes('complaint')) return skip('This person reported your email as spam');
  if (sources.includes('soft_bounces'))
    return skip('Email to this address is paused because several emails bounced within 72 hours');
  if (mail.optOutBinds && sources.length > 0) return skip('Unsubscribed from emails');
  if (mail.commercial && !mail.company.postal_address?.trim())
    return skip('Follow-up emails must include your postal address. Add it in Admin → Company');
  return null;
}
