import { z } from 'zod';

const IANA = /^(?:UTC|[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+)$/;

/** Whether a name is an IANA time zone that the runtime supports ('America/Boise', 'UTC'). */
export const isTimeZone = (name: string): boolean => {
  if (!IANA.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Schema for a time zone name. */
export const timeZoneSchema = z
  .string('Choose a time zone')
  .refine((name) => isTimeZone(name), 'Choose a time zone, such as America/Boise');

/**
 * Returns a zone's display name: 'Boise time' for 'America/Boise', 'North Dakota time' for
 * 'America/North_Dakota/Center'.
 */
export const zoneLabel = (zone: string): string => {
  if (zone === 'UTC') return 'UTC';
  const parts = zone.split('/');
  const place = parts[1] === 'North_Dakota' ? parts[1] : (parts.at(-1) ?? zone);
  return `${place.replaceAll('_', ' ')} time`;
};
