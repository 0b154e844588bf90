import { MINUTE } from '#shared/primitives/durations.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { Subscription } from './unsubscribe.ts';

const PURPOSE = 'undo-unsubscribe';
/** How long an unsubscribe can be undone. */
const UNDO_WITHIN = 10 * MINUTE;

/**
 * Returns a token that proves a recent click on 'Unsubscribe'. Only the response to that click contains the token. The
 * token lists the opt-outs that the click added. The link in the email can't undo them by itself, because scanners open
 * it and people forward it.
 */
export const undoProof = (optOutIds: readonly string[], secret: string): string =>
  signedToken(optOutIds.join(' '), secret, PURPOSE);

/**
 * Removes the opt-outs that one click on 'Unsubscribe' added, and no others. Works for ten minutes after the click.
 * Returns false if there's nothing to remove. Doesn't restart stopped follow-ups (C12). Idempotent.
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
