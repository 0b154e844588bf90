import type { LeadRow } from '../../platform/db/tables.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { TYPED } from './outbox.repository.ts';

type Reach = Pick<LeadRow, 'company_id' | 'id' | 'email' | 'phone'>;

/**
 * Lets what was typed and waits go to where the lead can be reached now: it was written to the person, not to the
 * number. A text that has no number any more is taken back, and says why. The lead must be locked; whether it may go
 * there is asked when it leaves.
 */
export async function readdressTyped(tx: CompanyTx, { company_id, id, email, phone }: Reach): Promise<void> {
  const waiting = (channel: 'sms' | 'email') =>
    tx
      .updateTable('outbox')
      .where('company_id', '=', company_id)
      .where('lead_id', '=', id)
      .where('status', '=', 'scheduled')
      .where('kind', '=', TYPED)
      .where('channel', '=', channel);
  await waiting('email').set({ to_address: email }).execute();
  await waiting('sms')
    .set(
      phone === null
        ? { status: 'cancelled', reason: 'The lead has no phone number any more', claimed_until: null }
        : { to_address: phone },
    )
    .execute();
}
