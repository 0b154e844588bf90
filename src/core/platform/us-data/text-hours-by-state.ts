import { textHoursSchema, type TextHours } from '#shared/features/permission/text-hours-by-state.schema.ts';
import data from './us-text-hours-by-state.json' with { type: 'json' };

let loaded: TextHours | undefined;

/**
 * Returns the hours for automated texts by state (C14). The file is validated once. Throws ZodError if it's invalid.
 */
export const loadTextHours = (): TextHours => (loaded ??= textHoursSchema.parse(data));
