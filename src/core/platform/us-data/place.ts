import type { RecipientPlace } from '#shared/features/messages/contact-hours.rules.ts';
import { areaCode } from './area-codes.ts';
import { findZip } from './us-zips.ts';

/** `zone` is where the send time is read; `stateOfJob` the state of the job's ZIP, null where it is not known. */
export interface Located {
  place: RecipientPlace;
  zone: string;
  stateOfJob: string | null;
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/**
 * Where a lead is (decisions.md, Follow-ups; C16). The zone is the ZIP's, else the first of the phone's area code,
 * else the company's. The place binds a send by every zone and state of both; where only the company's zone was
 * left it has none, and a send must be inside the window everywhere. `phone` is E.164.
 */
export const placeOf = ({
  zip,
  phone,
  companyZone,
}: {
  zip: string | null;
  phone: string | null;
  companyZone: string;
}): Located => {
  const job = zip === null ? undefined : findZip(zip.slice(0, 5));
  const line = phone === null ? undefined : areaCode(phone);
  return {
    place: {
      zones: distinct([job?.zone, ...(job?.also ?? []), ...(line?.zones ?? [])]),
      states: distinct([job?.state, line?.state]),
    },
    zone: job?.zone ?? line?.zones[0] ?? companyZone,
    stateOfJob: job?.state ?? null,
  };
};

/** A ZIP as an address ends with it; a house number of five digits is none. */
const LAST_ZIP = /(\d{5})(?:-\d{4})?(?:,?\s*(?:USA?|United States))?[\s.]*$/i;

/** The state of the ZIP that the first of these addresses ends with ('640 Mill St, Boise, ID 83702'); null where none does. */
export const stateIn = (...addresses: readonly (string | null)[]): string | null => {
  for (const address of addresses) {
    const zip = LAST_ZIP.exec(address ?? '')?.[1];
    const state = zip === undefined ? undefined : findZip(zip)?.state;
    if (state !== undefined) return state;
  }
  return null;
};
