import type { z } from 'zod';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageKind, PayloadSchema } from './define-message.ts';
import { enqueueMessage } from './enqueue-message.ts';

export interface ContractorNotice<Payload extends PayloadSchema> {
  companyId: CompanyId;
  leadId: LeadId;
  /** It has both formats. */
  kind: MessageKind<string, Payload, 'email' | 'sms'>;
  payload: z.output<Payload>;
  /** The event's unique key: 'payment.notice:<id>:paid'. */
  dedupeKey: string;
  at: Date;
}

/** Queues a notice to the contractor: by email, and by text if their own phone is confirmed. */
export const tellContractor = async <Payload extends PayloadSchema>(
  tx: CompanyTx,
  { dedupeKey, ...notice }: ContractorNotice<Payload>,
): Promise<void> => {
  const { email, notify_phone: phone } = await tx
    .selectFrom('company_profiles')
    .select(['email', 'notify_phone'])
    .where('id', '=', notice.companyId)
    .executeTakeFirstOrThrow();
  await enqueueMessage(tx, { ...notice, channel: 'email', to: email, dedupeKey: `${dedupeKey}:email` });
  if (phone !== null) await enqueueMessage(tx, { ...notice, channel: 'sms', to: phone, dedupeKey: `${dedupeKey}:sms` });
};
