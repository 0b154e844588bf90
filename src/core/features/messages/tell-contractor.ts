import type { z } from 'zod';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageKind, PayloadSchema } from './define-message.ts';
import { enqueueMessage } from './enqueue-message.ts';

interface Notice<Payload extends PayloadSchema> {
  companyId: CompanyId;
  kind: MessageKind<string, Payload, 'email' | 'sms'>;
  payload: z.output<Payload>;
  /** The event's unique key, such as 'payment.notice:<id>:paid'. */
  dedupeKey: string;
  at: Date;
}

/** A notice for `tellContractor`. Its kind supports both email and text. */
export interface ContractorNotice<Payload extends PayloadSchema> extends Notice<Payload> {
  leadId: LeadId;
}

const addresses = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .selectFrom('company_profiles')
    .select(['email', 'notify_phone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();

/**
 * Queues an email to the company. If the lead is assigned to a member by the time the email is sent, that member gets
 * it instead (`notice-recipient.ts`). `to` is the company's email address, which saves a query if the caller has
 * already read it.
 */
export async function mailContractor<Payload extends PayloadSchema>(
  tx: CompanyTx,
  { to, ...notice }: Notice<Payload> & { leadId: LeadId | null; to?: string },
): Promise<void> {
  const email = to ?? (await addresses(tx, notice.companyId)).email;
  await enqueueMessage(tx, { ...notice, channel: 'email', to: email });
}

/** Queues a notice to the contractor by email, and also by text if the company's phone is confirmed. */
export const tellContractor = async <Payload extends PayloadSchema>(
  tx: CompanyTx,
  { dedupeKey, ...notice }: ContractorNotice<Payload>,
): Promise<void> => {
  const { email, notify_phone: phone } = await addresses(tx, notice.companyId);
  await mailContractor(tx, { ...notice, to: email, dedupeKey: `${dedupeKey}:email` });
  if (phone !== null) await enqueueMessage(tx, { ...notice, channel: 'sms', to: phone, dedupeKey: `${dedupeKey}:sms` });
};
