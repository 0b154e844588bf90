import type { RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { areaCode } from './area-codes.ts';
import { readAddress } from './read-address.ts';
import { findZip, type Zip, zipsBeginning } from './us-zips.ts';

/** The job's location according to the lead, and the homeowner's phone (E.164). */
export interface Whereabouts {
  zip: string | null;
  address: string | null;
  phone: string | null;
}

/** `zone` is the zone that determines the send time. */
export interface Located {
  place: RecipientPlace;
  zone: string;
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

const isSaid = (text: string | null): text is string => text !== null && text.trim() !== '';

let zonesByState: Map<string, string[]> | undefined;

/** All zones of a state, the one with the most ZIPs first; computed once from all ZIPs. */
const zonesOfState = (state: string): string[] => (zonesByState ??= readZones()).get(state) ?? [];

function readZones(): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { state, zone, also } of zipsBeginning()) {
    const zones = counts.get(state) ?? new Map<string, number>();
    for (const each of [zone, ...also]) zones.set(each, (zones.get(each) ?? 0) + 1);
    counts.set(state, zones);
  }
  const mostFirst = (zones: Map<string, number>) => [...zones].toSorted(([, a], [, b]) => b - a).map(([zone]) => zone);
  return new Map([...counts].map(([state, zones]) => [state, mostFirst(zones)]));
}

/** Possible locations of the job: zones, the send time's first, and states. `isUnknown`: its ZIP is in no table. */
interface Job {
  zones: string[];
  states: string[];
  isUnknown: boolean;
}

/** The location of the ZIP and of the address. A state without a matching ZIP counts with all its zones. */
const jobOf = ({ zip, address }: Whereabouts): Job => {
  const read = isSaid(address) ? readAddress(address) : undefined;
  const zips: Zip[] = [zip === null ? undefined : findZip(zip.slice(0, 5)), read?.zip].filter(
    (found) => found !== undefined,
  );
  const state = zips.some((found) => found.state === read?.state) ? undefined : read?.state;
  const zones = [...zips.flatMap((found) => [found.zone, ...found.also]), ...(state ? zonesOfState(state) : [])];
  return {
    zones: distinct(zones),
    states: distinct([...zips.map((found) => found.state), state]),
    isUnknown: zones.length === 0 && (isSaid(zip) || read?.saysZip === true),
  };
};

/**
 * Determines a lead's location (decisions.md, 'How a lead's location is determined'; C16). The zone is the job's, else
 * the first of the phone's area code, else the company's. Every zone and state of the ZIP, the address and the phone
 * applies to a send. If the job's ZIP is unknown, or only the company's zone is left, there is no zone, and a send must
 * be within hours everywhere.
 */
export const placeOf = (lead: Whereabouts & { companyZone: string }): Located => {
  const job = jobOf(lead);
  const line = lead.phone === null ? undefined : areaCode(lead.phone);
  return {
    place: {
      zones: job.isUnknown ? [] : distinct([...job.zones, ...(line?.zones ?? [])]),
      states: distinct([...job.states, line?.state]),
    },
    zone: job.zones[0] ?? line?.zones[0] ?? lead.companyZone,
  };
};

/**
 * The state of the first location that has one: by ZIP, else as named ('640 Mill St, Boise, ID'); null if none does.
 */
export const stateIn = (...addresses: readonly (string | null)[]): string | null => {
  for (const address of addresses) {
    const read = address === null ? undefined : readAddress(address);
    const state = read?.zip?.state ?? read?.state;
    if (state !== undefined) return state;
  }
  return null;
};
