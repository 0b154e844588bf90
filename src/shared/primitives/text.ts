import { z } from 'zod';

/** What Postgres can keep, in text and in jsonb: without NUL, and half an emoji becomes U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/** Characters that show nothing, or turn the direction of what stands around them; the joiner of emoji stays. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A required line of text: trimmed, not empty, at most `max` characters, no control characters, nothing unseen. */
export const line = (label: string, max: number) =>
  z
    .string(`Enter ${label}`)
    .overwrite((value) => value.toWellFormed().replace(UNSEEN, ''))
    .trim()
    .min(1, `Enter ${label}`)
    .max(max, `Use at most ${max} characters`)
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Remove line breaks and control characters');

/** An optional text that may have several lines; trimmed; default ''; `storable`. */
export const paragraph = (max: number) =>
  z
    .string()
    .overwrite(storable)
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`);

/** A email address, trimmed and in lower case, at most 254 characters. */
export const email = z
  .string('Enter an email address, such as dana@example.com')
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters')
  .pipe(z.email('Enter an email address, such as dana@example.com'));

/** A US ZIP code: five digits; a +4 is cut off. */
export const zip = z
  .string()
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'Enter a five-digit ZIP code, such as 83642')
  .transform((value) => value.slice(0, 5));

/** Turns an empty or missing text into undefined before `schema` looks at it: for optional fields of a form. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined)),
    schema.optional(),
  );

/** A field of a change that may be left as it is (missing), emptied (null or an empty text: null) or set. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable().optional(),
  );
