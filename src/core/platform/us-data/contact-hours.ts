import { contactHoursSchema, type ContactHours } from '#shared/features/messages/contact-hours.schema.ts';
import data from './us-contact-hours.json' with { type: 'json' };

let loaded: ContactHours | undefined;

/** The hours of automated texts by state (C14), checked once. Throws ZodError where the file has a fault. */
export const loadContactHours = (): ContactHours => (loaded ??= contactHoursSchema.parse(data));
