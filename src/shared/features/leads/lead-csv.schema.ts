import { z } from 'zod';
import { leadListInput } from './leads.schema.ts';

/** At most so many rows and characters go with one call; a larger file goes in several. */
export const IMPORT_BATCH_ROWS = 250;
export const MAX_IMPORT_ROWS = 500;
export const MAX_IMPORT_CHARS = 300_000;

/**
 * Leads as CSV text with a head (`recognizeColumns`). `duplicates`: what becomes of a row whose email address or phone
 * a lead has already: 'skip' leaves it out, 'add' adds it, to be merged by hand. A row that was imported before is left
 * out either way.
 */
export const leadImportInput = z.strictObject({
  csv: z.string().max(MAX_IMPORT_CHARS, 'Send at most 500 rows at a time'),
  duplicates: z.enum(['skip', 'add']).default('skip'),
});
export type LeadImportInput = z.infer<typeof leadImportInput>;

/** What became of each row; `row` as a spreadsheet numbers it (the head is 1). */
export const leadImportView = z.object({
  added: z.number().int(),
  already: z.number().int(),
  wrong: z.number().int(),
  rows: z.array(
    z.object({
      row: z.number().int(),
      outcome: z.enum(['added', 'already', 'wrong']),
      /** The lead that was added or is there already. */
      leadId: z.string().nullable(),
      /** Whether this very row was imported before: by this file, or by a call whose answer was lost. */
      again: z.boolean(),
      /** What is wrong, by field, in words. */
      fields: z.record(z.string(), z.string()),
    }),
  ),
});
export type LeadImportView = z.infer<typeof leadImportView>;

/** The same filters as the list. A page holds up to 1,000 leads. */
export const leadExportInput = leadListInput
  .pick({ cursor: true, search: true, status: true, sort: true, archived: true, awaiting: true, unread: true })
  .prefault({});
export type LeadExportInput = z.infer<typeof leadExportInput>;

/** The pages' `csv` one after the other are the file; the first begins with the byte order mark and the head. */
export const leadExportView = z.object({ csv: z.string(), count: z.number().int(), nextCursor: z.string().nullable() });
