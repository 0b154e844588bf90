import { SegmentedMessage } from 'sms-segments-calculator';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { textWords } from './words.ts';

/**
 * Typographic characters that would force a text into UCS-2, which has only 70 characters per segment instead of 160
 * (T12).
 */
const TO_GSM: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u02BC\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00A0\u2000-\u200A\u202F\u3000]/g, ' '],
  [/[\u200B\u200E\u200F\u2060\uFEFF\u00AD]/g, ''],
];

/** Replaces typographic quotes, dashes, ellipses and spaces with plain ones. */
export const plainCharacters = (text: string): string =>
  TO_GSM.reduce((left, [pattern, plain]) => left.replace(pattern, plain), text);

const endsSentence = (text: string): boolean => /[.!?:)"']$/.test(text);
/** Whether the text ends with a link. On phones, a period directly after the link would become part of it. */
const endsWithLink = (text: string): boolean => /https?:\/\/\S+$/.test(text);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Whether a text contains the company's name as whole words. A one-word name must match in case, so that the word
 * 'fence' doesn't count as the company 'Fence'.
 */
const names = (text: string, company: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(company)}(?![\\p{L}\\p{N}])`, company.includes(' ') ? 'iu' : 'u').test(text);

/**
 * Returns the body as it will be sent. It starts with the company's name ('Acme Fence: …') unless it already contains
 * the name. The first text to a number ends with ' Reply STOP to opt out.' (C6). Typographic characters, such as curly
 * quotes, are replaced with plain ones (T12).
 */
export const textMessageBody = ({
  body,
  companyName,
  first,
  language = DEFAULT_LANGUAGE,
}: {
  body: string;
  companyName: string;
  first: boolean;
  language?: Language;
}): string => {
  const { stopHint } = textWords(language);
  const text = plainCharacters(body).trim();
  const company = plainCharacters(companyName).replace(/\s+/g, ' ').trim();
  const named = names(text, company) ? text : `${company}: ${text}`;
  if (!first || named.endsWith(stopHint.trim())) return named;
  return `${named}${endsSentence(named) || endsWithLink(named) ? '' : '.'}${stopHint}`;
};

export interface TextMeasure {
  /** The length as carriers count it: in GSM-7, each of `[ ] { } \ ^ ~ | €` counts as two. */
  characters: number;
  segments: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** The characters that require UCS-2, each once. */
  culprits: string[];
}

/** Returns how many segments a text needs and why (T12). An empty text has 0 segments. Tags must be filled in first. */
export const measureText = (body: string): TextMeasure => {
  if (body === '') return { characters: 0, segments: 0, encoding: 'GSM-7', culprits: [] };
  const message = new SegmentedMessage(body);
  return {
    // In UCS-2 the library counts an emoji as one character, but carriers count it as two.
    characters: message.encodingName === 'UCS-2' ? body.length : message.numberOfCharacters,
    segments: message.segmentsCount,
    encoding: message.encodingName,
    culprits: [...new Set(message.getNonGsmCharacters())],
  };
};
