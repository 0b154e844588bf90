import { AppError } from '#shared/primitives/app-error.ts';
import { cleanFirstName } from '#shared/primitives/strangers-words.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { noTimeForTexts } from './send-window.ts';
import { permissionOf, type SmsPermission, smsPermissions } from './sms-permission.ts';

interface ToReach {
  company: RowOf<'company_profiles'>;
  lead: Pick<LeadRow, 'name' | 'email' | 'phone' | 'zip' | 'address'>;
  at: Date;
  /** What is sent, such as 'the estimate'. */
  what: string;
}

/**
 * Returns the email address and phone number to send something with a link to, or null for a channel that can't be used.
 * Throws SMS_NOT_ALLOWED if no channel can be used.
 */
export async function reachOf(
  tx: CompanyTx,
  { company, lead, at, what }: ToReach,
): Promise<{ email: string | null; sms: string | null }> {
  const { email, phone } = lead;
  const permission = await textPermission(tx, company, phone);
  const sms = permission.allowed ? phone : null;
  if (email !== null) return { email, sms };
  const never = noTimeForTexts(placeOf({ ...lead, companyZone: company.time_zone }), company, at);
  const closed = sms === null ? permission.reason : never;
  if (closed === null) return { email, sms };
  throw new AppError(
    `${cleanFirstName(lead.name)} has no email address, and we can’t send texts: ${closed}. Add an email address to send ${what}`,
    'SMS_NOT_ALLOWED',
  );
}

/** Whether a phone number may be texted. */
export const textPermission = async (
  tx: CompanyTx,
  company: ToReach['company'],
  phone: string | null,
): Promise<SmsPermission> =>
  permissionOf(await smsPermissions(tx, { company, phones: phone === null ? [] : [phone] }), phone);
