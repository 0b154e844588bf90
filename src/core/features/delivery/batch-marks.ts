import { type RawBuilder, sql } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { isOutOfTime } from '../../platform/db/unavailable.ts';
import { MAIL_CONNECTIONS } from '../../platform/mail.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import type { CheckedMail, DeliveryDeps } from './delivery.ts';
import { countLateness } from './delivery-counters.ts';
import { createBatcher } from './batcher.ts';
import { type Mark, marking, markSending } from './mark-sending.ts';
import { lockLeadsToSend } from './rows.ts';
import { atOnceAs, inSenderTx, type Sender } from './sender-tx.ts';
import type { Slots } from './capacity.ts';

/** An email that the mail server has accepted but whose outcome isn't fully recorded yet. */
export interface Taken {
  mark: Mark;
  providerId: string;
}

/** The two database writes made while an email occupies its connection. */
export interface MailMarks {
  /** Marks an email 'sending'. Resolves after the commit, with null if the email can no longer be sent. */
  mark(checked: CheckedMail): Promise<Mark | null>;
  /**
   * Records that the mail server accepted the email. Resolves after the commit. From then on, the email's outcome is
   * known even if the process is killed.
   */
  taken(taken: Taken): Promise<void>;
}

type MarkDeps = Pick<DeliveryDeps, 'config' | 'clock' | 'db' | 'system' | 'tally' | 'timings' | 'limits'>;
type Write = { checked: CheckedMail } | { taken: Taken };

/**
 * Batches the two writes that each of a sender's emails needs. Batching keeps the writes fast, which matters because
 * an email occupies its connection until both of its writes are committed. If the worker is killed between an email's
 * two writes, the email's outcome becomes unknown. The number of slots limits how many emails are between their two
 * writes. When a commit stores one email's acceptance, that email's slot is free for another email in the same commit.
 */
export function batchMarks(deps: MarkDeps, companyId: Sender): MailMarks {
  const { marked: slots } = deps.limits;
  const write = createBatcher<Write, Mark | null>({
    linger: () => (deps.limits.calls.email.free() === 0 ? LINGER : undefined),
    pick(waiting) {
      const taken = waiting.filter((one) => 'taken' in one);
      const room = Math.max(0, slots.free() + taken.length);
      const picked = new Set<Write>([...taken, ...waiting.filter((one) => 'checked' in one).slice(0, room)]);
      return picked.size > 0 ? picked : slots.freed();
    },
    async run(writes) {
      const checked = writes.flatMap((one) => ('checked' in one ? [one.checked] : []));
      const taken = writes.flatMap((one) => ('taken' in one ? [one.taken] : []));
      slots.take(checked.length);
      let used = 0;
      try {
        const [at, now] = [performance.now(), deps.clock.now()];
        const marks = await writeAll(deps, companyId, { checked, taken, now });
        used = marks.size - taken.length;
        return (one) => {
          if ('taken' in one) return null;
          const mark = marks.get(one.checked.ready.facts.rowId);
          // If the batch didn't mark the email, its lead may have been locked only briefly, so the email is tried again
          // separately.
          return mark ? counted(deps, one.checked, { ...mark, at }, now) : markAlone(deps, companyId, one.checked);
        };
      } finally {
        slots.give(checked.length - used);
      }
    },
  });
  return {
    // A follow-up's row version changes whenever relevant data changes. Other emails are marked separately, with the
    // lead locked.
    mark: (checked) => (isPlainFollowUp(checked) ? write({ checked }) : markAlone(deps, companyId, checked)),
    taken: async (taken) => void (await write({ taken })),
  };
}

/**
 * When all connections are busy, emails arrive in quick succession. Marking a small batch then costs little more than
 * marking one email.
 */
const LINGER = { full: MAIL_CONNECTIONS, ms: 1 };

async function writeAll(
  deps: MarkDeps,
  companyId: Sender,
  { checked, taken, now }: { checked: readonly CheckedMail[]; taken: readonly Taken[]; now: Date },
): Promise<Map<string, Omit<Mark, 'at'>>> {
  const rows = await atOnceAs(deps, companyId, [
    ...(taken.length === 0 ? [] : [taking(taken, now)]),
    ...(checked.length === 0 ? [] : [marking(deps, { checked, now })]),
  ]);
  const marks = checked.length === 0 ? [] : ((rows.at(-1) ?? []) as Omit<Mark, 'at'>[]);
  return new Map(marks.map((mark) => [mark.rowId, mark]));
}

const isPlainFollowUp = ({ ready }: CheckedMail): boolean => ready.facts.kind === FOLLOW_UP && ready.offer === null;

/**
 * Returns the statement that records which emails the mail server accepted. Skips emails whose lease has changed since
 * they were marked.
 */
const taking = (taken: readonly Taken[], now: Date): RawBuilder<unknown> => sql`${prepared}
  update messages m set sent_at = ${now}, provider_id = g.provider_id
  from unnest(${taken.map(({ mark }) => mark.rowId)}::uuid[], ${taken.map(({ providerId }) => providerId)}::text[],
    ${taken.map(({ mark }) => mark.claimedUntil.toISOString())}::timestamptz[]) as g (id, provider_id, claimed_until)
  where m.id = g.id and m.status = 'sending'
    and m.claimed_until = g.claimed_until`;

/** How long an email with a connection waits for its lead's lock. After that, the email is checked again. */
const LEAD_WITHIN = 3 * SECOND;

async function markAlone(deps: MarkDeps, companyId: Sender, checked: CheckedMail): Promise<Mark | null> {
  const mark = await inSlot(deps.limits.marked, () =>
    inSenderTx(deps, companyId, async (tx) => {
      const { leadId, rowId } = checked.ready.facts;
      if (leadId !== null && companyId !== null) {
        await sql`set local lock_timeout = ${sql.lit(LEAD_WITHIN)}`.execute(tx);
        await lockLeadsToSend(tx, companyId, [leadId], 'wait');
      }
      const now = deps.clock.now();
      const made = (await markSending(tx, deps, { checked: [checked], now })).get(rowId);
      return made && { made, now };
    }).catch((error: unknown) => {
      if (isOutOfTime(error)) return undefined;
      throw error;
    }),
  );
  return mark ? counted(deps, checked, mark.made, mark.now) : null;
}

/**
 * Takes a slot and marks an email 'sending'. The email occupies the slot until we record that it was accepted or had
 * another outcome.
 */
async function inSlot<T>(slots: Slots, mark: () => Promise<T | undefined>): Promise<T | undefined> {
  while (slots.free() <= 0) await slots.freed();
  slots.take(1);
  let made: T | undefined;
  try {
    return (made = await mark());
  } finally {
    if (made === undefined) slots.give(1);
  }
}

function counted({ tally }: Pick<MarkDeps, 'tally'>, { due }: CheckedMail, mark: Mark, now: Date): Mark {
  countLateness(tally, { channel: 'email', due }, now);
  return mark;
}
