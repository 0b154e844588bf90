import { textHoursSchema, type TextHours } from '#shared/features/permission/text-hours-by-state.schema.ts';
import data from './us-text-hours-by-state.json' with { type: 'json' };

let loaded: TextHours | undefined;

/** The hours of automated texts by state (C14), checked once. Throws ZodError where the file has a fault. */
export const loadTextHours = (): TextHours => (loaded ??= textHoursSchema.parse(data));
