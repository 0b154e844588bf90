import { type VisitHours, type VisitSettings, visitSettings } from '#shared/features/visits/visits.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { WEEK } from '../../lib/week.ts';
import type { HoursField } from '../../ui/day-hours.tsx';

/**
 * The settings for visits as typed. `enabled` is 'on' or ''. `way` is 'auto' if travel is reckoned from the addresses,
 * otherwise 'fixed', and `travel` has the minutes. A day's times are '' if there are no visits that day.
 */
export type VisitsForm = Record<
  | 'enabled'
  | 'lengthMinutes'
  | 'stepMinutes'
  | 'way'
  | 'travel'
  | 'noticeHours'
  | 'horizonDays'
  | 'maxPerDay'
  | HoursField,
  string
>;

const ON = 'on';
export const enabledText = (enabled: boolean): string => (enabled ? ON : '');
export const isEnabled = ({ enabled }: VisitsForm): boolean => enabled === ON;

/** The hours of a day that is switched on. */
export const USUAL_HOURS = { from: '09:00', to: '17:00' };
/** The travel time, in minutes, that is shown when 'Always the same' is chosen. */
const USUAL_TRAVEL = '30';

// Fields for a time can't show '24:00', the midnight at the end of a day.
const MIDNIGHT = '24:00';
const SHOWN_MIDNIGHT = '00:00';

export const visitsFormOf = (stored: VisitSettings): VisitsForm => ({
  enabled: enabledText(stored.enabled),
  lengthMinutes: String(stored.lengthMinutes),
  stepMinutes: String(stored.stepMinutes),
  way: stored.travel === 'auto' ? 'auto' : 'fixed',
  travel: stored.travel === 'auto' ? USUAL_TRAVEL : String(stored.travel),
  noticeHours: String(stored.noticeHours),
  horizonDays: String(stored.horizonDays),
  maxPerDay: String(stored.maxPerDay),
  ...Object.fromEntries(
    WEEK.flatMap((_name, day) => {
      const hours = stored.hours.find(({ weekday }) => weekday === day);
      return [
        [`from.${day}`, hours?.from ?? ''],
        [`to.${day}`, hours?.to === MIDNIGHT ? SHOWN_MIDNIGHT : (hours?.to ?? '')],
      ];
    }),
  ),
});

/** Returns a whole number as typed, or NaN. */
const whole = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** The hours as typed, each with its day. A day's further hours, which the form doesn't show, stay as they are. */
const hoursOf = (form: VisitsForm, stored: VisitSettings): VisitHours[] =>
  WEEK.flatMap((_name, weekday) => {
    const [from, to] = [form[`from.${weekday}`] ?? '', form[`to.${weekday}`] ?? ''];
    if (from === '' && to === '') return [];
    const further = stored.hours.filter((hours) => hours.weekday === weekday).slice(1);
    return [{ weekday, from, to: to === SHOWN_MIDNIGHT ? MIDNIGHT : to }, ...further];
  });

/** Returns the settings to save. An invalid number is NaN. */
export const visitSettingsOf = (form: VisitsForm, stored: VisitSettings): VisitSettings => ({
  enabled: isEnabled(form),
  hours: hoursOf(form, stored),
  lengthMinutes: whole(form.lengthMinutes),
  stepMinutes: whole(form.stepMinutes),
  travel: form.way === 'auto' ? 'auto' : whole(form.travel),
  noticeHours: whole(form.noticeHours),
  horizonDays: whole(form.horizonDays),
  maxPerDay: whole(form.maxPerDay),
});

/** The field of the form that shows an error of the settings. `path` is as in the schema, such as 'hours.0.to'. */
const fieldAt = (path: string, hours: readonly VisitHours[]): string => {
  const [, index = '', time = 'to'] = /^hours\.(\d+)(?:\.(from|to))?$/.exec(path) ?? [];
  return index === '' ? path : `${time}.${hours[Number(index)]?.weekday ?? 0}`;
};

/** Returns the errors by field. While visits are on, at least one day must have hours. */
export function visitFaults(form: VisitsForm, stored: VisitSettings): FieldErrors {
  const settings = visitSettingsOf(form, stored);
  const faults: FieldErrors = {};
  if (settings.enabled && settings.hours.length === 0) faults['open.1'] = 'Choose at least one day';
  for (const { path, message } of visitSettings.safeParse(settings).error?.issues ?? [])
    faults[fieldAt(path.join('.'), settings.hours)] ??= message;
  return faults;
}

/** Returns the server's errors by the form's fields. */
export const refusedFields = (fields: FieldErrors, form: VisitsForm, stored: VisitSettings): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [fieldAt(path, hoursOf(form, stored)), message] as const),
  );

/** Returns text such as '60 minutes on Mon, Tue' for the folded settings, or '' while something is invalid. */
export const visitsLine = (form: VisitsForm): string => {
  const days = WEEK.filter((_name, day) => form[`from.${day}`] !== '').map((name) => name.slice(0, 3));
  const minutes = whole(form.lengthMinutes);
  return Number.isNaN(minutes) ? '' : [`${minutes} minutes`, days.join(', ')].filter(Boolean).join(' on ');
};
