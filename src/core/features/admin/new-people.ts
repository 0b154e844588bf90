import { sql } from 'kysely';
import type { NewPeopleView } from '#shared/features/admin/admin-failures.schema.ts';
import { ALERT_AT_NEW_PEOPLE } from '#shared/features/trust/budgets.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { SystemDb, SystemDeps, SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, recordAct } from './audit.ts';

/**
 * Counts the people on the whole platform who received their first message from a company in the last hour (business
 * clock). Uses the index `budget_spends_by_time`.
 */
export async function countNewPeople(system: SystemDb | SystemTx, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select coalesce(sum(amount), 0)::int as people from budget_spends
    where budget = 'company-recipients' and at > ${new Date(now.getTime() - HOUR)} and at <= ${now}`.execute(system);
  return rows[0]?.people ?? 0;
}

/**
 * Returns the admin panel's figures on first-time recipients: how many there were in the last hour, how many requests
 * from the last 24 hours are held for review, and when an admin paused messages to new recipients (if they're paused).
 */
export async function readNewPeople({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<NewPeopleView> {
  const now = clock.now();
  const [lastHour, held, pause] = await Promise.all([
    countNewPeople(system, now),
    sql<{ held: number }>`
      select count(*)::int as held from leads
      where held_at > ${new Date(now.getTime() - DAY)} and spam_at is null`.execute(system),
    system.selectFrom('platform_pauses').select('paused_at').where('what', '=', 'new_people').executeTakeFirst(),
  ]);
  return {
    lastHour,
    alertAt: ALERT_AT_NEW_PEOPLE,
    held: held.rows[0]?.held ?? 0,
    pausedAt: pause?.paused_at.toISOString() ?? null,
  };
}

/**
 * Pauses or resumes messages to first-time recipients on the whole platform. During a pause, widget requests are held
 * for review, and messages to new recipients are refused. Everyone else gets messages as usual. A repeated call doesn't
 * change or log anything.
 */
export async function pauseNewPeople(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  by: Actor,
  { paused }: { paused: boolean },
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const at = clock.now();
    const { changed } = paused
      ? await tx
          .insertInto('platform_pauses')
          .values({ what: 'new_people', paused_at: at })
          .onConflict((conflict) => conflict.column('what').doNothing())
          .executeTakeFirst()
          .then(({ numInsertedOrUpdatedRows: rows }) => ({ changed: rows === 1n }))
      : await tx
          .deleteFrom('platform_pauses')
          .where('what', '=', 'new_people')
          .executeTakeFirst()
          .then(({ numDeletedRows: rows }) => ({ changed: rows === 1n }));
    if (!changed) return;
    await recordAct(tx, {
      by,
      action: paused ? 'platform.new_people_paused' : 'platform.new_people_resumed',
      on: { kind: 'platform', id: 'new_people', name: 'Messages to new recipients' },
      at,
    });
  });
}
