import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { TEXTS_PAUSED } from './sms-permission.ts';
import { type MessageProvider, providerOf } from './message-provider.ts';

/** The reason shown for a message that waits because its provider is down. */
export const SERVICE_DOWN: Record<MessageChannel, string> = {
  sms: 'The text service isn’t responding. This will be sent once it does',
  email: 'The email service isn’t responding. This will be sent once it does',
};

/** Returns why due messages are waiting, by channel, worded for the contractor. Empty if both channels work. */
export async function readWaitingReasons(
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<Partial<Record<MessageChannel, string>>> {
  const down = await tx.selectFrom('provider_states').select('provider').where('opened_at', 'is not', null).execute();
  const company = await tx
    .selectFrom('company_profiles')
    .select('sms_paused_at')
    .where('id', '=', companyId)
    .executeTakeFirst();
  const isDown = (provider: MessageProvider) => down.some((row) => row.provider === provider);
  return {
    ...(isDown(providerOf('sms')) && { sms: SERVICE_DOWN.sms }),
    ...(isDown(providerOf('email')) && { email: SERVICE_DOWN.email }),
    ...(company?.sms_paused_at && { sms: TEXTS_PAUSED }),
  };
}
