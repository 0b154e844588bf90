import { type SqlBool, sql } from 'kysely';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import { type StripeFailureView, stripeEventIdSchema } from '#shared/features/admin/admin-failures.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { retryEvent } from '../stripe-events/process-events.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';
import { type Actor, recordAct } from './audit.ts';

/** Lists the Stripe events that couldn't be processed yet, newest first. Uses the index `stripe_events_failed`. */
export async function listStripeFailures(
  { system }: SystemDeps,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: StripeFailureView[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant', stripeEventIdSchema) : null;
  let query = system
    .selectFrom('stripe_events')
    .leftJoin('stripe_accounts', 'stripe_accounts.id', 'stripe_events.account')
    .leftJoin('company_profiles', 'company_profiles.id', 'stripe_accounts.company_id')
    .select(['stripe_events.id', 'type', 'account', 'error', 'attempts', 'received_at'])
    .select(['company_profiles.id as company_id', 'company_profiles.name as company_name'])
    .select([
      sql<Date | null>`case when isfinite(next_attempt_at) then next_attempt_at end`.as('next_try'),
      instantText('stripe_events.received_at').as('cursor_key'),
    ])
    .where('error', 'is not', null)
    .where('processed_at', 'is', null);
  if (after)
    query = query.where(sql<SqlBool>`(received_at, stripe_events.id) < (${after.key}::timestamptz, ${after.id})`);
  const rows = await query
    .orderBy('received_at', 'desc')
    .orderBy('stripe_events.id', 'desc')
    .limit(ADMIN_PAGE + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
  return {
    items: page.map((row) => ({
      id: row.id,
      type: row.type,
      account: row.account,
      company:
        row.company_id !== null && row.company_name !== null ? { id: row.company_id, name: row.company_name } : null,
      error: row.error ?? '',
      attempts: row.attempts,
      receivedAt: row.received_at.toISOString(),
      nextTryAt: row.next_try?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/**
 * Makes a failed event due now, so that the worker's next sweep retries it. A retry is always safe, because an event
 * only makes us read the current state from Stripe again. Throws NOT_FOUND if there's no such event. Throws CONFLICT if
 * the event was already processed or hasn't failed.
 */
export async function retryStripeEvent(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  by: Actor,
  id: string,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const event = await tx
      .selectFrom('stripe_events')
      .select(['type', 'error', 'attempts', 'processed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!event) throw notFound('the event');
    if (event.processed_at !== null) throw new AppError('This event was already processed', 'CONFLICT');
    if (event.error === null) throw new AppError('This event hasn’t failed', 'CONFLICT');
    // After a double click, the event is already due.
    if (event.attempts === 0) return;
    await retryEvent({ system: tx }, id);
    await recordAct(tx, {
      by,
      action: 'stripe_event.retried',
      on: { kind: 'stripe_event', id, name: event.type },
      before: { error: event.error, attempts: event.attempts },
      at: clock.now(),
    });
  });
}
