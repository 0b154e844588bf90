import { AggregatorRegistry } from 'prom-client';
import { labelText, readLabels } from '#core/platform/counters.ts';
import {
  type DueFigures,
  FAILURES_FOR_DAYS,
  type OpenFigures,
  readDue,
  readLastRun,
  readOpen,
  readWorkers,
  secondsSince,
} from '#core/features/delivery/figures.ts';
import { LATENESS, LATENESS_BOUNDS, MESSAGE_TOTALS } from '#core/features/delivery/delivery-counters.ts';
import { readProviderStates } from '#core/features/delivery/providers/provider-states.repository.ts';
import { RECONCILED_TOTAL, TEXTS_RUN } from '#core/features/inbox/reconcile-texts.ts';
import type { ServerDeps } from '../server-deps.ts';

type MetricsDeps = Pick<ServerDeps, 'system' | 'clock' | 'queues' | 'config'>;

type Labels = Readonly<Record<string, string>>;

interface Sample {
  labels?: Labels;
  value: number;
  /** The name of a histogram's series, if it isn't the family's name. */
  metricName?: string;
}

interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  values: { labels: Labels; value: number; metricName?: string }[];
  aggregator: 'first';
}

type Counters = readonly { name: string; labels: string; value: number }[];

const labelsOf = ({ ofSteps, channel }: Pick<DueFigures, 'ofSteps' | 'channel'>): Labels => ({
  kind: ofSteps ? 'follow_up' : 'outbox',
  channel,
});

const family = (name: string, type: Family['type'], help: string, samples: readonly Sample[]): Family => ({
  name,
  type,
  help,
  values: samples.map((sample) => ({ labels: {}, ...sample })),
  aggregator: 'first',
});

/**
 * Renders all delivery metrics in the Prometheus format. One endpoint covers all processes, because the metrics are
 * read from Postgres. Their queries use partial indexes, and counters that the workers store. No label identifies a
 * person, a company or a message.
 */
export async function renderMetrics({ system, clock, queues, config }: MetricsDeps): Promise<string> {
  const now = clock.now();
  const [due, open, counters, providers, workers, lastRun, queueCounts] = await Promise.all([
    readDue(system, now),
    readOpen(system, now),
    system.selectFrom('counters').selectAll().orderBy('name').orderBy('labels').execute(),
    readProviderStates(system),
    readWorkers(system),
    readLastRun(system, TEXTS_RUN),
    queues.counts(),
  ]);
  const store = config.REDIS_URL === undefined ? 'postgres' : 'redis';
  const depths = queueCounts.flatMap(({ name, counts }) =>
    Object.entries(counts ?? {}).map(([state, value]) => ({
      labels: { queue: name, store, state },
      value,
    })),
  );
  const ups = queueCounts.map(({ name, counts }) => ({
    labels: { queue: name, store },
    value: counts === null ? 0 : 1,
  }));
  const families = [
    ...dueFamilies(due, now),
    ...openFamilies(open),
    ...totalFamilies(counters),
    family(
      'picket_queue_depth',
      'gauge',
      'Jobs of each queue by state. The queue contains only wake-up jobs, not messages.',
      depths,
    ),
    family('picket_queue_up', 'gauge', 'Whether the queue’s store responds.', ups),
    ...providerFamilies(providers),
    family('picket_workers_alive', 'gauge', 'Workers that swept within 30 seconds.', [{ value: workers.alive }]),
    family(
      'picket_worker_last_sweep_seconds',
      'gauge',
      'Seconds since a worker’s last sweep. Absent if there was none within a day.',
      workers.lastSweepSeconds === null ? [] : [{ value: workers.lastSweepSeconds }],
    ),
    family(
      'picket_reconciliation_last_run_seconds',
      'gauge',
      'Seconds since all open texts were last checked with Twilio. Absent before the first check.',
      lastRun?.finished_at ? [{ value: secondsSince(lastRun.finished_at, now) }] : [],
    ),
  ];
  // The values come from Postgres, so prom-client counts nothing here. It formats them.
  return AggregatorRegistry.aggregate([families]).metrics();
}

const dueFamilies = (due: readonly DueFigures[], now: Date): Family[] => [
  family(
    'picket_messages_due',
    'gauge',
    'Messages that are due and not yet sent to a provider.',
    due.map((row) => ({ labels: labelsOf(row), value: row.due })),
  ),
  family(
    'picket_messages_oldest_due_seconds',
    'gauge',
    'Seconds that the oldest due message has waited.',
    due.map((row) => ({ labels: labelsOf(row), value: secondsSince(row.oldest, now) })),
  ),
];

const openFamilies = (open: readonly OpenFigures[]): Family[] => [
  family(
    'picket_messages',
    'gauge',
    `Messages being sent, and messages of the last ${FAILURES_FOR_DAYS} days that failed or whose outcome is unknown.`,
    open.map((row) => ({ labels: { ...labelsOf(row), status: row.status }, value: row.messages })),
  ),
];

const CHANNELS = ['sms', 'email'] as const;

/** Returns the three series for a histogram of send delays. The format requires the buckets in ascending order. */
const histogram = (channel: string, valueOf: (name: string, labels: Labels) => number): Sample[] => {
  const series = (suffix: string, labels: Labels): Sample => ({
    metricName: `${LATENESS}${suffix}`,
    labels,
    value: valueOf(`${LATENESS}${suffix}`, labels),
  });
  const bounds = [...LATENESS_BOUNDS.map(String), '+Inf'];
  return [
    ...bounds.map((le) => series('_bucket', { channel, le })),
    series('_sum', { channel }),
    series('_count', { channel }),
  ];
};

function totalFamilies(counters: Counters): Family[] {
  const valueOf = (name: string, labels: Labels) =>
    counters.find((row) => row.name === name && row.labels === labelText(labels))?.value ?? 0;
  const totals = Object.entries(MESSAGE_TOTALS).map(([name, help]) =>
    family(
      name,
      'counter',
      help,
      CHANNELS.map((channel) => ({ labels: { channel }, value: valueOf(name, { channel }) })),
    ),
  );
  return [
    ...totals,
    family(
      LATENESS,
      'histogram',
      'Seconds from a message’s due time to the start of sending.',
      CHANNELS.flatMap((channel) => histogram(channel, valueOf)),
    ),
    family(
      RECONCILED_TOTAL,
      'counter',
      'Texts that were checked with Twilio at night, by result.',
      counters
        .filter(({ name }) => name === RECONCILED_TOTAL)
        .map(({ labels, value }) => ({ labels: readLabels(labels), value })),
    ),
  ];
}

function providerFamilies(providers: Awaited<ReturnType<typeof readProviderStates>>): Family[] {
  const each = (value: (state: (typeof providers)[number]) => number) =>
    providers.map((state) => ({ labels: { provider: state.provider }, value: value(state) }));
  return [
    family(
      'picket_provider_up',
      'gauge',
      'Whether messages are sent to the provider.',
      each((state) => (state.openedAt ? 0 : 1)),
    ),
    family(
      'picket_provider_account_fault',
      'gauge',
      'Whether the provider refuses our sign-in, account or settings.',
      each((state) => (state.cause === 'account' ? 1 : 0)),
    ),
    family(
      'picket_provider_openings_total',
      'counter',
      'How often the provider was detected as down.',
      each((state) => state.openings),
    ),
  ];
}
