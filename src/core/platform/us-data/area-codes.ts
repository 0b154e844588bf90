import { z } from 'zod';
import { isTimeZone } from '#shared/primitives/time-zone.ts';
import data from './us-area-codes.json' with { type: 'json' };

const code = z.string().regex(/^\d{3}$/);
const codes = z.array(code).min(1);

/**
 * Caches the results of time zone checks. The file contains 401 zone names, but only 13 distinct ones, and each check
 * creates a 50 kB formatter.
 */
const asked = new Map<string, boolean>();
const isKnownZone = (zone: string): boolean => {
  if (!asked.has(zone)) asked.set(zone, isTimeZone(zone));
  return asked.get(zone) === true;
};

const areaCodesSchema = z.object({
  asOf: z.iso.date(),
  refuse: z.object({
    tollFree: codes,
    premium: codes,
    personalAndMachine: codes,
    government: codes,
    carrier: codes,
    neverAssigned: codes,
    canadaNonGeographic: codes,
    otherCountriesOnPlus1: codes,
    usTerritoriesNotServed: z.record(code, z.string()),
  }),
  codes: z.record(
    code,
    z.object({
      state: z.string().regex(/^[A-Z]{2}$/),
      zones: z.array(z.string().refine(isKnownZone)).min(1),
    }),
  ),
});
export type AreaCodes = z.output<typeof areaCodesSchema>;

/** `zones` lists all of the area code's time zones, the most populous first. */
export interface AreaCode {
  state: string;
  zones: string[];
}

let loaded: AreaCodes | undefined;

/**
 * Returns US area codes with their US states and time zones, and the codes to reject. The file is validated once.
 * Throws ZodError if it's invalid.
 */
export const loadAreaCodes = (): AreaCodes => (loaded ??= areaCodesSchema.parse(data));

const E164 = /^\+1(\d{3})\d{7}$/;

/**
 * Returns the US state and time zones of an E.164 number. Undefined if its area code isn't in the 50 states, DC or
 * Puerto Rico.
 */
export const areaCode = (phone: string): AreaCode | undefined => {
  const found = E164.exec(phone)?.[1];
  return found === undefined ? undefined : loadAreaCodes().codes[found];
};

/**
 * Returns why a number (E.164) can't be texted, worded for the contractor. Returns null if it can be texted. Landlines
 * aren't detected, because only carriers can identify them (T9).
 */
export const describePhoneProblem = (phone: string): string | null => {
  const found = E164.exec(phone)?.[1];
  if (found === undefined) return 'This isn’t a US phone number';
  const { codes: served, refuse } = loadAreaCodes();
  if (found in served) return null;
  if (refuse.tollFree.includes(found)) return 'We can’t text toll-free numbers';
  if (refuse.premium.includes(found)) return 'We can’t text premium-rate numbers';
  if (refuse.personalAndMachine.includes(found)) return 'We can’t text personal or machine numbers';
  if (found in refuse.usTerritoriesNotServed || refuse.otherCountriesOnPlus1.includes(found))
    return 'We can text only numbers in the 50 states, DC and Puerto Rico';
  if (refuse.canadaNonGeographic.includes(found))
    return 'We can text only numbers in the 50 states, DC and Puerto Rico';
  return `${found} isn’t a US area code`;
};

/**
 * Whether a number (E.164) can be texted, which means that its area code is in use in the 50 states, DC or Puerto Rico.
 */
export const isTextable = (phone: string): boolean => describePhoneProblem(phone) === null;
