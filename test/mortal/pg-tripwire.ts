import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { type Death, noteDeaths, readDeaths, readPlan, type Victim } from './kill-plan.ts';

/**
 * If there's no progress for this long, the statements that wait at their kill points stop waiting and the process is
 * killed.
 */
const QUIET_MS = 400;

interface Query {
  text: string;
  values: readonly unknown[];
}

/**
 * A delivery of a victim in this process. Its statements are counted from the claim that returned the victim's row.
 * `point` is as in the plan.
 */
interface Delivery {
  count: number;
  point: Victim['points'][number] | undefined;
  over: boolean;
}

type AnyQuery = (this: pg.Client, ...args: unknown[]) => unknown;

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Kills this process, like `kill -9`, when the plan in `folder` says so. It counts the statements of each victim. The
 * statement at a victim's kill point is never started. The other victims continue until each has reached its own point.
 * So one kill interrupts many messages, each at a different point.
 */
export function armTripwire(folder: string): void {
  const executioner = createExecutioner(folder);
  const victims = new WeakMap<pg.Client, Victim>();
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as AnyQuery;

  const query: AnyQuery = function (...args) {
    const asked = queryOf(args);
    if (!asked) return original.apply(this, args);
    const victim = executioner.victimIn(asked) ?? victims.get(this);
    if (victim) {
      victims.set(this, victim);
      if (executioner.isOver(victim, asked.text)) return never();
    }
    return (original.apply(this, args) as Promise<pg.QueryResult>).then((result) => {
      if (isClaim(asked)) executioner.begin(result.rows);
      if (!victim || !/^\s*(?:commit|rollback)/i.test(asked.text)) return result;
      victims.delete(this);
      return executioner.isOver(victim, `after ${asked.text}`) ? never() : result;
    });
  };
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
}

function createExecutioner(folder: string) {
  const worker = randomUUID();
  const deliveries = new Map<string, Delivery>();
  const waiting: Death[] = [];
  let plan = new Map<string, Victim>();
  let timer: NodeJS.Timeout | undefined;

  const die = (): void => {
    noteDeaths(folder, waiting);
    // Writes the compile cache, including the delivery's code, for the processes that replace this one. Nothing else
    // runs meanwhile.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  };
  return {
    /** Returns the victim that a statement affects, based on its text and values. */
    victimIn({ text, values }: Query): Victim | undefined {
      const words = `${text} ${JSON.stringify(values)}`.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\+1\d{10}/g);
      for (const word of words ?? []) {
        const victim = plan.get(word);
        if (victim) return victim;
      }
      return undefined;
    },
    /** Counts a statement. Returns true if it must not be started. */
    isOver(victim: Victim, before: string): boolean {
      const delivery = deliveries.get(victim.id);
      if (!delivery || delivery.over) return delivery?.over ?? false;
      delivery.count += 1;
      const { count, point } = delivery;
      delivery.over = typeof point === 'string' ? before.includes(point) : count === point;
      if (delivery.over) waiting.push({ id: victim.id, point: count, before, worker, at: Date.now() });
      if (waiting.length === 0) return false;
      clearTimeout(timer);
      timer = setTimeout(die, QUIET_MS);
      return delivery.over;
    },
    /** Starts counting for the victims whose rows a claim returned. */
    begin(rows: readonly unknown[]): void {
      if (rows.length === 0) return;
      plan = new Map(readPlan(folder).flatMap((victim) => victim.marks.map((mark) => [mark, victim])));
      const deaths = readDeaths(folder);
      for (const row of rows) {
        const id = (row as { id?: unknown }).id;
        const victim = typeof id === 'string' ? plan.get(id) : undefined;
        if (!victim || deliveries.get(victim.id)?.over === true) continue;
        const died = deaths.filter((death) => death.id === victim.id).length;
        deliveries.set(victim.id, { count: 0, point: victim.points[died], over: false });
      }
    },
  };
}

/** Intercepts statements that return a promise. Queries with a callback belong to the pool itself. */
function queryOf(args: readonly unknown[]): Query | undefined {
  if (args.some((arg) => typeof arg === 'function')) return undefined;
  const [first, second] = args;
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return undefined;
  const values: unknown = 'values' in first ? first.values : second;
  return { text: String(first.text), values: Array.isArray(values) ? values : [] };
}

const isClaim = ({ text }: Query): boolean => /skip locked/i.test(text) && text.includes('claimed_until');
