import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** What the contractor reads at words that may mean STOP (C8). */
export const UNSURE_WORDS: Record<MessageChannel, string> = {
  sms: 'This may be a wish to get no more texts. Read it and decide.',
  email: 'This may be a wish to get no more mail. Read it and decide.',
};

/** Lets a message that came in wait for a person's decision (`decideUnsure`). */
export const markUnsure = async (tx: CompanyTx, id: MessageId): Promise<void> => {
  await tx.updateTable('messages').set({ unsure: true }).where('id', '=', id).execute();
};
