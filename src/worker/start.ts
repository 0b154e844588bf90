import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#shared/primitives/clock.ts';
import { drainCompanyJob, MESSAGE_QUEUES, deliveryJobs } from '#shared/features/delivery/delivery.jobs.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { DELIVERY_TIMINGS, type DeliveryTimings } from '#core/features/delivery/delivery.ts';
import type { DeliveryDeps } from '#core/features/delivery/delivery.ts';
import { createLimits, TEXTS_AT_ONCE } from '#core/features/delivery/limits.ts';
import { createProviderGate, GATE_TIMINGS } from '#core/features/delivery/providers/breaker.ts';
import type { Config } from '#core/platform/config.ts';
import { createTally } from '#core/platform/counters.ts';
import { createAppDb } from '#core/platform/db/app.ts';
import { createSystemDb } from '#core/platform/db/system.ts';
import type { Logger } from '#core/platform/log.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { createMailer } from '#core/platform/mail.ts';
import { createWakeUps } from '#core/platform/queue.ts';
import { createTextGateway, twilioReachesUs } from '#core/platform/twilio.ts';
import { startBilling, openStripeOnce } from './features/billing/start-billing.ts';
import { drainHandler } from './features/delivery/drain.handler.ts';
import { findDueTurns } from './features/delivery/due.sweep.ts';
import { startUpkeep } from './upkeep.sweep.ts';
import { startAnswering } from './features/agent/replies.sweep.ts';
import { startDeletions } from './features/data-rights/deletions.sweep.ts';
import { startExports } from './features/data-rights/exports.sweep.ts';
import { startPush } from './features/push/push.sweep.ts';
import { startFolding } from './features/reports/fold.sweep.ts';
import { startWeeklyReports } from './features/reports/weekly.sweep.ts';
import { openUntilReady } from './open-until-ready.ts';
import { loadMessageKinds } from '#core/message-kinds.ts';
import { registerJobs } from './register.ts';

/** Intervals in milliseconds of wall-clock time. */
export interface WorkerProcessTimings extends DeliveryTimings {
  /** Interval between searches for due messages. */
  sweepMs: number;
  /** The length of the first pause after a provider fails. */
  pauseMs: number;
  lockMs: number;
  stalledMs: number;
}

/**
 * How many companies' messages are sent concurrently on each channel. Sends spend most of their time waiting for a
 * provider. `createLimits` limits the total number of simultaneous sends.
 */
const COMPANIES_AT_ONCE = 8;

const TIMINGS: WorkerProcessTimings = {
  ...DELIVERY_TIMINGS,
  sweepMs: 5 * SECOND,
  pauseMs: GATE_TIMINGS.pauseMs,
  lockMs: 10 * SECOND,
  stalledMs: 5 * SECOND,
};

export interface WorkerOptions {
  config: Config;
  clock: Clock;
  logger: Logger;
  timings?: Partial<WorkerProcessTimings>;
  companiesAtOnce?: number;
  textsAtOnce?: number;
  /** The number of Postgres connections, not counting the connections for sending texts. */
  connections?: number;
}

export interface RunningWorker {
  /**
   * Finds due work and enqueues a wake-up job per company. Resolves once the jobs are enqueued, possibly before the
   * messages are sent.
   */
  sweep(): Promise<void>;
  /** Stops taking new work, waits for sends in progress, and closes everything in reverse order. */
  close(): Promise<void>;
}

/**
 * Starts the worker: a sweep that finds due messages and enqueues wake-up jobs, and the handler that sends the
 * messages. Waits until Postgres and the queue are available. Throws if a job has no handler.
 */
export async function startWorker({
  config,
  clock,
  logger,
  timings: given,
  companiesAtOnce = COMPANIES_AT_ONCE,
  textsAtOnce = TEXTS_AT_ONCE,
  connections,
}: WorkerOptions): Promise<RunningWorker> {
  const timings = { ...TIMINGS, ...given };
  if (!twilioReachesUs(config))
    logger.warn(
      { PUBLIC_URL: config.PUBLIC_URL },
      'Twilio can’t reach PUBLIC_URL: texts are sent, but delivery reports and replies (including STOP) are fetched only at night',
    );
  let closing = false;
  const db = createAppDb(config, logger, connections);
  const pinned = createAppDb(config, logger, textsAtOnce);
  const system = createSystemDb(config, logger, 4);
  const wakeUps = createWakeUps(config, logger);
  const mailer = createMailer(config);
  const tally = createTally(system);
  const gate = createProviderGate({ system, logger }, { pauseMs: timings.pauseMs });
  const deps: DeliveryDeps = {
    config,
    clock,
    db,
    system,
    pinned,
    texts: gate.texts(createTextGateway(config)),
    mails: gate.mails(mailer),
    gate,
    tally,
    kinds: await loadMessageKinds(),
    logger,
    timings,
    limits: createLimits(textsAtOnce),
    stopping: () => closing,
  };
  const find = registerJobs(deliveryJobs, [drainHandler(deps)]);
  const queueTimings = { lockDuration: timings.lockMs, stalledInterval: timings.stalledMs };

  const sweep = async (): Promise<void> => {
    const turns = await findDueTurns(system, { now: clock.now(), closed: await gate.closedChannels() });
    await wakeUps.enqueueAll(turns);
    await upkeep.sweep();
    await billing.sweep();
  };

  const open = (queue: string) =>
    openUntilReady({
      config,
      queue,
      find,
      timings: { concurrency: companiesAtOnce, ...queueTimings },
      logger,
      // Requeues the job last, so that companies take turns.
      again: async (data) => {
        const { companyId, channel } = drainCompanyJob.payload.parse(data);
        if (!closing) await wakeUps.enqueue(companyId, channel);
      },
    });
  const workers = await Promise.all(Object.values(MESSAGE_QUEUES).map(open));
  const billing = await startBilling(
    { config, clock, db, system, wakeUps, stripe: openStripeOnce(config), logger },
    queueTimings,
  );
  const upkeep = startUpkeep({ ...deps, gate, tally, wakeUps });
  const push = startPush({ config, clock, db, system, logger });
  const answering = startAnswering({ config, clock, db, system, wakeUps, logger });
  const folding = startFolding({ db, system, logger });
  const weekly = startWeeklyReports({ clock, db, system, wakeUps, logger });
  const exports = startExports({ config, clock, system, logger });
  const deletions = startDeletions({ config, clock, db, system, wakeUps, stripe: openStripeOnce(config), logger });
  const sweeping = sweepRegularly({ sweep, everyMs: timings.sweepMs, logger });
  return {
    sweep,
    async close() {
      closing = true;
      await sweeping.stop();
      await Promise.all([
        ...workers.map((worker) => worker.close()),
        ...[billing, push, answering, folding, weekly, exports, deletions].map((part) => part.close()),
      ]);
      // Closes the maintenance tasks after the workers, so that the workers' last sends are counted.
      await upkeep.close();
      await wakeUps.close();
      mailer.close();
      await Promise.all([db.destroy(), pinned.destroy(), system.destroy()]);
    },
  };
}

/**
 * Runs a sweep immediately and then at intervals, never two runs at the same time. A failed sweep is logged and doesn't
 * stop later ones.
 */
function sweepRegularly({ sweep, everyMs, logger }: { sweep: () => Promise<void>; everyMs: number; logger: Logger }) {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sweep().catch((error: unknown) => logger.warn({ err: errorForLog(error) }, 'a sweep failed'));
      await wait(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop(): Promise<void> {
      stopped.abort();
      return running;
    },
  };
}
