import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { permissionOf, smsPermissions } from './sms-permission.ts';

/** A channel and the address on it. */
export interface WayToWrite {
  channel: MessageChannel;
  to: string;
}

/** Returns how to write to a lead: by email, and also by text if the homeowner agreed to texts. */
export async function waysToWrite(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<WayToWrite[]> {
  const { email, phone } = await tx
    .selectFrom('leads')
    .select(['email', 'phone'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const company = await tx
    .selectFrom('company_profiles')
    .select(['id', 'sms_from', 'sms_registration', 'sms_paused_at', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const permissions = await smsPermissions(tx, { company, phones: phone === null ? [] : [phone] });
  return [
    ...(email === null ? [] : [{ channel: 'email' as const, to: email }]),
    ...(phone !== null && permissionOf(permissions, phone).allowed ? [{ channel: 'sms' as const, to: phone }] : []),
  ];
}
