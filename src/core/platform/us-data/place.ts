import type { RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { areaCode } from './area-codes.ts';
import { readAddress } from './read-address.ts';
import { findZip, type Zip, zipsBeginning } from './us-zips.ts';

/** Where a lead says that the job is, and his phone (E.164). */
export interface Whereabouts {
  zip: string | null;
  address: string | null;
  phone: string | null;
}

/** `zone` is where the send time is read. */
export interface Located {
  place: RecipientPlace;
  zone: string;
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

const isSaid = (text: string | null): text is string => text !== null && text.trim() !== '';

let zonesByState: Map<string, string[]> | undefined;

/** All zones of a state, the one with most ZIPs first; reckoned once, from all ZIPs. */
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

/** Where the job may be: zones, the one of the send time first, and states. `isUnknown`: it has a ZIP that no table knows. */
interface Job {
  zones: string[];
  states: string[];
  isUnknown: boolean;
}

/** The ZIP, and what the address itself says; a state that no ZIP is of binds by all its zones. */
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
 * Where a lead is (decisions.md, 'Where a lead is'; C16). The zone is the job's, else the first of the phone's area
 * code, else the company's. The place binds a send by every zone and state of the ZIP, of the address and of the phone.
 * Where the job's ZIP is in no table, or only the company's zone was left, it has no zone, and a send must be inside the
 * window everywhere.
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

/** The state of the first of these that says one: of its ZIP, else as named ('640 Mill St, Boise, ID'); null where none does. */
export const stateIn = (...addresses: readonly (string | null)[]): string | null => {
  for (const address of addresses) {
    const read = address === null ? undefined : readAddress(address);
    const state = read?.zip?.state ?? read?.state;
    if (state !== undefined) return state;
  }
  return null;
};
