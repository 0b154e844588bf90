/** What a notice calls a person whose name says something else than a name. */
export const NAMELESS = 'A homeowner';

/** Longest name that a notice carries, in characters. */
const LONGEST_NAME = 40;

/** No one's name holds these: a link, an address, a number to call. */
const NO_NAME = /[\p{N}@:/\\]|www\.|[.\u3002]\p{L}{2}/iu;
const NOT_OF_A_NAME = /[^\p{L}\p{M} '\u2019.-]+/gu;

/** Characters that show nothing, and spaces of every kind as one plain space. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, '')
    .trim();

/** As many characters from the beginning, none of them cut in half. */
const atMost = (count: number, text: string): string =>
  (new RegExp(`^.{0,${count}}`, 'su').exec(text)?.[0] ?? '').trim();

/**
 * A name that a stranger typed, fit for a subject or a text message: letters and their marks, spaces, hyphens,
 * apostrophes and periods, at most 40 characters. What holds a digit, a link, '@', ':' or '/' is 'A homeowner', and so
 * is what has no letter left.
 */
export function cleanName(name: string): string {
  const text = visible(name);
  if (NO_NAME.test(text)) return NAMELESS;
  const clean = text.replace(NOT_OF_A_NAME, ' ').replace(/ {2,}/g, ' ');
  const short = atMost(LONGEST_NAME, clean);
  return /\p{L}/u.test(short) ? short : NAMELESS;
}

/** The first word of a clean name; 'the homeowner' where there is none. */
export function cleanFirstName(name: string): string {
  const clean = cleanName(name);
  return clean === NAMELESS ? 'the homeowner' : (clean.split(' ')[0] ?? clean);
}

const ZERO_WIDTH_SPACE = '\u200B';

/**
 * A stranger's words as they are to be read, of which no email client makes a link: a zero-width space breaks every
 * scheme, domain and address. Nothing else changes, and line breaks stay.
 */
export const unlinked = (words: string): string =>
  words
    .replace(/([a-z]):(?=\S)/gi, `$1:${ZERO_WIDTH_SPACE}`)
    .replace(/([\p{L}\p{N}_-])([.\u3002\uFF0E\uFF61@\uFF20])(?=[\p{L}\p{N}_-])/gu, `$1$2${ZERO_WIDTH_SPACE}`);

/** Longest display name of a sender, in characters. */
const LONGEST_SENDER = 70;

/**
 * A company's name as the sender of an email: one line of at most 70 characters that can't be taken for an address. A
 * period between letters becomes a space ('evil.com' is 'evil com'), '@' and what only links and addresses hold go. ''
 * where nothing is left.
 */
export const senderName = (name: string): string => {
  const plain = visible(name)
    .replace(/\b[a-z][a-z\d+.-]{0,20}:\/\/+/gi, ' ')
    .replace(/[@<>"\\;,:/]+/g, ' ')
    .replace(/([\p{L}\p{N}])[.\u3002\u00B7\u2024](?=[\p{L}\p{N}-]{2})/gu, '$1 ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return atMost(LONGEST_SENDER, plain);
};
