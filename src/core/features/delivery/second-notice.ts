import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isForContractor } from '../outbox/registry.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';

/** Shown while it waits to be resent. */
export const SENT_ONCE_MORE = 'The connection dropped while this was being sent. We’ll send it once more';

/**
 * Whether an unconfirmed email is resent once automatically: the first try of an email to the contractor or from the
 * platform. A second copy with the same Message-ID does no harm; a lost one may cost a lead (decisions.md, sent at most
 * once). Called in the transaction that records the try, whose entry is still 'sending'.
 */
export async function goesOutOnceMore(
  tx: CompanyTx,
  { rowId, kind, channel }: Pick<MessageFacts, 'rowId' | 'kind' | 'channel'>,
): Promise<boolean> {
  if (channel !== 'email' || !isForContractor(kind)) return false;
  const { rows } = await sql`select from messages where source_id = ${rowId} and direction = 'out'
    and status = 'unknown' limit 1`.execute(tx);
  return rows.length === 0;
}
