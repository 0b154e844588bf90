import { readPart } from '../guided/read-message.ts';
import { typedText } from '../guided/plain-text.ts';
import { readContact, STREET } from '../guided/read-contact.ts';

const EMAIL = /[^\s<>(),;:"]{1,64} {0,2}@ {0,2}[^\s<>(),;:"]+/g;
/** Matches an email address written in words, such as 'dana (at) example dot com'. */
const EMAIL_IN_WORDS =
  /[\w.+-]{1,64} ?(?:[([]at[)\]]| at ) ?[\w-]+ ?(?:[([]dot[)\]]| dot |\.) ?(?:com|net|org|edu|gov|io|us|mx|es)\b/gi;
/** Matches a card or account number: 12 to 19 digits, possibly in groups. */
const CARD = /(?<!\d)\d(?: ?[ ./_-]? ?\d){11,18}(?!\d)/g;
const SSN = /(?<!\d)\d{3}[ ./_-]?\d{2}[ ./_-]?\d{4}(?!\d)/g;
const PHONE = /(?<!\d)(?:\+?1[ ./_-]{0,3})?\(?\d{3}\)?[ ./_-]{0,3}\d{3}[ ./_-]{0,3}\d{2}[ ./_-]?\d{2}(?!\d)/g;
/** Matches a number spelled out digit by digit. */
const SPELLED = /(?<!\d)(?:\d[ .,_-]{1,2}){8,}\d(?!\d)/g;
const STREETS = new RegExp(STREET.source, 'giu');
const CALLE = /\b(?:calle|avenida|av\.)\s+[\p{L}\d .'-]{2,40}?,?\s+\d{1,6}\b|\b\d{1,6}\s+(?:calle|avenida)\s+\p{L}+/giu;
const BOX = /\bp\.? ?o\.? box \d+/gi;

/** Personal data known from this and earlier messages. */
export interface KnownPerson {
  names: readonly string[];
  addresses: readonly string[];
}

/**
 * Replaces personal data with placeholders before a string is sent to the model. The placeholders are '[email]',
 * '[phone]', '[address]', '[name]' and, for cards and other long numbers, '[number]' (docs/security.md, 'What a model
 * sees').
 */
export function hidePerson(text: string, { names, addresses }: KnownPerson): string {
  const hidden = typedText(text)
    .replaceAll(EMAIL, '[email]')
    .replaceAll(EMAIL_IN_WORDS, '[email]')
    .replaceAll(SPELLED, '[number]')
    .replaceAll(PHONE, '[phone]')
    .replaceAll(CARD, '[number]')
    .replaceAll(SSN, '[number]')
    .replaceAll(STREETS, '[address]')
    .replaceAll(CALLE, '[address]')
    .replaceAll(BOX, '[address]');
  const said = readContact(readPart(text), false).name;
  const known = [...addresses, ...names, ...(said === null ? [] : [said])];
  return known.reduce<string>((rest, value) => withoutValue(rest, value), hidden);
}

/** Replaces a street address with the placeholder '[address]', or each word of a name with '[name]'. */
function withoutValue(text: string, value: string): string {
  if (value.length < 2) return text;
  const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (/\d/.test(value)) return text.replaceAll(new RegExp(escaped(value), 'giu'), '[address]');
  const words = value.split(/\s+/).filter((word) => word.length > 1);
  return words.reduce(
    (rest, word) => rest.replaceAll(new RegExp(String.raw`(?<![\p{L}])${escaped(word)}(?![\p{L}])`, 'giu'), '[name]'),
    text,
  );
}
