import { z } from 'zod';

/** Makes text storable in Postgres, including in jsonb: removes NUL, and replaces unpaired surrogates with U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/**
 * Characters that are invisible or change the text direction. The zero-width joiner, which emoji need, isn't included.
 */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Schema for a required line of text: trimmed, not empty, at most `max` characters, without control or invisible
 * characters.
 */
export const line = (label: string, max: number) =>
  z
    .string(`Enter ${label}`)
    .overwrite((value) => value.toWellFormed().replace(UNSEEN, ''))
    .trim()
    .min(1, `Enter ${label}`)
    .max(max, `Use at most ${max} characters`)
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Remove line breaks and control characters');

/** Schema for an optional text of one or more lines: trimmed, `storable`, and '' if missing. */
export const paragraph = (max: number) =>
  z
    .string()
    .overwrite(storable)
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`);

/** Email address schema: trimmed, in lower case, at most 254 characters. */
export const email = z
  .string('Enter an email address, such as dana@example.com')
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters')
  .pipe(z.email('Enter an email address, such as dana@example.com'));

/** US ZIP code schema: five digits. It removes a +4 suffix. */
export const zip = z
  .string()
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'Enter a five-digit ZIP code, such as 83642')
  .transform((value) => value.slice(0, 5));

/** Makes a schema for an optional form field: an empty or missing value becomes undefined before `schema` parses it. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined)),
    schema.optional(),
  );

/**
 * Makes a schema for an update's field. If the field is missing, the stored value stays. Null or an empty string clears
 * it, and any other value replaces it.
 */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable().optional(),
  );
