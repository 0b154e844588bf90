import { MINUTE } from '#shared/primitives/durations.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { Subscription } from './unsubscribe.ts';

const PURPOSE = 'undo-unsubscribe';
/** How long a press of 'Unsubscribe' can be taken back. */
const UNDO_WITHIN = 10 * MINUTE;

/**
 * Shows that its holder pressed 'Unsubscribe' just now: it is only in the answer to that press, and names what the press
 * wrote. The link of the email alone, which scanners follow and people forward, undoes nothing.
 */
export const undoProof = (optOutIds: readonly string[], secret: string): string =>
  signedToken(optOutIds.join(' '), secret, PURPOSE);

/**
 * Lifts what one press of 'Unsubscribe' wrote in the last ten minutes, and nothing that was said before it or elsewhere;
 * false where there is nothing to lift. What was stopped stays stopped (C12). The same again changes nothing.
 */
export async function undoUnsubscribe(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { companyId, leadId }: Subscription,
  proof: string,
): Promise<boolean> {
  const ids = readSignedToken(proof, config.APP_SECRET, PURPOSE)?.split(' ');
  if (ids === undefined) return false;
  const at = clock.now();
  return inCompany(db, companyId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('opt_outs')
      .set({ lifted_at: at })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('source', '=', 'unsubscribe')
      .where('created_at', '>', new Date(at.getTime() - UNDO_WITHIN))
      .where('lifted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (leadId !== null)
      await addTimelineEvent(tx, {
        companyId,
        leadId,
        kind: 'opted_in',
        at,
        data: { channel: 'email', source: 'unsubscribe' },
      });
    return true;
  });
}
