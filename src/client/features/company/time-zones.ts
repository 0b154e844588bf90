import { zoneLabel } from '#shared/primitives/time-zone.ts';

interface ZoneChoice {
  zone: string;
  label: string;
}

/** The time zones that cover nearly all contractors, by their common names. */
const COMMON: ZoneChoice[] = [
  { zone: 'America/New_York', label: 'Eastern (New York)' },
  { zone: 'America/Chicago', label: 'Central (Chicago)' },
  { zone: 'America/Denver', label: 'Mountain (Denver)' },
  { zone: 'America/Boise', label: 'Mountain (Boise)' },
  { zone: 'America/Phoenix', label: 'Mountain without daylight saving (Phoenix)' },
  { zone: 'America/Los_Angeles', label: 'Pacific (Los Angeles)' },
  { zone: 'America/Anchorage', label: 'Alaska (Anchorage)' },
  { zone: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
  { zone: 'America/Puerto_Rico', label: 'Atlantic (Puerto Rico)' },
];

/** Zones for US places where local time has at some point differed from the zones above. */
const RARE = [
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

/** Returns the zones to choose from. The stored zone is always included. */
export const zoneChoices = (stored: string): { common: ZoneChoice[]; more: ZoneChoice[] } => {
  const known = COMMON.some(({ zone }) => zone === stored) || RARE.includes(stored);
  const more = known ? RARE : [stored, ...RARE];
  return { common: COMMON, more: more.map((zone) => ({ zone, label: zoneLabel(zone) })) };
};
