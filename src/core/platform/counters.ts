import { type Kysely, sql } from 'kysely';
import type { Database } from './db/tables.ts';

/** Labels for Prometheus. They never identify a person, a company or a message. */
export type CounterLabels = Readonly<Record<string, string>>;

/** Adds to the totals for /metrics, which all processes share (table `counters`). */
export interface Tally {
  add(name: string, labels: CounterLabels, by?: number): void;
  /**
   * Adds a value to a histogram. `bounds` are the upper bounds of its buckets. Writes the three series that Prometheus
   * expects.
   */
  observe(name: string, labels: CounterLabels, value: number, bounds: readonly number[]): void;
  /**
   * Writes the counts since the last call. Call it regularly. If the process is killed, unwritten counts are lost. This
   * is acceptable for metrics.
   */
  flush(): Promise<void>;
}

/** Returns labels as they're stored in `counters.labels`. Their order matters. */
export const labelText = (labels: CounterLabels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');

/** Reads stored labels. */
export const readLabels = (text: string): CounterLabels =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

/** Counts in memory first. Otherwise, all messages would contend for the same few rows. */
export function createTally(system: Kysely<Database>): Tally {
  let counted = new Map<string, { name: string; labels: string; by: number }>();
  const observed = new Map<string, { name: string; text: string; bounds: readonly number[]; values: number[] }>();

  const count = (name: string, labels: string, by = 1): void => {
    const key = `${name}{${labels}}`;
    const entry = counted.get(key);
    if (entry) entry.by += by;
    else counted.set(key, { name, labels, by });
  };

  /** Adds the observed values to their series once per flush, not once per message. */
  const countObserved = (): void => {
    for (const { name, text, bounds, values } of observed.values()) {
      const upTo = (bound: number | string, by: number) =>
        by > 0 && count(`${name}_bucket`, `${text},le="${bound}"`, by);
      for (const bound of bounds) upTo(bound, values.filter((value) => value <= bound).length);
      upTo('+Inf', values.length);
      let sum = 0;
      for (const value of values) sum += value;
      count(`${name}_sum`, text, sum);
      count(`${name}_count`, text, values.length);
    }
    observed.clear();
  };

  return {
    add: (name, labels, by) => count(name, labelText(labels), by),
    observe(name, labels, value, bounds) {
      const text = labelText(labels);
      const key = `${name}{${text}}`;
      const series = observed.get(key);
      if (series) series.values.push(value);
      else observed.set(key, { name, text, bounds, values: [value] });
    },
    async flush() {
      countObserved();
      if (counted.size === 0) return;
      const writing = counted;
      counted = new Map();
      try {
        await write(system, [...writing.values()]);
      } catch (error) {
        for (const [key, entry] of writing) {
          const since = counted.get(key);
          counted.set(key, { ...entry, by: entry.by + (since?.by ?? 0) });
        }
        throw error;
      }
    },
  };
}

/** Writes rows in a fixed order, to prevent deadlocks between processes. */
const write = (system: Kysely<Database>, entries: readonly { name: string; labels: string; by: number }[]) =>
  sql`insert into counters (name, labels, value)
    select name, labels, value from unnest(${entries.map(({ name }) => name)}::text[],
      ${entries.map(({ labels }) => labels)}::text[], ${entries.map(({ by }) => by)}::float8[]) as n (name, labels, value)
    order by name, labels
    on conflict (name, labels) do update set value = counters.value + excluded.value`.execute(system);

/** Adds one to a total immediately. */
export const countOne = (system: Kysely<Database>, name: string, labels: CounterLabels) =>
  write(system, [{ name, labels: labelText(labels), by: 1 }]);
