import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import type { OptOutsTable } from './permission.table.ts';

export interface NewOptOut {
  /** Null if the opt-out applies to every company without its own number. These companies all send from `sender`. */
  companyId: CompanyId | null;
  channel: MessageChannel;
  /** A phone number in E.164, or an email address in lowercase. */
  address: string;
  /** The shared number that received the STOP. START to that number ends the opt-out. */
  sender?: string | null;
  source: OptOutsTable['source'];
  words?: string;
  at: Date;
}

/** Whether the person asked for this opt-out. Bounces aren't requests. */
export const isWish = (source: OptOutsTable['source']): boolean => source !== 'bounce' && source !== 'soft_bounces';

/** Adds an opt-out and returns true if it's new. An active opt-out isn't changed. */
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

/**
 * Ends a phone number's active opt-outs (C12). If the person texted a company's own number, ends the opt-outs for
 * `companies`. If they texted the shared sender, ends all opt-outs that were caused by a STOP to a shared sender. In
 * that case, also ends the opt-outs for those of `companies` that don't have their own number.
 */
export async function liftOptOuts(
  systemTx: SystemTx,
  lift: {
    owner: CompanyId | null;
    companies: readonly (CompanyId | null)[];
    shared: boolean;
    phone: string;
    at: Date;
    saidAt: Date;
  },
): Promise<number> {
  const companies = sql<CompanyId>`any(${lift.companies.filter((id) => id !== null)}::uuid[])`;
  const lifted = await systemTx
    .updateTable('opt_outs')
    .set({ lifted_at: lift.at })
    .where('channel', '=', 'sms')
    .where('address', '=', lift.phone)
    .where('lifted_at', 'is', null)
    // START can arrive late. It doesn't end a newer STOP.
    .where('created_at', '<=', lift.saidAt)
    .$if(!lift.shared, (query) =>
      query.where('company_id', '=', companies).where((row) =>
        // Includes opt-outs for the number's former owners, except those from the shared number.
        row.or([row('sender', 'is', null), row('company_id', '=', lift.owner)]),
      ),
    )
    .$if(lift.shared, (query) =>
      query.where((row) =>
        row.or([
          row('sender', 'is not', null),
          // START to the shared number doesn't end an opt-out from a company's own number.
          sql<boolean>`company_id in (
            select id from company_profiles where id = ${companies} and sms_from is null)`,
        ]),
      ),
    )
    .executeTakeFirst();
  return Number(lifted.numUpdatedRows);
}
