import { z } from 'zod';
import { LANGUAGES } from '../../primitives/language.ts';
import { isBase64 } from '../../primitives/base64.ts';
import { phone } from '../../primitives/phone.ts';
import { timeZoneSchema } from '../../primitives/time-zone.ts';
import { clearable, email, line, paragraph, zip } from '../../primitives/text.ts';
import { DEPOSIT_TAG, findUnknownPlaceholders } from './default-terms.ts';
import { MAX_TERMS } from '../estimates/estimates.schema.ts';
import { LOGO_BYTES, LOGO_REFUSAL } from './logo.limits.ts';

export const MOST_SERVICE_ZIPS = 500;

/** Omitted fields stay unchanged. `timeZone` is an IANA name such as 'America/Boise'. */
export const companyUpdateInput = z.strictObject({
  name: line('the company name', 120).optional(),
  email: email.optional(),
  phone: clearable(phone),
  address: clearable(line('the street address', 300)),
  postalAddress: clearable(line('the postal address', 300)),
  timeZone: timeZoneSchema.optional(),
  serviceZips: z
    .array(zip)
    .max(MOST_SERVICE_ZIPS, `Use at most ${MOST_SERVICE_ZIPS} ZIP codes`)
    .transform((zips) => [...new Set(zips)].toSorted())
    .optional(),
  hours: paragraph(300).optional(),
  /**
   * Whether new leads are assigned in turn to members with the sales role. Without such members, they're assigned to
   * the owners.
   */
  assignInTurn: z.boolean().optional(),
  /** Whether the company gets the weekly email about changes in its figures. */
  weeklyReport: z.boolean().optional(),
  /**
   * The values of these fields when the form was loaded. The update is rejected with CONFLICT if another window has
   * changed them since then.
   */
  was: z
    .strictObject({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      postalAddress: z.string().nullable(),
      timeZone: z.string(),
      serviceZips: z.array(z.string()),
      hours: z.string(),
    })
    .partial()
    .optional(),
});
export type CompanyUpdateInput = z.infer<typeof companyUpdateInput>;

/** The file's bytes as base64 or a data URL. The server detects the type from the bytes. */
export const logoUploadInput = z.strictObject({
  dataBase64: z
    .string(LOGO_REFUSAL)
    .transform((text) => text.replace(/^data:[^,]{0,100};base64,/, ''))
    .refine((text) => text.length > 0 && text.length <= Math.ceil(LOGO_BYTES / 3) * 4, LOGO_REFUSAL)
    .refine(isBase64, LOGO_REFUSAL),
});

/** The URL of a logo that was just removed, to restore it. */
export const logoRestoreInput = z.strictObject({ logoUrl: z.string().max(2_000) });

export const termsUpdateInput = z.strictObject({
  text: paragraph(MAX_TERMS)
    .refine((text) => text !== '', 'Write the terms, or keep the default ones')
    .superRefine((text, context) => {
      const [unknown] = findUnknownPlaceholders(text);
      if (unknown !== undefined)
        context.addIssue({ code: 'custom', message: `Unknown tag: ${unknown}. Use ${DEPOSIT_TAG}` });
    }),
  /**
   * The text that the editor loaded. The update is rejected with CONFLICT if another window has saved a different text.
   */
  was: z.string().max(MAX_TERMS).optional(),
  /** The language of this text. Default: English. */
  language: z.enum(LANGUAGES).optional(),
});
