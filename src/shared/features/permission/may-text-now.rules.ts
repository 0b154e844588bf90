import { DAY } from '../../primitives/durations.ts';
import { addDays, atLocalMinutes, formatMonthDay, formatTimeOfDay, localTimeOf } from '../../primitives/local-date.ts';
import { zoneLabel } from '../../primitives/zone-label.ts';
import type { TextHours } from './text-hours-by-state.schema.ts';
import { type Basis, type DayRules, planDay, type SendWindow } from './day-window.rules.ts';

export type { TextHours } from './text-hours-by-state.schema.ts';
export type { Basis, SendWindow } from './day-window.rules.ts';

/**
 * Where a recipient may be (C16): all possible time zones and US states (two-letter codes). They come from the job's
 * street address and the phone's area code. If `zones` is empty, the recipient's place is unknown. Texts then must be
 * allowed in every zone from Eastern to Hawaii.
 */
export interface RecipientPlace {
  zones: string[];
  states: string[];
}

/** One zone for each local time from Eastern to Hawaii (C16). */
export const EASTERN_TO_HAWAII: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
];

/**
 * How many days ahead to search for a time when texts are allowed. The longest closed period in the table is four days.
 */
const SEARCH_DAYS = 14;

const zonesOf = (place: RecipientPlace): readonly string[] =>
  place.zones.length > 0 ? place.zones : EASTERN_TO_HAWAII;

/** A zone and the rules that apply in it. A text must be allowed in every zone. */
interface Watch {
  zone: string;
  rules: DayRules;
}

/**
 * Returns the zones to check, and the rules that apply in each. The law and C15 apply in every zone where the recipient
 * may be. The company's hours apply only in the send time's zone. If they applied in every zone, a recipient with a
 * phone number from the other coast might have no permitted hour.
 */
const watchesOf = (
  place: RecipientPlace,
  hours: TextHours,
  companyWindow: SendWindow | undefined,
  basis: Basis,
): Watch[] => {
  const binding = zonesOf(place).map((zone) => ({ zone, rules: { states: place.states, hours, basis } }));
  if (!companyWindow) return binding;
  return [...binding, { zone: companyWindow.zone, rules: { states: [], hours, companyWindow, basis } }];
};

const openIn = ({ zone, rules }: Watch, instant: Date): boolean => {
  const { date, minutes } = localTimeOf(instant, zone);
  const plan = planDay(date, rules);
  return plan.open && minutes >= plan.from.minutes && minutes < plan.to.minutes;
};

/**
 * Whether an automated text may be sent at this instant (C14 to C16). C15 and the laws of all the place's states must
 * allow the text in every zone of the place. The company's own hours must allow it too, but only in the send time's
 * zone.
 */
export const isOpen = (place: RecipientPlace, instant: Date, hours: TextHours, companyWindow?: SendWindow): boolean =>
  watchesOf(place, hours, companyWindow, 'product').every((watch) => openIn(watch, instant));

/**
 * Whether texts may be sent at `from` and during the next `ms` milliseconds (T11). Twilio may queue a text for a while,
 * and the text must not arrive after texting hours end.
 */
export const isOpenFor = (
  place: RecipientPlace,
  { from, ms }: { from: Date; ms: number },
  hours: TextHours,
  companyWindow?: SendWindow,
  basis: Basis = 'product',
): boolean => {
  const last = new Date(from.getTime() + ms - 1);
  return watchesOf(place, hours, companyWindow, basis).every((watch) => openIn(watch, from) && openIn(watch, last));
};

/**
 * Whether the law alone (C14) allows a text now, without C15. Used for texts that the contractor types
 * (docs/decisions.md, 'For typed texts, only the legal hours apply').
 */
export const isLawful = (place: RecipientPlace, instant: Date, hours: TextHours): boolean =>
  watchesOf(place, hours, undefined, 'law').every((watch) => openIn(watch, instant));

interface Opening {
  at: Date;
  reasons: string[];
}

const noOpening = (instant: Date): RangeError =>
  new RangeError(`no opening for a text within ${SEARCH_DAYS} days of ${instant.toISOString()}`);

/**
 * Returns the first instant, at or after `instant`, when texts may be sent in one zone, with the reasons for the delay.
 * Returns undefined if there's no such instant within `SEARCH_DAYS`.
 */
const openingIn = ({ zone, rules }: Watch, instant: Date): Opening | undefined => {
  const { date, minutes } = localTimeOf(instant, zone);
  const reasons: string[] = [];
  for (let ahead = 0; ahead <= SEARCH_DAYS; ahead += 1) {
    const day = addDays(date, ahead);
    const plan = planDay(day, rules);
    if (!plan.open) reasons.push(plan.why);
    else if (ahead === 0 && minutes >= plan.to.minutes) reasons.push(plan.to.why);
    else if (ahead === 0 && minutes >= plan.from.minutes) return { at: instant, reasons };
    else {
      if (ahead === 0) reasons.push(plan.from.why);
      return { at: atLocalMinutes(day, plan.from.minutes, zone), reasons };
    }
  }
  return undefined;
};

const labelled = (reasons: readonly string[], zone: string, shown: string, at: Date): string[] =>
  localTimeOf(at, zone).minutes === localTimeOf(at, shown).minutes
    ? [...reasons]
    : reasons.map((why) => `${why}, ${zoneLabel(zone)}`);

const UNKNOWN_ZONE = 'we don’t know the job’s ZIP code, so texts are held until it’s daytime from New York to Hawaii';

/**
 * Returns the first instant, at or after `instant`, when automated texts may be sent in every zone, with the reasons
 * for the delay. Returns undefined if there's no such instant within 14 days, because the company's hours are too
 * narrow. Times in the reasons are in the zone `shown`.
 */
export const seekOpening = (
  place: RecipientPlace,
  instant: Date,
  hours: TextHours,
  companyWindow: SendWindow | undefined,
  shown: string,
): Opening | undefined => seek(place, instant, watchesOf(place, hours, companyWindow, 'product'), shown);

/**
 * Like `seekOpening`, but applies only the hours in the law. Used for texts that the contractor types
 * (docs/decisions.md, 'For typed texts, only the legal hours apply').
 */
export const seekLawful = (
  place: RecipientPlace,
  instant: Date,
  hours: TextHours,
  shown: string,
): Opening | undefined => seek(place, instant, watchesOf(place, hours, undefined, 'law'), shown);

const seek = (place: RecipientPlace, instant: Date, watches: readonly Watch[], shown: string): Opening | undefined => {
  const end = instant.getTime() + SEARCH_DAYS * DAY;
  const reasons = new Set<string>();
  let at = instant;
  for (;;) {
    let [latest, zoneOfLatest, why] = [at, '', [] as string[]];
    for (const watch of watches) {
      const opening = openingIn(watch, at);
      if (!opening) return undefined;
      if (opening.at > latest) [latest, zoneOfLatest, why] = [opening.at, watch.zone, opening.reasons];
    }
    if (latest === at) break;
    if (latest.getTime() > end) return undefined;
    for (const each of labelled(why, zoneOfLatest, shown, at)) reasons.add(each);
    at = latest;
  }
  return { at, reasons: place.zones.length === 0 && reasons.size > 0 ? [UNKNOWN_ZONE] : [...reasons] };
};

/** Like `seekOpening`, but throws RangeError if there's no opening within `SEARCH_DAYS`. */
export const findOpening = (...asked: Parameters<typeof seekOpening>): Opening => {
  const opening = seekOpening(...asked);
  if (!opening) throw noOpening(asked[1]);
  return opening;
};

/**
 * Explains a moved text to the contractor: 'Moved from 10:00 AM: no texts before noon on Sundays.' Times are in `zone`.
 * The day is included if it changed ('Moved from Nov 8, 10:00 AM: …').
 */
export const movedWords = (from: Date, to: Date, zone: string, reasons: readonly string[]): string => {
  const [before, after] = [localTimeOf(from, zone), localTimeOf(to, zone)];
  const day = before.date === after.date ? '' : `${formatMonthDay(before.date)}, `;
  return `Moved from ${day}${formatTimeOfDay(before.minutes)}: ${reasons.join('; ')}.`;
};

/**
 * Returns the first instant, at or after `instant`, when an automated text may be sent (C17). If it's later than
 * `instant`, `moved` explains the delay to the contractor. Otherwise, `moved` is null. The explanation shows times in
 * `zone`, by default the place's first zone. Throws RangeError if there's no such instant within 14 days.
 */
export const nextOpening = (
  place: RecipientPlace,
  instant: Date,
  hours: TextHours,
  companyWindow?: SendWindow,
  zone = zonesOf(place)[0] ?? 'UTC',
): { at: Date; moved: string | null } => {
  const { at, reasons } = findOpening(place, instant, hours, companyWindow, zone);
  return { at, moved: at.getTime() === instant.getTime() ? null : movedWords(instant, at, zone, reasons) };
};

/**
 * Returns when the current window ends, for the ValidityPeriod of a queued text (T11). Throws RangeError if no window
 * is open.
 */
export const closesAt = (
  place: RecipientPlace,
  instant: Date,
  hours: TextHours,
  companyWindow?: SendWindow,
  basis: Basis = 'product',
): Date => {
  const ends = watchesOf(place, hours, companyWindow, basis).map(({ zone, rules }) => {
    const { date, minutes } = localTimeOf(instant, zone);
    const plan = planDay(date, rules);
    if (!plan.open || minutes < plan.from.minutes || minutes >= plan.to.minutes)
      throw new RangeError(`texts are closed at ${instant.toISOString()}`);
    return atLocalMinutes(date, plan.to.minutes, zone).getTime();
  });
  return new Date(Math.min(...ends));
};
