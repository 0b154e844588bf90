import { email as emailSchema } from '#shared/primitives/text.ts';
import { parsePhone, type Phone } from '#shared/primitives/phone.ts';
import { typedText } from './plain-text.ts';

/** The contact details in a message. A field is null if the message doesn't contain it. */
export interface ContactRead {
  email: string | null;
  phone: Phone | null;
  name: string | null;
  zip: string | null;
  address: string | null;
  /** Names the field whose value in the message is invalid, if any. */
  broken: 'email' | 'phone' | null;
  /** The message without the contact details, so that their digits aren't read as feet. */
  rest: string;
}

const EMAIL = /[^\s<>(),;:"]+@[^\s<>(),;:"]+/;
const PHONE = /(?<![\d$])(?:\+?1[ .-]{0,3})?\(?\d{3}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)/;
const NEAR_PHONE =
  /(?:phone|number|cell|call me at|text me at|tel(?:efono)?|numero|celular)\D{0,12}(\d[\d ().-]{4,14}\d)/i;
export const STREET =
  /\b\d{1,6} (?:[NSEW]\.? )?(?:(?!(?:ft|feet|foot|fts|lf|yards?|yds?|m|met(?:er|re)s?|pies|metros|and|of|on|in|by|the|this|that|other|gates?) )[A-ZÁÉÍÓÚÑ0-9][\p{L}\d'.-]* ){1,4}(?:St(?:reet)?|Ave(?:nue)?|Rd|Road|Dr(?:ive)?|Ln|Lane|Ct|Court|Blvd|Boulevard|Way|Pl(?:ace)?|Ter(?:race)?|Cir(?:cle)?|Hwy|Pkwy|Loop|Trail)\b\.?/iu;
/** Matches the town after a street address, such as ', Boise, ID 83702'. */
const TOWN = /^,? \p{Lu}[\p{L}.' ]{1,30},? [A-Z]{2}\b(?: \d{5})?/u;
const ZIP = /\b(\d{5})(?:-\d{4})?\b(?! ?(?:ft|feet|foot|pies|m\b|yards))/;
const NAME = String.raw`([\p{Lu}][\p{L}'’-]+(?: [\p{Lu}][\p{L}'’.-]+){0,3})`;
const SAYS_NAME = [
  new RegExp(
    String.raw`(?:[Mm]y name(?:'|’)?s?(?: is)?|[Tt]his is|[Ii](?:'|’)m|[Ii] am|[Nn]ame:?|[Mm]e llamo|[Mm]i nombre es|[Ss]oy|[Nn]ombre:?) ${NAME}`,
    'u',
  ),
];
const LOWER_NAME = /(?:my name is|my names|me llamo|mi nombre es) ([\p{L}'’-]+(?: [\p{L}'’-]+)?)/iu;
/** The maximum number of words in a name without an introduction such as 'my name is'. */
const MAX_WORDS = 4;
const LONGEST_NAME = 80;
/** The maximum length of a street address, in characters. The widget form uses the same limit. */
const LONGEST_ADDRESS = 300;

/**
 * Shortens a string to `most` characters. If the cut splits a character, the remaining half becomes U+FFFD, because
 * half a character can't be stored.
 */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/**
 * Reads the contact details from an unmodified message. If the last question asked for the name (`expectsName`), a
 * short answer without digits is read as a name.
 */
export function readContact(message: string, expectsName: boolean): ContactRead {
  let rest = typedText(message);
  const take = (pattern: RegExp, group = 0, after?: RegExp): string | null => {
    const match = pattern.exec(rest);
    if (match === null) return null;
    const end = match.index + match[0].length;
    const more = after?.exec(rest.slice(end))?.[0] ?? '';
    rest = `${rest.slice(0, match.index)} ${rest.slice(end + more.length)}`;
    return ((match[group] ?? '') + more).trim();
  };
  const typedEmail = take(EMAIL)?.replace(/[.!?]+$/, '') ?? null;
  const email = typedEmail === null ? undefined : emailSchema.safeParse(typedEmail).data;
  const typedPhone = take(PHONE) ?? take(NEAR_PHONE, 1);
  const phone = typedPhone === null ? undefined : parsePhone(typedPhone);
  const address = take(STREET, 0, TOWN);
  const zip = ZIP.exec(address ?? '')?.[1] ?? take(ZIP, 1);
  const reached = typedEmail !== null || typedPhone !== null;
  const name = nameIn(rest, expectsName && !reached) ?? (expectsName && reached ? nameBeside(rest) : null);
  const broken =
    typedEmail !== null && email === undefined ? 'email' : typedPhone !== null && phone === undefined ? 'phone' : null;
  return {
    email: email ?? null,
    phone: phone ?? null,
    name,
    zip: zip ?? null,
    address: address === null ? null : cut(address, LONGEST_ADDRESS),
    broken,
    rest,
  };
}

function nameIn(text: string, expected: boolean): string | null {
  const said =
    SAYS_NAME.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined) ?? LOWER_NAME.exec(text)?.[1];
  if (said !== undefined) return cleanName(said);
  const plain = text.replaceAll(/[.,!]/g, ' ').trim();
  const words = plain.split(/\s+/).filter((word) => word !== '');
  const isName =
    expected && words.length > 0 && words.length <= MAX_WORDS && /^[\p{L}'’ .-]+$/u.test(plain) && !NO_NAME.test(plain);
  return isName ? cleanName(plain) : null;
}

/**
 * Returns the name written next to an email address or phone number, as in 'Dana Reyes, dana@example.com' or 'sure, its
 * mike t, …'.
 */
function nameBeside(rest: string): string | null {
  for (const part of rest.split(/[,;:\n()|]|\.\s| - | and | y /)) {
    const words = part.split(/[\s!?]+/).filter((word) => word !== '');
    while (words.length > 0 && NO_PART.has((words[0] ?? '').toLowerCase())) words.shift();
    while (words.length > 0 && NO_PART.has((words.at(-1) ?? '').toLowerCase())) words.pop();
    const isName =
      words.length > 0 &&
      words.length <= 3 &&
      words.every((word) => /^\p{L}[\p{L}'’.-]*$/u.test(word) && !NO_PART.has(word.toLowerCase()));
    const name = words.join(' ');
    if (isName && !NO_NAME.test(name)) return cleanName(name);
  }
  return null;
}

/** Common English and Spanish words that appear next to a name but aren't part of it. */
const NO_PART = new Set(
  `sure ok okay yes yeah fine well its it's it’s it is my me i i'm i’m im the at on by to or for use instead just name names name's
  email mail e-mail phone cell mobile home number text call best you can reach thanks thank please here and a anytime after
  before evenings mornings works better that this also them both either not no
  claro si sí es mi soy el la en al un correo telefono teléfono numero número celular llame llamar mejor gracias aqui aquí
  puede escribir contactar`.split(/\s+/),
);

/** Answers that aren't names. */
const NO_NAME =
  /\b(?:no|yes|si|why|what|how|when|do|does|can|you|i|it|the|fence|price|gate|ok|okay|later|skip|nothing|none|por|que|como|cuando|cuanto|hola|hello|hi|thanks|gracias)\b/i;

const cleanName = (name: string): string | null => {
  const clean = name.replaceAll(/[^\p{L}'’ .-]/gu, '').trim();
  return clean === '' ? null : cut(clean, LONGEST_NAME);
};
