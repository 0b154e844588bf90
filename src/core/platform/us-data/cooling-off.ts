import type { CancelPeriod } from '#shared/features/estimates/cooling-off.rules.ts';
import { type CoolingOff, coolingOffSchema } from '#shared/features/estimates/cooling-off.schema.ts';
import { holidaysOfYear } from '#shared/features/permission/holidays.rules.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import { loadTextHours } from './text-hours-by-state.ts';
import data from './us-cooling-off.json' with { type: 'json' };

let loaded: CoolingOff | undefined;

/** The right to cancel after signing (C28), validated once. Throws ZodError if the file is invalid. */
export const loadCoolingOff = (): CoolingOff => (loaded ??= coolingOffSchema.parse(data));

/** The period in a job's state ('MD'): its longest for anyone, or the federal one. */
export const cancelPeriodOf = (state: string | null): CancelPeriod => {
  const { federal, states } = loadCoolingOff();
  const row = state === null ? undefined : states[state];
  return {
    businessDays: row?.seniorBusinessDays ?? row?.businessDays ?? federal.period.businessDays,
    saturdayCounts: row?.saturdayCounts ?? true,
  };
};

const years = new Map<string, ReadonlyMap<LocalDate, string>>();

/** Whether a day is a federal holiday, on its date or its observed day (5 U.S.C. 6103), in any year. */
export const isFederalHoliday = (day: LocalDate): boolean => {
  const year = day.slice(0, 4);
  let holidays = years.get(year);
  if (!holidays) years.set(year, (holidays = holidaysOfYear(loadTextHours().holidaySets, 'US', Number(year))));
  return holidays.has(day);
};
