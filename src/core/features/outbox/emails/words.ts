/** One line without control characters: fit for a subject, a name or a text message. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const NAME = /^[\p{L}\p{M}'\u2019-]{1,40}\.?$/u;

/**
 * How a person is addressed: 'Dana' of 'Dana Whitfield', 'there' where that is no name. What is typed into a
 * public form could be an address or a tag, and a company's message must not carry it to a stranger.
 */
export const greetingName = (name: string): string => {
  const first = oneLine(name).split(' ')[0] ?? '';
  return NAME.test(first) ? first : 'there';
};

/** The lines that there are, one under the other; '' is an empty line. */
export const joinLines = (lines: readonly (string | null | undefined | false)[]): string =>
  lines.filter((line): line is string => typeof line === 'string').join('\n');

/** A link up to the sign that ends its sentence. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** A text cut at its links: what stands between them at even places, the links at odd ones. */
export const splitLinks = (text: string): string[] => text.split(LINK);
