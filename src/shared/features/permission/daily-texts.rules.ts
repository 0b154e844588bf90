import { DAY } from '../../primitives/durations.ts';
import type { RecipientPlace, TextHours } from './may-text-now.rules.ts';

/**
 * Why a kind of text may be something that the person asked for (C18). Such texts never wait for the daily limit and
 * never count toward it:
 *
 * - 'always': a receipt, a signed copy, a code, the instant reply, and answers to keywords
 * - 'request': the estimate's link, if the lead came from the homeowner
 * - 'answer': a text within 24 hours after the person's own message. This also applies to 'request'
 */
export type Asked = 'always' | 'request' | 'answer';

/** A text to a homeowner. `asked` is null for texts that nobody asks for, such as follow-ups and reminders. */
export interface DayText {
  at: Date;
  /** Whether the product wrote the text. False if a member typed it. */
  automated: boolean;
  asked: Asked | null;
}

export interface DayPerson {
  /** When this person last wrote to the company: texts, emails and questions of at least the last 48 hours. */
  wroteAt: readonly Date[];
  /** Whether the lead came from the homeowner, through the widget. */
  cameThemselves: boolean;
}

/** C18: our own limit on automated texts to one person in any 24 hours. It applies in every state. */
export const MOST_AUTOMATED_A_DAY = 3;

/** A state's limit on texts to one person in 24 hours. `state` is null if we don't know the person's state. */
export interface StateLimit {
  most: number;
  state: string | null;
}

/**
 * Returns the lowest limit of the states where the person may be, or null if none of them has one. If the place is
 * unknown, the lowest limit of all states applies, as with the hours (C16).
 */
export function stateLimitOf({ zones, states }: RecipientPlace, hours: TextHours): StateLimit | null {
  const isUnknown = zones.length === 0;
  const rows = (isUnknown ? Object.keys(hours.states) : states)
    .map((code) => hours.states[code])
    .filter((row) => row !== undefined);
  const limits = rows.flatMap(({ name, capPer24h }) =>
    capPer24h === null ? [] : [{ most: capPer24h, state: isUnknown ? null : name }],
  );
  return limits.toSorted((a, b) => a.most - b.most)[0] ?? null;
}

/** Whether nobody asked for the text, so that it counts toward the daily limit and waits for it (C18). */
export function isUnasked({ asked, at }: Pick<DayText, 'asked' | 'at'>, person: DayPerson): boolean {
  if (asked === null) return true;
  if (asked === 'always') return false;
  if (asked === 'request' && person.cameThemselves) return false;
  return !person.wroteAt.some((wrote) => wrote <= at && at.getTime() - wrote.getTime() <= DAY);
}

/** Which limit a text waits for, and until when. */
export interface DayFull {
  until: Date;
  most: number;
  /** The state whose law sets the limit, 'unknown' if the person's state is unknown, or null for our own limit. */
  law: string | null;
}

const fullUnder = (
  most: number,
  counted: readonly DayText[],
  now: Date,
): Pick<DayFull, 'until' | 'most'> | undefined => {
  const recent = counted
    .filter(({ at }) => now.getTime() - at.getTime() < DAY)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const oldest = recent[most - 1];
  return oldest && { until: new Date(oldest.at.getTime() + DAY), most };
};

/**
 * Returns when the person may get this text, if they have reached a limit (C18). Returns null if the text doesn't have
 * to wait. Where a state's law limits texts, all unasked texts count, typed ones too. Everywhere, at most three
 * automated ones that nobody asked for are sent. `before` are the company's earlier texts to the person.
 */
export function dayFull({
  text,
  before,
  person,
  limit,
}: {
  text: DayText;
  before: readonly DayText[];
  person: DayPerson;
  limit: StateLimit | null;
}): DayFull | null {
  if (!isUnasked(text, person)) return null;
  const counted = before.filter((earlier) => isUnasked(earlier, person));
  const byLaw = limit && fullUnder(limit.most, counted, text.at);
  const ours =
    text.automated &&
    fullUnder(
      MOST_AUTOMATED_A_DAY,
      counted.filter(({ automated }) => automated),
      text.at,
    );
  if (byLaw && (!ours || byLaw.until >= ours.until)) return { ...byLaw, law: limit.state ?? 'unknown' };
  return ours ? { ...ours, law: null } : null;
}

/** Explains a limit to the contractor: 'Florida allows at most 3 texts to one person in 24 hours'. */
export const dayFullWords = ({ most, law }: DayFull): string => {
  if (law === null) return `at most ${most} automated texts to one person in 24 hours`;
  return law === 'unknown'
    ? `some states allow at most ${most} texts to one person in 24 hours, and we don’t know this person’s state`
    : `${law} allows at most ${most} texts to one person in 24 hours`;
};
