import { z } from 'zod';

/** The name of a source, without spaces around it, 1 to 60 characters. */
export const sourceSchema = z.string().trim().min(1, 'Enter a source').max(60, 'Enter at most 60 characters');
