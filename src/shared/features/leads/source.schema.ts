import { z } from 'zod';
import { storable } from '../../primitives/text.ts';

/** Source name schema: trimmed, 1 to 60 characters, `storable`. */
export const sourceSchema = z
  .string()
  .overwrite(storable)
  .trim()
  .min(1, 'Enter a source')
  .max(60, 'Enter at most 60 characters');
