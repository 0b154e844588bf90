/** One line without control characters, safe for a subject, a name or a text. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const NAME = /^[\p{L}\p{M}'\u2019-]{1,40}\.?$/u;

/**
 * The name to greet a person with: 'Dana' for 'Dana Whitfield', 'there' if the text isn't a name. Text from a public
 * form could be a URL or a tag, and a company's message must not send it to someone else.
 */
export const greetingName = (name: string): string => {
  const first = oneLine(name).split(' ')[0] ?? '';
  return NAME.test(first) ? first : 'there';
};

/** Joins the lines that exist. '' is an empty line. */
export const joinLines = (lines: readonly (string | null | undefined | false)[]): string =>
  lines.filter((line): line is string => typeof line === 'string').join('\n');

/** A link, without the punctuation that ends its sentence. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** A text split at its links: text at even positions, links at odd ones. */
export const splitLinks = (text: string): string[] => text.split(LINK);
