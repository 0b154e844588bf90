import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../../platform/db/tables.ts';

/** What the contractor reads at words that may mean STOP (C8). */
export const UNSURE_WORDS: Record<MessageChannel, string> = {
  sms: 'This may be a wish to get no more texts. Read it and decide.',
  email: 'This may be a wish to get no more mail. Read it and decide.',
};

/** Lets a message that came in wait for a person's decision (`decideUnsure`). */
export const markUnsure = async (tx: CompanyTx, id: MessageId): Promise<void> => {
  await tx.updateTable('messages').set({ unsure: true }).where('id', '=', id).execute();
};

/** Whether words of this person, by whatever lead of his, still wait for that decision. */
export async function isUndecided(
  tx: CompanyTx,
  { company_id: companyId, id, phone, email }: Pick<LeadRow, 'company_id' | 'id' | 'phone' | 'email'>,
): Promise<boolean> {
  const words = await tx
    .selectFrom('messages')
    .innerJoin('leads', 'leads.id', 'messages.lead_id')
    .select('messages.id')
    .where('leads.company_id', '=', companyId)
    .where((row) =>
      row.or([
        row('leads.id', '=', id),
        row('leads.email', '=', email),
        ...(phone === null ? [] : [row('leads.phone', '=', phone)]),
      ]),
    )
    .where('messages.unsure', '=', true)
    .limit(1)
    .executeTakeFirst();
  return words !== undefined;
}
