import { sql } from 'kysely';
import { drainPush, type PushDeps } from '#core/features/push/drain-push.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { UNCLAIMED } from '#core/platform/db/lease.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { repeat, type Sweep } from '../../repeat.ts';

/**
 * The pause between two searches for due notifications. It's short, because notifications should arrive within seconds.
 * The query is cheap, because its index contains only due notifications and is usually empty.
 */
const LOOK_EVERY = SECOND;
const COMPANIES_AT_ONCE = 20;

/** Starts sending due notifications to devices, independently of texts and emails. */
export const startPush = (deps: PushDeps & SystemDeps): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'a push turn failed',
    async turn() {
      const { rows } = await sql<{ company_id: CompanyId }>`
        select distinct company_id from push_messages
        where status = 'scheduled' and due_at <= ${deps.clock.now()} and ${UNCLAIMED}
        limit ${COMPANIES_AT_ONCE}`.execute(deps.system);
      await Promise.all(rows.map(({ company_id: companyId }) => drainPush(deps, companyId)));
      return false;
    },
  });
