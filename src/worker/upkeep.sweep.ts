import { randomUUID } from 'node:crypto';
import { raiseAlerts } from '#core/features/admin/alerts.ts';
import { reconcileTexts } from '#core/features/inbox/reconcile-texts.ts';
import { takeMissedTexts } from '#core/features/inbox/take-missed-texts.ts';
import { settlePending } from '#core/features/instant/settle-pending.ts';
import { forgetKept } from '#core/features/data-rights/forget-kept.ts';
import { forgetTickets } from '#core/features/widget/forget-tickets.ts';
import { forgetSpends } from '#core/features/trust/forget-spends.ts';
import { readDueCalendars } from '#core/features/visits/busy/read-calendars.ts';
import { beat, endBeats } from '#core/features/delivery/heartbeat.ts';
import type { DeliveryDeps } from '#core/features/delivery/delivery.ts';
import type { ProviderGate } from '#core/features/delivery/providers/breaker.ts';
import type { Tally } from '#core/platform/counters.ts';
import type { Deps } from '#core/platform/deps.ts';
import { errorForLog } from '#core/platform/log-error.ts';

export type UpkeepDeps = DeliveryDeps & Pick<Deps, 'wakeUps'> & { tally: Tally; gate: ProviderGate };

export interface Upkeep {
  /**
   * Updates the worker's heartbeat, stores its counts, alerts the admins, deletes expired rows, decides requests
   * that the server didn't, and starts nightly jobs.
   */
  sweep(): Promise<void>;
  /**
   * Waits until a nightly run in progress has stopped, which happens before its next text. Then stores the last counts.
   */
  close(): Promise<void>;
}

/** Starts the worker's maintenance. If one part fails, the others still run. */
export function startUpkeep(deps: UpkeepDeps): Upkeep {
  const workerId = randomUUID();
  let reconciling: Promise<unknown> | undefined;
  let calendars: Promise<unknown> | undefined;

  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      deps.logger.warn({ err: errorForLog(error), what }, 'a part of the upkeep failed; the next sweep retries it');
    }
  };

  return {
    async sweep() {
      await attempt('heartbeat', () => beat(deps.system, workerId));
      await attempt('counters', () => deps.tally.flush());
      await attempt('alerts', () => raiseAlerts(deps));
      await attempt('tickets', () => forgetTickets(deps));
      await attempt('budgets', () => forgetSpends(deps));
      await attempt('retention', () => forgetKept(deps));
      await attempt('instant estimates', () => settlePending(deps));
      // Other people's servers may be slow, so the sweep doesn't wait for them.
      calendars ??= attempt('calendars', () => readDueCalendars(deps)).finally(() => {
        calendars = undefined;
      });
      reconciling ??= Promise.all([
        attempt('reconciliation', () => reconcileTexts(deps)),
        attempt('missed texts', () => takeMissedTexts(deps)),
      ]).finally(() => {
        reconciling = undefined;
      });
    },
    async close() {
      await Promise.all([reconciling, calendars]);
      await attempt('counters', () => deps.tally.flush());
      await attempt('heartbeat', () => endBeats(deps.system, workerId));
    },
  };
}
