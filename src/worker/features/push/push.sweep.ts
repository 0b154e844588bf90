import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { drainPush, type PushDeps } from '#core/features/push/drain-push.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { UNCLAIMED } from '#core/platform/db/lease.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

/**
 * The pause between two searches for due notifications. It's short, because notifications should arrive within seconds.
 * The query is cheap, because its index contains only due notifications and is usually empty.
 */
const LOOK_EVERY = SECOND;
const COMPANIES_AT_ONCE = 20;

export interface PushSweep {
  /** Stops the search for due notifications and waits for sends in progress. */
  close(): Promise<void>;
}

/** Starts sending due notifications to devices, independently of texts and emails. */
export function startPush(deps: PushDeps & SystemDeps): PushSweep {
  const stopped = new AbortController();
  const turn = async (): Promise<void> => {
    const { rows } = await sql<{ company_id: CompanyId }>`
      select distinct company_id from push_messages
      where status = 'scheduled' and due_at <= ${deps.clock.now()} and ${UNCLAIMED}
      limit ${COMPANIES_AT_ONCE}`.execute(deps.system);
    await Promise.all(rows.map(({ company_id: companyId }) => drainPush(deps, companyId)));
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await turn().catch((error: unknown) => deps.logger.warn({ err: errorForLog(error) }, 'a push turn failed'));
      await wait(LOOK_EVERY, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}
