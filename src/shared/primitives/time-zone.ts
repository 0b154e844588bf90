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
