import { SegmentedMessage } from 'sms-segments-calculator';

/** Ends the first text to a number (C6). */
export const STOP_HINT = ' Reply STOP to opt out.';

/** Typographic characters that would force a text into UCS-2, which holds 70 letters instead of 160 (T12). */
const TO_GSM: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u02BC\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00A0\u2000-\u200A\u202F\u3000]/g, ' '],
  [/[\u200B\u200E\u200F\u2060\uFEFF\u00AD]/g, ''],
];

/** Straight quotes, plain dashes, three dots and plain spaces for their typographic forms. */
export const plainCharacters = (text: string): string =>
  TO_GSM.reduce((left, [pattern, plain]) => left.replace(pattern, plain), text);

const endsSentence = (text: string): boolean => /[.!?:)"']$/.test(text);
/** A full stop after a link would become part of it. */
const endsWithLink = (text: string): boolean => /https?:\/\/\S+$/.test(text);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the company stands in the text as words of their own. A name of one word must be spelt as it is: 'Fence' is no 'fence'. */
const names = (text: string, company: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(company)}(?![\\p{L}\\p{N}])`, company.includes(' ') ? 'iu' : 'u').test(text);

/**
 * The body as it is sent: names the company ('Acme Fence: …' unless the body already does); the first text to a number
 * ends with ' Reply STOP to opt out.' (C6). Typographic characters become plain ones (T12).
 */
export const textMessageBody = ({
  body,
  companyName,
  first,
}: {
  body: string;
  companyName: string;
  first: boolean;
}): string => {
  const text = plainCharacters(body).trim();
  const company = plainCharacters(companyName).replace(/\s+/g, ' ').trim();
  const named = names(text, company) ? text : `${company}: ${text}`;
  if (!first || named.endsWith(STOP_HINT.trim())) return named;
  return `${named}${endsSentence(named) || endsWithLink(named) ? '' : '.'}${STOP_HINT}`;
};

export interface TextMeasure {
  /** As the network counts them: `[ ] { } \ ^ ~ | €` are two in GSM-7. */
  characters: number;
  segments: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** The characters that forced UCS-2, each once. */
  culprits: string[];
}

/** What a text costs and why (T12). An empty one is 0 segments. Measure it after tags are filled. */
export const measureText = (body: string): TextMeasure => {
  if (body === '') return { characters: 0, segments: 0, encoding: 'GSM-7', culprits: [] };
  const message = new SegmentedMessage(body);
  return {
    // in UCS-2 the library counts an emoji once, the network twice
    characters: message.encodingName === 'UCS-2' ? body.length : message.numberOfCharacters,
    segments: message.segmentsCount,
    encoding: message.encodingName,
    culprits: [...new Set(message.getNonGsmCharacters())],
  };
};
