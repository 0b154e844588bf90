import type { Language } from './language.ts';

/** The names of US time in English and Spanish, and the IANA zones that keep it today. */
const US_TIMES = [
  [
    'Eastern time',
    'hora del este',
    [
      'America/New_York',
      'America/Detroit',
      'America/Indiana/Indianapolis',
      'America/Indiana/Marengo',
      'America/Indiana/Petersburg',
      'America/Indiana/Vevay',
      'America/Indiana/Vincennes',
      'America/Indiana/Winamac',
      'America/Kentucky/Louisville',
      'America/Kentucky/Monticello',
    ],
  ],
  [
    'Central time',
    'hora central',
    [
      'America/Chicago',
      'America/Indiana/Knox',
      'America/Indiana/Tell_City',
      'America/Menominee',
      'America/North_Dakota/Beulah',
      'America/North_Dakota/Center',
      'America/North_Dakota/New_Salem',
    ],
  ],
  ['Mountain time', 'hora de la montaña', ['America/Denver', 'America/Boise']],
  ['Arizona time', 'hora de Arizona', ['America/Phoenix']],
  ['Pacific time', 'hora del Pacífico', ['America/Los_Angeles']],
  [
    'Alaska time',
    'hora de Alaska',
    ['America/Anchorage', 'America/Juneau', 'America/Metlakatla', 'America/Nome', 'America/Sitka', 'America/Yakutat'],
  ],
  ['Hawaii time', 'hora de Hawái', ['Pacific/Honolulu']],
  ['Atlantic time', 'hora del Atlántico', ['America/Puerto_Rico', 'America/St_Thomas']],
] as const;

const NAMES = new Map<string, { en: string; es: string }>(
  US_TIMES.flatMap(([en, es, zones]) => zones.map((zone) => [zone, { en, es }] as const)),
);

/** Returns a zone's city or place: 'Boise' for 'America/Boise', 'North Dakota' for 'America/North_Dakota/Center'. */
export const zonePlace = (zone: string): string => {
  const parts = zone.split('/');
  const place = parts[1] === 'North_Dakota' ? parts[1] : (parts.at(-1) ?? zone);
  return place.replaceAll('_', ' ');
};

/**
 * Returns the name that people use for a zone's time: 'Mountain time' for 'America/Boise', in Spanish 'hora de la
 * montaña'. Outside the US, it's the city's: 'Berlin time'.
 */
export const zoneLabel = (zone: string, language: Language = 'en'): string => {
  if (zone === 'UTC') return 'UTC';
  return NAMES.get(zone)?.[language] ?? (language === 'es' ? `hora de ${zonePlace(zone)}` : `${zonePlace(zone)} time`);
};
