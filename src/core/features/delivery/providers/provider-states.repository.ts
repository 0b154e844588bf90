import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { ProviderStateRow } from '../delivery.table.ts';
import type { BreakerState } from './breaker.rules.ts';
import type { MessageProvider } from '../../permission/message-provider.ts';

type Db = Kysely<Database>;

const toState = (row: ProviderStateRow): BreakerState => ({
  failures: row.failures,
  openedAt: row.opened_at,
  openUntil: row.open_until,
  pauses: row.pauses,
  cause: row.cause,
  code: row.code,
  probeUntil: row.probe_until,
  failedFor: row.failed_for,
  alertedAt: row.alerted_at,
  openings: row.openings,
});

/** The Postgres clock, which all workers share. */
const realNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export type ReadState = BreakerState & {
  provider: MessageProvider;
  /** Whether a probe can start now, because the pause is over and no other probe is in progress. */
  mayTry: boolean;
};

/** Reads the state of every provider's breaker. */
export async function readProviderStates(db: Db): Promise<ReadState[]> {
  const rows = await db
    .selectFrom('provider_states')
    .selectAll()
    .select(
      sql<boolean>`opened_at is not null and open_until <= ${realNow}
        and (probe_until is null or probe_until < ${realNow})`.as('may_try'),
    )
    .orderBy('provider')
    .execute();
  return rows.map((row) => ({ ...toState(row), provider: row.provider, mayTry: row.may_try }));
}

/**
 * Changes a breaker's state under a lock, so that concurrent workers don't overwrite each other's changes. Returns the
 * new state.
 */
export const changeProviderState = (
  db: Db,
  provider: MessageProvider,
  change: (state: BreakerState, now: Date) => BreakerState,
): Promise<BreakerState> =>
  db.transaction().execute(async (tx) => {
    const { row, now } = await lock(tx, provider);
    const next = change(toState(row), now);
    await tx
      .updateTable('provider_states')
      .set({
        failures: next.failures,
        opened_at: next.openedAt,
        open_until: next.openUntil,
        pauses: next.pauses,
        cause: next.cause,
        code: next.code,
        probe_until: next.probeUntil,
        failed_for: next.failedFor,
        alerted_at: next.alertedAt,
        openings: next.openings,
      })
      .where('provider', '=', provider)
      .execute();
    return next;
  });

async function lock(tx: Transaction<Database>, provider: MessageProvider) {
  const row = await tx
    .selectFrom('provider_states')
    .selectAll()
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // The time is read after the lock is acquired, because waiting for the lock can take a while.
  const { rows } = await sql<{ now: Date }>`select ${realNow} as now`.execute(tx);
  return { row, now: rows[0]?.now ?? new Date() };
}

/**
 * Reserves an open breaker's only probe for `leaseMs`. The probe can be reserved only after the breaker's pause is
 * over. Returns when the reservation expires, or undefined if the probe isn't available.
 */
export async function takeTry(db: Db, provider: MessageProvider, leaseMs: number): Promise<Date | undefined> {
  const taken = await db
    .updateTable('provider_states')
    .set({ probe_until: sql<Date>`${realNow} + ${leaseMs} * interval '1 millisecond'` })
    .where('provider', '=', provider)
    .where(sql<boolean>`opened_at is not null and open_until <= ${realNow}
      and (probe_until is null or probe_until < ${realNow})`)
    .returning('probe_until')
    .executeTakeFirst();
  return taken?.probe_until ?? undefined;
}

/** Releases an unused probe, identified by its expiry time. */
export const giveTryBack = (db: Db, provider: MessageProvider, until: Date) =>
  db
    .updateTable('provider_states')
    .set({ probe_until: null })
    .where('provider', '=', provider)
    .where('probe_until', '=', until)
    .execute();

/** Ends the pause, so that the next due message is sent as a probe. Returns false if the provider is available. */
export async function endPause(db: Db, provider: MessageProvider): Promise<boolean> {
  const ended = await db
    .updateTable('provider_states')
    .set({ open_until: realNow, probe_until: null })
    .where('provider', '=', provider)
    .where('opened_at', 'is not', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Returns the companies whose texts carriers are rejecting (T9, 30034). Uses `company_profiles_sms_paused`. */
export async function readPausedCompanies(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('company_profiles').select('id').where('sms_paused_at', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}
