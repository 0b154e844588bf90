import { z } from 'zod';
import { leadListInput } from './leads.schema.ts';

/** The maximum number of rows and characters per call. The client splits larger files into several calls. */
export const IMPORT_BATCH_ROWS = 250;
export const MAX_IMPORT_ROWS = 500;
export const MAX_IMPORT_CHARS = 300_000;

/**
 * Leads as CSV text. The heading may have other programs' names and titles above it (`lead-csv.heading-meanings.ts`). `duplicates` applies to rows with the email or phone of an
 * existing lead. 'skip' leaves the row out. 'add' adds a second lead, which the contractor can merge by hand. A row
 * that was already imported is always left out.
 */
export const leadImportInput = z.strictObject({
  csv: z.string().max(MAX_IMPORT_CHARS, 'Send at most 500 rows at a time'),
  duplicates: z.enum(['skip', 'add']).default('skip'),
});
export type LeadImportInput = z.infer<typeof leadImportInput>;

/** Each row's result. `row` is its number in a spreadsheet (the heading is 1). */
export const leadImportView = z.object({
  added: z.number().int(),
  already: z.number().int(),
  wrong: z.number().int(),
  rows: z.array(
    z.object({
      row: z.number().int(),
      outcome: z.enum(['added', 'already', 'wrong']),
      /** The id of the added lead, or of the existing one. */
      leadId: z.string().nullable(),
      /** Whether this exact row was already imported, either earlier in this file or by a call with a lost response. */
      again: z.boolean(),
      /** Error messages by field. */
      fields: z.record(z.string(), z.string()),
      /** What of an added row wasn't taken over as it is, by field. All of it is in the lead's notes. */
      left: z.record(z.string(), z.string()),
    }),
  ),
});
export type LeadImportView = z.infer<typeof leadImportView>;

/** The same filters as for the lead list. A page has up to 1,000 leads. */
export const leadExportInput = leadListInput
  .pick({
    cursor: true,
    search: true,
    status: true,
    sort: true,
    archived: true,
    awaiting: true,
    unread: true,
    assignee: true,
  })
  .prefault({});
export type LeadExportInput = z.infer<typeof leadExportInput>;

/**
 * One page of the export. To create the complete file, join the `csv` of all pages in order. Only the first page starts
 * with the byte order mark and the heading.
 */
/** A page of the export. `today` is the day of the export in the company's time zone, for the file's name. */
export const leadExportView = z.object({
  csv: z.string(),
  count: z.number().int(),
  nextCursor: z.string().nullable(),
  today: z.string(),
});
