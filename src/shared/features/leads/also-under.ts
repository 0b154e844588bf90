import { readPhone } from '../../primitives/phone.ts';
import { MAX_NOTES } from '../estimates/estimates.schema.ts';

/** How notes say what else was given for a field: 'Also under phone: ext. 12'. */
export const alsoUnder = (field: string, rest: string): string => `Also under ${field}: ${rest}`;

/**
 * Adds a line to notes, unless they already contain it. If the notes would get too long, the line is cut, so that it
 * never prevents a lead from being saved.
 */
export const withLine = (notes: string, line: string): string => {
  if (notes.split('\n').includes(line)) return notes;
  return [notes, line].filter(Boolean).join('\n').slice(0, Math.max(MAX_NOTES, notes.length)).trimEnd();
};

/** Returns the line for what was typed beside the phone number, such as an extension. Undefined if there's nothing. */
export const lineBesidePhone = (typed: unknown): string | undefined => {
  const rest = typeof typed === 'string' && typed.length <= 300 ? readPhone(typed)?.rest : undefined;
  return rest ? alsoUnder('phone', rest) : undefined;
};

const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Moves what was typed beside the phone number to the notes, before a new lead's input is read. Anything that isn't a
 * lead is returned unchanged.
 */
export const moveBesidePhone = (input: unknown): unknown => {
  const beside = isRecord(input) ? lineBesidePhone(input['phone']) : undefined;
  if (!isRecord(input) || beside === undefined) return input;
  const { notes = '' } = input;
  return typeof notes === 'string' || notes === null ? { ...input, notes: withLine(notes ?? '', beside) } : input;
};
