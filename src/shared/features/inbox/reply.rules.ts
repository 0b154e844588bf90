import { MINUTE } from '../../primitives/durations.ts';
import type { SmsKeywords } from './sms-keywords.schema.ts';
import { stopWishIn } from './stop-wish.rules.ts';

export type { SmsKeywords } from './sms-keywords.schema.ts';

/** C10: our answer to STOP is sent within 5 minutes or not at all. START and HELP follow the same rule. */
export const ANSWER_WITHIN = 5 * MINUTE;

/**
 * What a reply asks for. 'unsure' means that the reply may be an opt-out. It pauses the schedules, creates a task and
 * sends nothing automated. 'opt-in' means that the text consists only of START, YES or a similar word. It resubscribes
 * a number that has opted out (C12). From a number that hasn't opted out, it counts as an ordinary reply.
 */
export type ReplyKind = 'opt-out' | 'help' | 'opt-in' | 'unsure' | 'reply';

/** A message that consists only of these emoji means stop. Skin tones and repetition don't matter. */
const STOP_SIGNS = /^(?:\u{1F6D1}|\u270B|\u{1F6AB}| )+$/u;
/**
 * According to a note in `sms-keywords.json`, YES and SÍ resubscribe only if they're the entire message. That file's
 * keyword list contains only YES.
 */
const ALONE = ['yes', 'si'];
const EMOJI = /\p{Extended_Pictographic}/u;

/** 'S.T.O.P.' and 's t o p': single letters in a row separated by anything but an apostrophe. */
const SPELT = /(?<![\p{L}\p{N}'\u2019])\p{L}(?:[^\p{L}\p{N}'\u2019]{1,3}\p{L}(?![\p{L}\p{M}\p{N}'\u2019])){2,}/gu;
const joinLetters = (text: string): string => text.replace(SPELT, (letters) => letters.replace(/[^\p{L}]/gu, ''));

/** How phones report a reaction to one of our texts: 'Liked “Acme Fence: … Reply STOP to opt out.”', '👍 to “…”'. */
const REACTION = new RegExp(
  `^[\\s\\p{Cf}]*(?:${[
    '(?:dis)?liked|loved|laughed at|emphasi[sz]ed|questioned',
    // An emoji between invisible characters, or 'Removed a like from'.
    '(?:reacted(?: with)? )?[^\\p{L}\\p{N}]{1,40}to|removed [^"\u201c]{1,40} from',
    '(?:no )?(?:le|me) (?:gusta|gust[o\u00f3]|encanta|encant[o\u00f3])|se ri[o\u00f3] de',
    '(?:enfatiz|cuestion|exclam|pregunt)[o\u00f3](?: por)?',
    'reaccion[o\u00f3](?: con)? [^\\p{L}\\p{N}]{1,40}a|(?:quit|elimin)[o\u00f3] [^"\u201c]{1,40} de',
  ].join('|')})[\\s\\p{Cf}]*["\u201c\u00ab]`,
  'iu',
);
/** Matches text up to the closing quote, or to the end if it was cut off. */
const QUOTED = /^(?:[^]*["\u201d\u00bb]|[^]*)/;

/**
 * Returns only the person's own words. Removes our own text that a reaction quotes, because it contains opt-out words.
 */
const withoutReaction = (text: string): string => {
  const opening = REACTION.exec(text)?.[0];
  return opening === undefined ? text : text.slice(opening.length).replace(QUOTED, '');
};

/**
 * Normalizes to NFKD without diacritics, in lower case and without apostrophes. Everything but letters, digits and
 * emoji becomes one space.
 */
export const normalise = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Emoji_Modifier}|\u200D|\u200B/gu, '')
    .toLowerCase()
    .replace(/['\u2019\u2018`\u00b4\u02bc]/g, '')
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .trim();

/** Splits at punctuation, line breaks and emoji ('STOP 😡' is a plain stop). */
const clausesOf = (body: string): string[] =>
  body
    .split(/[.,;:!?\u00a1\u00bf\u2013\u2014\r\n\u2028\u2029]+|\p{Extended_Pictographic}/u)
    .map(normalise)
    .filter((clause) => clause !== '');

interface Lexicon {
  optOut: Set<string>;
  optIn: Set<string>;
  optInAlone: Set<string>;
  help: Set<string>;
  optOutPhrases: string[];
  unsurePhrases: string[];
  guards: string[];
  /** Phrases that contain a guard word, such as 'cancel the texts'. They're matched before guard words are removed. */
  guarded: Pick<Lexicon, 'optOutPhrases' | 'unsurePhrases'>;
  optOutClauses: Set<string>;
  /** A clause that starts with one of these means stop, regardless of what follows. */
  optOutStarts: string[];
  unsureClauses: Set<string>;
}

/** Matches whole words only: 'stop it' isn't in 'stop item'. */
const holds = (text: string, phrase: string): boolean => ` ${text} `.includes(` ${phrase} `);

const lexicons = new WeakMap<SmsKeywords, Lexicon>();

const lexiconOf = (keywords: SmsKeywords): Lexicon => {
  const known = lexicons.get(keywords);
  if (known) return known;
  const all = ({ en, es }: { en: string[]; es: string[] }) => [...en, ...es].map(normalise);
  const optOutPhrases = all(keywords.phrases.optOut);
  const unsurePhrases = all(keywords.phrases.unsure);
  const guards = all(keywords.phrases.guards);
  const held = (phrase: string) => guards.some((guard) => holds(phrase, guard));
  const made: Lexicon = {
    optOut: new Set([...all(keywords.keywords.optOut), ...keywords.misspellings.map(normalise)]),
    optIn: new Set(all(keywords.keywords.optIn).filter((word) => !ALONE.includes(word))),
    optInAlone: new Set(ALONE),
    help: new Set(all(keywords.keywords.help)),
    optOutPhrases,
    unsurePhrases,
    guards,
    guarded: { optOutPhrases: optOutPhrases.filter(held), unsurePhrases: unsurePhrases.filter(held) },
    optOutClauses: new Set(keywords.clauseKeywords.optOut.map(normalise)),
    optOutStarts: keywords.clauseKeywords.optOutStart.map((start) => ` ${normalise(start)} `),
    unsureClauses: new Set(keywords.clauseKeywords.unsure.map(normalise)),
  };
  lexicons.set(keywords, made);
  return made;
};

/** Words that don't change the meaning of a keyword: 'Pls stop', 'alto por favor', 'STOP STOP'. */
const COURTESY = new Set([
  'please',
  'pls',
  'plz',
  'thanks',
  'thank',
  'thx',
  'you',
  'now',
  'por',
  'favor',
  'gracias',
  'ya',
  'ok',
  'okay',
  'hi',
  'hey',
  'hello',
  'hola',
  'just',
  'immediately',
  'asap',
  'already',
  'damn',
  'fucking',
  'sir',
  'guys',
]);

/**
 * Returns a text without courtesies. If one word remains, even repeated, returns it once. A text that contains only
 * courtesies stays unchanged.
 */
const bare = (text: string): string => {
  const words = text.split(' ').filter((word) => !COURTESY.has(word));
  return new Set(words).size === 1 ? (words[0] ?? text) : words.join(' ') || text;
};

const withoutGuards = (text: string, guards: readonly string[]): string =>
  guards
    .reduce((left, guard) => left.replaceAll(` ${guard} `, '  '), ` ${text} `)
    .replace(/ +/g, ' ')
    .trim();

const wholeBody = (body: string, words: Lexicon): ReplyKind | undefined => {
  const said = bare(body);
  if (words.optOut.has(body) || words.optOut.has(said) || STOP_SIGNS.test(body)) return 'opt-out';
  if (words.help.has(body) || words.help.has(said)) return 'help';
  return words.optInAlone.has(body) || words.optIn.has(said) ? 'opt-in' : undefined;
};

/** Joins strings with a separator that doesn't occur in any phrase, so that all of them can be searched at once. */
const side = (texts: readonly string[]): string => ` ${texts.join(' | ')} `;

/** 'wrong #' is 'wrong number', but '#2' is a number of its own. */
const HASH = /#(?!\s?\d)/g;
/** Signs that mean stop beside words ('🚫 texts'). Alone, STOP_SIGNS decides. */
const SIGN = /[\u{1F6D1}\u{26D4}\u{1F6AB}]\uFE0F?(?= ?\p{L})/gu;
/** A rude gesture or a crossed-out phone, alone or beside words, may ask to stop. */
const DOUBTFUL_SIGNS = /[\u{1F6D1}\u{1F6AB}\u{1F595}\u{1F4F5}\u{1F515}\u{1F92C}\u{1F64A}\u{26D4}]/u;

/**
 * 'Please don't unsubscribe me': the words of an opt-out, but the opposite of its meaning. 'You still don't remove me' is
 * written the same way, so that a person has to decide.
 */
const KEEP_ME =
  /(?<!\bwhy )\b(?:dont|do not|never)(?: (?:please|ever|just))? (?:unsubscribe|remove|delete|drop|erase|take|opt) (?:me|us|my (?:name|number|email))\b(?: (?:off|out|from)(?: of)?(?: (?:the|your|this|that))?(?: \p{L}+)?)?|\bno (?:me|nos) (?:quiten?|quites|borren?|borres|eliminen?|elimines)(?: de (?:la|su) lista)?\b/gu;

/**
 * Classifies an inbound text by the rules in `sms-keywords.json`: normalization, order and guards (C7, C8, C12). A
 * guard is a phrase that contains a keyword but isn't an opt-out, such as 'stop by'. Both the whole body and each
 * clause are searched for opt-out phrases. Otherwise, a guard that spans two sentences ('Please stop. By the way …')
 * would hide an opt-out. A false opt-out costs a lead and a call. A missed one can cause a lawsuit.
 */
export const classifyReply = (written: string, keywords: SmsKeywords): { kind: ReplyKind } => {
  const words = lexiconOf(keywords);
  const own = withoutReaction(written);
  const body = joinLetters(own.replace(HASH, ' number ').replace(SIGN, ' stop '));
  const whole = normalise(body);
  const decided =
    wholeBody(whole, words) ?? (EMOJI.test(whole) ? wholeBody(clausesOf(body).join(' '), words) : undefined);
  if (decided) return { kind: decided };
  const parts = [whole, ...clausesOf(body)];
  const wanted = parts.map((part) => part.replace(KEEP_ME, ' ~ '));
  const [text = '', ...said] = wanted;
  const clauses = said.map((clause) => withoutGuards(clause, words.guards));
  const raw = side(wanted);
  const left = side([withoutGuards(text, words.guards), ...clauses]);
  const speaks = (which: 'optOutPhrases' | 'unsurePhrases') =>
    words.guarded[which].some((phrase) => raw.includes(` ${phrase} `)) ||
    words[which].some((phrase) => left.includes(` ${phrase} `));
  const isOptOut = (clause: string) =>
    words.optOutClauses.has(clause) ||
    words.optOutClauses.has(bare(clause)) ||
    words.optOutStarts.some((start) => ` ${clause} `.startsWith(start));
  const wishes = new Set(wanted.map((clause) => stopWishIn(clause, withoutGuards(clause, words.guards))));
  if (wishes.has('certain') || speaks('optOutPhrases') || clauses.some(isOptOut)) return { kind: 'opt-out' };
  const isUnsure = (clause: string) => words.unsureClauses.has(clause) || words.unsureClauses.has(bare(clause));
  const isDoubtful = wishes.has('doubt') || DOUBTFUL_SIGNS.test(own) || wanted.join() !== parts.join();
  if (isDoubtful || speaks('unsurePhrases') || clauses.some(isUnsure)) return { kind: 'unsure' };
  return { kind: 'reply' };
};
