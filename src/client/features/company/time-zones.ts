import { zoneLabel, zonePlace } from '#shared/primitives/zone-label.ts';

interface ZoneChoice {
  zone: string;
  label: string;
}

/** The five zones that cover nearly all contractors. Each is known by the name of its time alone. */
const COMMON = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];

/** The other US zones: other times, and places where local time has at some point differed from the zones above. */
const MORE = [
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Boise',
  'America/Adak',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Indiana/Knox',
  'America/Indiana/Tell_City',
  'America/Juneau',
  'America/Kentucky/Louisville',
  'America/Menominee',
  'America/Nome',
  'America/North_Dakota/Center',
  'America/Sitka',
  'Pacific/Guam',
];

/** Zones whose time no other zone in the lists shares, so its name is enough. */
const SINGLE = ['Pacific/Honolulu', 'America/Puerto_Rico'];

/** Returns 'Mountain time (Boise)', or the place alone where the time is named after it ('Guam time'). */
const withPlace = (zone: string): string => {
  const label = zoneLabel(zone);
  const place = zonePlace(zone);
  return SINGLE.includes(zone) || label.startsWith(place) || label === 'UTC' ? label : `${label} (${place})`;
};

/** Returns the zones to choose from. The stored zone is always included. */
export const zoneChoices = (stored: string): { common: ZoneChoice[]; more: ZoneChoice[] } => {
  const known = [...COMMON, ...MORE].includes(stored);
  return {
    common: COMMON.map((zone) => ({ zone, label: zoneLabel(zone) })),
    more: (known ? MORE : [stored, ...MORE]).map((zone) => ({ zone, label: withPlace(zone) })),
  };
};
