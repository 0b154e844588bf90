import type { Language } from '#shared/primitives/language.ts';
import { languageOf } from '../guided/intents.ts';
import { plainText } from '../guided/plain-text.ts';
import { type Measures, numbersAllowed } from './check-numbers.ts';
import { RISKY_WORDS } from './risky-words.ts';

/** The data that an answer may use: this company's facts, our fixed sentences and the tools' results. */
export interface Grounds {
  language: Language;
  company: string;
  /** Facts and fixed sentences. Any sentence from them may appear in an answer, word for word. */
  texts: readonly string[];
  /** Names that may appear in an answer: those of the company's materials and of the homeowner. */
  names: readonly string[];
  measures: Measures;
  /** Whether a string (`plainText`) is about a topic that the company excluded. */
  isForbidden: (plain: string) => boolean;
}

export type AnswerFault = 'length' | 'language' | 'number' | 'promise' | 'name' | 'forbidden' | 'odd';

/** The maximum answer length, in characters. */
const LONGEST = 1_000;

/**
 * Returns the reason a model's answer must not be sent, or null if it can be sent. The answer's length, characters,
 * language and topics are checked first, and then each sentence. A sentence that appears word for word in `texts` is
 * allowed. In any other sentence, the only numbers allowed are quoted prices and the fence's measurements, and the only
 * names allowed are those in `texts` or `names`. Words about promises, dates, the law or other companies are rejected.
 */
export function faultIn(answer: string, grounds: Grounds): AnswerFault | null {
  const text = answer.normalize('NFKC').trim();
  if (text === '' || text.length > LONGEST) return 'length';
  if (ODD.test(text)) return 'odd';
  const language = languageOf(plainText(text));
  if (language !== undefined && language !== grounds.language) return 'language';
  if (grounds.isForbidden(plainText(text))) return 'forbidden';
  const own = new Set(grounds.texts.flatMap(sentencesOf).map(comparable));
  const known = knownWords(grounds);
  for (const sentence of sentencesOf(text)) {
    if (own.has(comparable(sentence))) continue;
    const fault = faultInSentence(sentence, grounds, known);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Matches characters that no answer needs: invisible characters, digits and letters from other scripts, and other
 * currencies.
 */
const ODD =
  /[\p{Cf}\p{Co}\p{Cs}]|(?![\n])\p{Cc}|(?![0-9])[\p{Nd}\p{Nl}\p{No}]|(?![$])\p{Sc}|(?!\p{Script=Latin})\p{L}/u;

/** Splits a string into sentences at periods, question marks, line breaks and similar characters. */
const sentencesOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/(?<=[.!?;:…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const comparable = (sentence: string): string =>
  plainText(sentence)
    .replaceAll(/[*_"']/g, '')
    .replaceAll(/[.!?;:…]+$/g, '')
    .trim();

function faultInSentence(typed: string, grounds: Grounds, known: ReadonlySet<string>): AnswerFault | null {
  // The company's own name may contain a word that is otherwise rejected.
  const sentence = typed.replaceAll(new RegExp(escaped(grounds.company), 'giu'), ' the company ');
  const plain = plainText(homonymsRemoved(sentence, grounds.language));
  if (!numbersAllowed(plain, sentence, grounds.measures)) return 'number';
  if (RISKY_WORDS.test(namesRemoved(plain, grounds.names))) return 'promise';
  return hasForeignName(sentence, known) ? 'name' : null;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Removes the names of materials, so that a name such as 'Lifetime vinyl' isn't rejected as a promise. */
const namesRemoved = (plain: string, names: readonly string[]): string =>
  names.reduce((rest, name) => {
    const own = plainText(name);
    return own.length < 3 ? rest : rest.replaceAll(new RegExp(String.raw`\b${escaped(own)}\b`, 'g'), ' ');
  }, plain);

/** Removes the English 'once' and the Spanish 'ten', which are numbers only in the other language. */
const homonymsRemoved = (sentence: string, language: Language): string =>
  sentence.replaceAll(language === 'en' ? /\bonce\b/gi : /\bten\b/gi, ' ');

/** Capitalized words that are never treated as names. */
const CAPITALS = new Set(
  "i i'm i'd i've i'll ok okay pvc us usa english spanish ud uds usted ustedes espanol ingles zip hi hello hola".split(
    ' ',
  ),
);

const WORD = /\p{L}[\p{L}'&-]*/gu;
const wordsOf = (text: string): string[] => plainText(text).match(/[a-z][a-z'&-]*/g) ?? [];

const knownWords = ({ texts, names }: Grounds): ReadonlySet<string> =>
  new Set([...CAPITALS, ...[...texts, ...names].flatMap(wordsOf)]);

/**
 * Whether a sentence contains a name that appears neither in the company's texts nor among the allowed names. Any word
 * with a capital letter is treated as a name. The sentence's first word is treated as a name only if it starts with two
 * capitals or has a capital after a lowercase letter, as in 'McDonald'.
 */
function hasForeignName(sentence: string, known: ReadonlySet<string>): boolean {
  const words = sentence.replaceAll(/[’‘]/g, "'").match(WORD) ?? [];
  return words.some((word, at) => {
    const isName = at === 0 ? /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(word) : /\p{Lu}/u.test(word);
    return isName && !wordsOf(word).every((one) => known.has(one) || known.has(one.replace(/'s$/, '')));
  });
}
