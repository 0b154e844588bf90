import type { z } from 'zod';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageKind, PayloadSchema } from './define-message.ts';
import { enqueueMessage } from './enqueue-message.ts';

interface HomeownerMessage<Payload extends PayloadSchema> {
  companyId: CompanyId;
  leadId: LeadId;
  kind: MessageKind<string, Payload, 'email' | 'sms'>;
  payload: z.output<Payload>;
  /** The event's unique key. It's the same for both channels, so the event sends one message. */
  dedupeKey: string;
  at: Date;
}

/**
 * Queues a message about something that the homeowner did, such as a receipt. It's emailed to the lead's current email
 * address, or texted if there's only a phone. Whether the phone may be texted is checked when the text is due. If it
 * may not, the timeline shows the text as skipped, with the reason.
 */
export const writeToHomeowner = async <Payload extends PayloadSchema>(
  tx: CompanyTx,
  message: HomeownerMessage<Payload>,
): Promise<void> => {
  const { email, phone } = await tx
    .selectFrom('leads')
    .select(['email', 'phone'])
    .where('company_id', '=', message.companyId)
    .where('id', '=', message.leadId)
    .executeTakeFirstOrThrow();
  if (email !== null) await enqueueMessage(tx, { ...message, channel: 'email', to: email });
  else if (phone !== null) await enqueueMessage(tx, { ...message, channel: 'sms', to: phone });
};
