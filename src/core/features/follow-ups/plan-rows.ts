import {
  type FollowUpStep,
  MAX_STEPS,
  MAX_STEPS_MESSAGE,
  type MessageChannel,
  type MessageStatus,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { FollowUpMessageRow } from './follow-ups.table.ts';

/** A follow-up row to write. */
export interface PlannedRow {
  step: number;
  day: number;
  channel: MessageChannel;
  body: string;
  offer: Offer | null;
  status: Extract<MessageStatus, 'draft' | 'scheduled' | 'skipped' | 'cancelled'>;
  dueAt: Date | null;
  reason: string | null;
  /**
   * For a step that is already waiting: its original due time, which starts the 72-hour limit (C17), and its attempts
   * so far.
   */
  waited?: Pick<FollowUpMessageRow, 'first_due_at' | 'attempts' | 'tried_later'>;
}

export interface PlanInput {
  steps: readonly FollowUpStep[];
  channels: readonly MessageChannel[];
  /** The existing rows. Empty if the follow-ups start over. */
  before: readonly FollowUpMessageRow[];
  /** Null if the follow-ups are a draft. */
  activation: {
    /** Returns when a day's message is due on a channel. */
    dueAt: (channel: MessageChannel, day: number) => { dueAt: Date; moved: string | null };
    /** Why texts can't be sent. Null if they can. */
    noTexts: string | null;
    /** Why emails can't be sent. Null if they can. */
    noMails: string | null;
    zone: string;
  } | null;
  /** Whether the follow-ups were active and remain active. If not, skipped messages are scheduled again. */
  continues: boolean;
  now: Date;
}

/** The result of a save. `kept` contains the unchanged rows with their new step numbers. */
export interface Plan {
  kept: { id: FollowUpMessageRow['id']; step: number; was: number }[];
  rows: PlannedRow[];
}

const HISTORY: readonly MessageStatus[] = ['sending', 'sent', 'delivered', 'failed', 'unknown'];

/** Whether a row was already processed. Processed rows aren't overwritten, and their days stay in the list. */
const isHistory = (row: Pick<FollowUpMessageRow, 'status' | 'due_at'>, { continues, now }: PlanInput): boolean =>
  HISTORY.includes(row.status) || (continues && row.status === 'skipped' && row.due_at !== null && row.due_at <= now);

/**
 * Plans the rows for a save. Keeps rows that were already processed (`isHistory`), on their original days. Rewrites all
 * other rows. Throws VALIDATION_FAILED, naming the day, if a new step's day has passed. Also throws it if kept and new
 * steps total more than five.
 */
export function planRows(input: PlanInput): Plan {
  const { steps, before } = input;
  const history = before.filter((row) => isHistory(row, input));
  const days = [...new Set([...history.map((row) => row.day), ...steps.map((step) => step.day)])].toSorted(
    (a, b) => a - b,
  );
  if (days.length > MAX_STEPS) throw invalid({ steps: MAX_STEPS_MESSAGE });
  const numberOf = (day: number): number => days.indexOf(day) + 1;
  return {
    kept: history.map((row) => ({ id: row.id, step: numberOf(row.day), was: row.step })),
    rows: steps.flatMap((step, index) =>
      input.channels.flatMap((channel) =>
        planRow({ ...input, history, step, index, channel, number: numberOf(step.day) }),
      ),
    ),
  };
}

type RowInput = PlanInput & {
  history: readonly FollowUpMessageRow[];
  step: FollowUpStep;
  index: number;
  channel: MessageChannel;
  number: number;
};

function planRow({ before, history, activation, now, step, index, channel, number }: RowInput): PlannedRow[] {
  const ofDay = history.filter((row) => row.day === step.day);
  if (ofDay.some((row) => row.channel === channel)) return [];
  const row = { step: number, day: step.day, channel, body: step.message, offer: step.offer };
  const known = before.find((old) => old.day === step.day && old.channel === channel);
  if (!activation) {
    const wasScheduled = known?.status === 'scheduled' || known?.status === 'cancelled';
    return [
      wasScheduled
        ? { ...row, status: 'cancelled', dueAt: null, reason: 'Follow-ups were turned off' }
        : { ...row, status: 'draft', dueAt: null, reason: null },
    ];
  }
  const { dueAt, moved } = activation.dueAt(channel, step.day);
  const none = channel === 'sms' ? activation.noTexts : activation.noMails;
  if (none !== null) return [{ ...row, status: 'skipped', dueAt, reason: none }];
  // A step that is waiting or was delayed keeps its due time and the start of its 72-hour limit.
  if (known?.status === 'scheduled' && known.due_at) {
    const { due_at: knownDue, reason, first_due_at, attempts, tried_later } = known;
    return [{ ...row, status: 'scheduled', dueAt: knownDue, reason, waited: { first_due_at, attempts, tried_later } }];
  }
  if (dueAt <= now) {
    // The day has passed. If its message on the other channel was already sent, this message is left out, because an
    // email isn't useful weeks after its text.
    if (ofDay.length > 0) return [];
    throw invalid({
      [`steps.${index}.day`]: `Day ${step.day}, ${formatDate(dueAt, activation.zone)}, has already passed. Enter a later day`,
    });
  }
  return [{ ...row, status: 'scheduled', dueAt, reason: moved }];
}
