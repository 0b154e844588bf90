/** Replaces a typed name in notices if it doesn't look like a real name. */
export const NAMELESS = 'A homeowner';

/** The longest name in a notice, in characters. */
const LONGEST_NAME = 40;

/** Matches digits, links and email addresses, which real names don't contain. */
const NO_NAME = /[\p{N}@:/\\]|www\.|[.\u3002]\p{L}{2}/iu;
const NOT_OF_A_NAME = /[^\p{L}\p{M} '\u2019.-]+/gu;

/** Removes invisible characters and turns every kind of space into one plain space. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, '')
    .trim();

/** Returns at most `count` characters from the start, without splitting a character. */
const atMost = (count: number, text: string): string =>
  (new RegExp(`^.{0,${count}}`, 'su').exec(text)?.[0] ?? '').trim();

/**
 * Makes a name that a stranger typed safe for an email subject or a text. Keeps only letters and diacritics, spaces,
 * hyphens, apostrophes and periods, and at most 40 characters. A name becomes 'A homeowner' if it has no letters, or if
 * it contains a digit, a link, '@', ':' or '/'.
 */
export function cleanName(name: string): string {
  const text = visible(name);
  if (NO_NAME.test(text)) return NAMELESS;
  const clean = text.replace(NOT_OF_A_NAME, ' ').replace(/ {2,}/g, ' ');
  const short = atMost(LONGEST_NAME, clean);
  return /\p{L}/u.test(short) ? short : NAMELESS;
}

/** Returns the first word of the cleaned name, or 'the homeowner' if there's none. */
export function cleanFirstName(name: string): string {
  const clean = cleanName(name);
  return clean === NAMELESS ? 'the homeowner' : (clean.split(' ')[0] ?? clean);
}

const ZERO_WIDTH_SPACE = '\u200B';

/**
 * Inserts zero-width spaces into a stranger's text so that email clients don't turn any part of it into a link. The
 * spaces split every scheme, domain and email address. Nothing else changes, not even line breaks.
 */
export const unlinked = (words: string): string =>
  words
    .replace(/([a-z]):(?=\S)/gi, `$1:${ZERO_WIDTH_SPACE}`)
    .replace(/([\p{L}\p{N}_-])([.\u3002\uFF0E\uFF61@\uFF20])(?=[\p{L}\p{N}_-])/gu, `$1$2${ZERO_WIDTH_SPACE}`);

/** The longest quote in a text to the contractor, in characters. Two segments leave room for the rest of the notice. */
const LONGEST_QUOTE = 300;

/**
 * Returns a stranger's words for a text to the contractor: one line of at most 300 characters that phones don't turn
 * into a link. Texts can't contain the invisible spaces of `unlinked`, so plain spaces are used.
 */
export const quotedInText = (words: string): string => {
  const line = unlinked(visible(words)).replaceAll(ZERO_WIDTH_SPACE, ' ');
  const short = atMost(LONGEST_QUOTE, line);
  return short.length < line.length ? `${short}...` : short;
};

/** The longest sender display name, in characters. */
const LONGEST_SENDER = 70;

/**
 * Returns a company's name for the From header: one line of at most 70 characters that doesn't look like an email
 * address. A period between letters becomes a space ('evil.com' becomes 'evil com'). Other parts of links and email
 * addresses, such as '@', are removed. Returns '' if nothing remains.
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

/** Replaces a company name that doesn't look real. */
export const NAMELESS_COMPANY = 'A fence company';

const NO_COMPANY = /[@:/\\]|www\.|[.\u3002]\p{L}{2}|\p{N}{5}/iu;
const NOT_OF_A_COMPANY = /[^\p{L}\p{M}\p{N} '\u2019&.,-]+/gu;

/** Like `cleanName`, but for a company's name in an email to a stranger: digits and '&' are allowed. */
export function cleanCompanyName(name: string): string {
  const text = visible(name);
  if (NO_COMPANY.test(text)) return NAMELESS_COMPANY;
  const short = atMost(LONGEST_NAME, text.replace(NOT_OF_A_COMPANY, ' ').replace(/ {2,}/g, ' '));
  return /\p{L}/u.test(short) ? short : NAMELESS_COMPANY;
}
