import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { settleRequest, type SettleDeps } from './settle-request.ts';

/** How many requests one sweep decides. Usually there are none, because the server decides at once. */
const MOST = 100;

/** Decides the requests that the server stored but didn't decide, because it was killed or failed in between. */
export async function settlePending(deps: SettleDeps & SystemDeps & Pick<Deps, 'wakeUps'>): Promise<void> {
  const pending = await deps.system
    .selectFrom('instant_requests')
    .select(['company_id as companyId', 'lead_id as leadId'])
    .where('state', '=', 'pending')
    .limit(MOST)
    .execute();
  for (const of of pending) {
    await settleRequest(deps, of);
    await deps.wakeUps.enqueue(of.companyId);
  }
}
