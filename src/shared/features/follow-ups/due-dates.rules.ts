import { HOUR } from '../../primitives/durations.ts';
import { addDays, atLocalTime, localDateOf } from '../../primitives/local-date.ts';
import {
  type TextHours,
  findOpening,
  movedWords,
  type RecipientPlace,
  type SendWindow,
} from '../permission/may-text-now.rules.ts';

/** The minimum time between two moved steps in a schedule (C17). */
export const MIN_GAP = 4 * HOUR;
/**
 * A step that is delayed by more than this is skipped, so that delayed steps aren't all sent at once (C17). The screen
 * shows it as skipped.
 */
export const TOO_LATE = 72 * HOUR;

/**
 * The send time is in `zone`, the recipient's time zone. `windowed` is true for texts and false for email, which may be
 * sent at any time.
 */
export interface CadenceInput {
  days: readonly number[];
  activatedAt: Date;
  /** 'HH:MM' in `zone`. */
  sendTime: string;
  zone: string;
  windowed: boolean;
  place: RecipientPlace;
  hours: TextHours;
  companyWindow?: SendWindow;
}

/** `moved` says why a step was moved from the send time. It's null if the step wasn't moved. */
export interface DueDate {
  day: number;
  dueAt: Date;
  moved: string | null;
}

/**
 * Returns when each step of a schedule is due. A step is due N calendar days after activation, at the send time in the
 * recipient's zone. 10:00 stays 10:00 when daylight saving time starts or ends. If a text would be due outside
 * permitted hours, it's moved into them. Texts stay in order and at least 4 hours apart (C17). On the screen, 'Today
 * plus N days' means these dates. Throws RangeError if there is no permitted time within 14 days.
 */
export const followUpDueDates = (input: CadenceInput): DueDate[] => {
  const { activatedAt, sendTime, zone, windowed } = input;
  const start = localDateOf(activatedAt, zone);
  const due: DueDate[] = [];
  for (const day of input.days) {
    const wanted = atLocalTime(addDays(start, day), sendTime, zone);
    due.push(windowed ? moveIntoWindow(day, wanted, due.at(-1)?.dueAt, input) : { day, dueAt: wanted, moved: null });
  }
  return due;
};

const moveIntoWindow = (day: number, wanted: Date, before: Date | undefined, input: CadenceInput): DueDate => {
  const { place, hours, companyWindow, zone } = input;
  const open = (from: Date) => findOpening(place, from, hours, companyWindow, zone);
  const earliest = before === undefined ? undefined : new Date(before.getTime() + MIN_GAP);
  let { at, reasons } = open(wanted);
  if (earliest !== undefined && at < earliest) {
    const later = open(earliest);
    at = later.at;
    reasons = [...new Set([...reasons, 'texts are sent at least 4 hours apart', ...later.reasons])];
  }
  const moved = at.getTime() === wanted.getTime() ? null : movedWords(wanted, at, zone, reasons);
  return { day, dueAt: at, moved };
};

/** Whether a step is more than 72 hours late (C17). */
export const isTooLate = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > TOO_LATE;
