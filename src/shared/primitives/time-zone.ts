import { z } from 'zod';

const IANA = /^(?:UTC|[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+)$/;

/** Whether this is a time zone name of the IANA database that this machine knows ('America/Boise', 'UTC'). */
export const isTimeZone = (name: string): boolean => {
  if (!IANA.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Input schema for a time zone name. */
export const timeZoneSchema = z
  .string('Choose a time zone')
  .refine((name) => isTimeZone(name), 'Choose a time zone, such as America/Boise');

/** A zone in words for people: 'America/Boise' is 'Boise time', 'America/North_Dakota/Center' 'North Dakota time'. */
export const zoneLabel = (zone: string): string => {
  if (zone === 'UTC') return 'UTC';
  const parts = zone.split('/');
  const place = parts[1] === 'North_Dakota' ? parts[1] : (parts.at(-1) ?? zone);
  return `${place.replaceAll('_', ' ')} time`;
};
