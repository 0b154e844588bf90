import type { ClaimedRow } from './delivery.ts';

/** Rows that are claimed but not started, in order. */
export interface WaitingRows {
  count(): number;
  /** `begunBy`: the latest time to start the rows, in this process's monotonic time. */
  add(rows: readonly ClaimedRow[], begunBy: number): void;
  /** How many `take` would return. */
  ready(most: number): number;
  /**
   * The next rows whose recipients have nothing in progress: up to `most` email follow-ups together, anything else
   * alone. Their recipients are blocked until `done`. Empty if each waits for another.
   */
  take(most: number): ClaimedRow[];
  done(rows: readonly ClaimedRow[]): void;
  /** Removes rows that can no longer start in time. */
  lapsed(now: number): ClaimedRow[];
  /** Removes all rows. */
  rest(): ClaimedRow[];
}

interface Waiting {
  row: ClaimedRow;
  begunBy: number;
}

const goesTogether = (row: ClaimedRow): boolean => row.table === 'follow_up_messages' && row.channel === 'email';

export function lineUp(): WaitingRows {
  let line: Waiting[] = [];
  const busy = new Set<string>();

  const takeOut = (picks: (waiting: Waiting) => boolean): ClaimedRow[] => {
    const out: ClaimedRow[] = [];
    line = line.filter((waiting) => {
      if (!picks(waiting)) return true;
      out.push(waiting.row);
      return false;
    });
    return out;
  };

  const next = (most: number): ReadonlySet<ClaimedRow> => {
    const rows = new Set<ClaimedRow>();
    const recipients = new Set(busy);
    for (const { row } of line) {
      const [first = row] = rows;
      if (rows.size === most || (rows.size > 0 && !goesTogether(first))) break;
      if (!recipients.has(row.recipient) && goesTogether(row) === goesTogether(first)) rows.add(row);
      // applies even if the row is skipped, because no later message for its recipient may be sent before it
      recipients.add(row.recipient);
    }
    return rows;
  };

  return {
    count: () => line.length,
    add(rows, begunBy) {
      line.push(...rows.map((row) => ({ row, begunBy })));
    },
    ready: (most) => next(most).size,
    take(most) {
      const rows = next(most);
      for (const { recipient } of rows) busy.add(recipient);
      return takeOut(({ row }) => rows.has(row));
    },
    done(rows) {
      for (const { recipient } of rows) busy.delete(recipient);
    },
    // In the order of the claims.
    lapsed: (now) => ((line[0]?.begunBy ?? now) < now ? takeOut(({ begunBy }) => begunBy < now) : []),
    rest: () => takeOut(() => true),
  };
}
