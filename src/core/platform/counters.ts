import { type Kysely, sql } from 'kysely';
import type { Database } from './db/tables.ts';

/** Labels as Prometheus writes them; never a person's, a company's or a message's. */
export type CounterLabels = Readonly<Record<string, string>>;

/** Adds to totals that all processes share (table `counters`), for /metrics. */
export interface Tally {
  add(name: string, labels: CounterLabels, by?: number): void;
  /** A value of a histogram with these upper bounds, in Prometheus' three series. */
  observe(name: string, labels: CounterLabels, value: number, bounds: readonly number[]): void;
  /** Writes what was counted since; call it regularly. A kill loses what was not written, and nothing but figures. */
  flush(): Promise<void>;
}

const labelText = (labels: CounterLabels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');

/** Counts in memory, so that no message waits for a row that all others write too. */
export function createTally(system: Kysely<Database>): Tally {
  let counted = new Map<string, { name: string; labels: string; by: number }>();

  const count = (name: string, labels: string, by = 1): void => {
    const key = `${name}{${labels}}`;
    const entry = counted.get(key);
    if (entry) entry.by += by;
    else counted.set(key, { name, labels, by });
  };

  return {
    add: (name, labels, by) => count(name, labelText(labels), by),
    // once for each message: its labels are written once, not a dozen times
    observe(name, labels, value, bounds) {
      const text = labelText(labels);
      const upTo = (bound: number | string) => count(`${name}_bucket`, `${text},le="${bound}"`);
      for (const bound of bounds) if (value <= bound) upTo(bound);
      upTo('+Inf');
      count(`${name}_sum`, text, value);
      count(`${name}_count`, text);
    },
    async flush() {
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

/** In one order, so that two processes never wait for each other in a ring. */
const write = (system: Kysely<Database>, entries: readonly { name: string; labels: string; by: number }[]) =>
  sql`insert into counters (name, labels, value)
    select name, labels, value from unnest(${entries.map(({ name }) => name)}::text[],
      ${entries.map(({ labels }) => labels)}::text[], ${entries.map(({ by }) => by)}::float8[]) as n (name, labels, value)
    order by name, labels
    on conflict (name, labels) do update set value = counters.value + excluded.value`.execute(system);

/** Adds one to a single total at once. */
export const countOne = (system: Kysely<Database>, name: string, labels: CounterLabels) =>
  write(system, [{ name, labels: labelText(labels), by: 1 }]);
