import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isForContractor } from '../outbox/registry.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';

/** Shown while it waits to go out once more. */
export const SENT_ONCE_MORE = 'The connection dropped while this was being sent. We’ll send it once more';

/**
 * Whether a mail of which nobody knows if it arrived goes out once more by itself: a mail to the contractor or of the
 * platform, the first time. A second copy, under the same Message-ID, harms nobody; a lost one may cost a lead
 * (decisions.md, at most once). Asked in the transaction that notes the try, whose entry is still 'sending'.
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
