import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { textWords } from '#shared/features/messages/words.ts';

/** Returns the string as one line without control characters, for safe use in a subject, a name or a text message. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const NAME = /^[\p{L}\p{M}'\u2019-]{1,40}\.?$/u;

/**
 * Returns a person's first name ('Dana' for 'Dana Whitfield'). Returns null if the first word doesn't look like a name,
 * because text typed into a public form could be a URL or a tag. A company's message must not deliver such text to a
 * stranger.
 */
export const safeFirstName = (name: string): string | null => {
  const first = oneLine(name).split(' ')[0] ?? '';
  return NAME.test(first) ? first : null;
};

/** Returns the name for a greeting: the first name, or 'there' if it isn't a name. */
export const greetingName = (name: string, language: Language = DEFAULT_LANGUAGE): string =>
  safeFirstName(name) ?? textWords(language).there;

/** Joins the lines that aren't null, undefined or false. '' is an empty line. */
export const joinLines = (lines: readonly (string | null | undefined | false)[]): string =>
  lines.filter((line): line is string => typeof line === 'string').join('\n');

/** Matches a link without the punctuation that ends its sentence. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** Splits a string at its links. Even positions are plain text, odd ones are links. */
export const splitLinks = (text: string): string[] => text.split(LINK);
