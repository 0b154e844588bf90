import { readContact } from '../guided/read-contact.ts';

const EMAIL = /[^\s<>(),;:"]+@[^\s<>(),;:"]+/g;
/** A card or an account: 12 to 19 digits, also in groups. */
const CARD = /\b\d(?:[ -]?\d){11,18}\b/g;
const SSN = /\b\d{3}-\d{2}-\d{4}\b/g;
const PHONE = /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/g;
const STREET =
  /\b\d{1,6}\s+(?:[NSEW]\.?\s+)?(?:[\p{L}\d'.-]+\s+){1,4}(?:St(?:reet)?|Ave(?:nue)?|Rd|Road|Dr(?:ive)?|Ln|Lane|Ct|Court|Blvd|Boulevard|Way|Pl(?:ace)?|Ter(?:race)?|Cir(?:cle)?|Hwy|Pkwy|Loop|Trail)\b\.?/giu;
const CALLE = /\b(?:calle|avenida|av\.)\s+[\p{L}\d .'-]{2,40}?\s+\d{1,6}\b/giu;

/**
 * Returns a text with placeholders for what the model must not see of a person: '[email]', '[phone]', '[address]',
 * '[name]' and '[number]' for cards and other long numbers (docs/security.md). `known` is what the conversation knows of
 * the person.
 */
export function hidePerson(text: string, known: { name: string | null; address: string | null }): string {
  const hidden = text
    .replaceAll(EMAIL, '[email]')
    .replaceAll(CARD, (digits) => (isPhone(digits) ? '[phone]' : '[number]'))
    .replaceAll(SSN, '[number]')
    .replaceAll(PHONE, '[phone]')
    .replaceAll(STREET, '[address]')
    .replaceAll(CALLE, '[address]');
  const said = readContact(text, false).name;
  return [known.address, known.name, said].reduce<string>((rest, value) => withoutValue(rest, value), hidden);
}

const isPhone = (digits: string): boolean => /^1?\d{10}$/.test(digits.replaceAll(/\D/g, ''));

/** An address is one placeholder; of a name, every word is one. */
function withoutValue(text: string, value: string | null): string {
  if (value === null || value.length < 2) return text;
  const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (/\d/.test(value)) return text.replaceAll(new RegExp(escaped(value), 'giu'), '[address]');
  const words = value.split(/\s+/).filter((word) => word.length > 1);
  return words.reduce(
    (rest, word) => rest.replaceAll(new RegExp(String.raw`(?<![\p{L}])${escaped(word)}(?![\p{L}])`, 'giu'), '[name]'),
    text,
  );
}
