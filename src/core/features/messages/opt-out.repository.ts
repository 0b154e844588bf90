import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { OptOutsTable } from '../../platform/db/tables.ts';

export interface NewOptOut {
  /** Null binds everyone who sends from `sender`, the shared number. */
  companyId: CompanyId | null;
  channel: MessageChannel;
  /** E.164, or a mail address in lower case. */
  address: string;
  sender?: string;
  source: OptOutsTable['source'];
  words?: string;
  at: Date;
}

/** Writes a suppression; true where it is new. One that is live already stays as it was. */
export async function addOptOut(tx: CompanyTx, optOut: NewOptOut): Promise<boolean> {
  const written = await tx
    .insertInto('opt_outs')
    .values({
      company_id: optOut.companyId,
      channel: optOut.channel,
      address: optOut.address,
      sender: optOut.sender ?? null,
      source: optOut.source,
      words: optOut.words ?? null,
      created_at: optOut.at,
      lifted_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Lifts the live suppressions of a number for one company or, with `companyId` null, of the shared `sender` (C12). */
export async function liftOptOuts(
  tx: CompanyTx,
  { companyId, phone, sender, at }: { companyId: CompanyId | null; phone: string; sender: string | null; at: Date },
): Promise<number> {
  const lifted = await tx
    .updateTable('opt_outs')
    .set({ lifted_at: at })
    .where('channel', '=', 'sms')
    .where('address', '=', phone)
    .where('lifted_at', 'is', null)
    .where(companyId === null ? 'sender' : 'company_id', '=', companyId ?? sender)
    .executeTakeFirst();
  return Number(lifted.numUpdatedRows);
}
