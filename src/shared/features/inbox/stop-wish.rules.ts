import { OTHER_PERSON } from './other-person.rules.ts';
import { plainWords } from './plain-words.rules.ts';
import { CERTAIN_EN, DOUBT_EN, INNOCENT_EN, isBareKeyword } from './stop-wish.en.rules.ts';
import { CERTAIN_ES, DOUBT_ES, INNOCENT_ES, isBareKeywordEs } from './stop-wish.es.rules.ts';

/** 'certain': the homeowner wants no more messages. 'doubt': they may, or the message is from somebody else. */
export type StopWish = 'certain' | 'doubt' | null;

const everywhere = (pattern: RegExp): RegExp => new RegExp(pattern.source, `${pattern.flags}g`);
const INNOCENT = [everywhere(INNOCENT_EN), everywhere(INNOCENT_ES)];

/**
 * Judges one clause (normalized, at most a few sentences) by its grammar rather than by listed sentences: a verb of
 * stopping or a negation together with what the company sends. Uses of 'stop' that belong to the trade or to a visit
 * are taken out first, and whatever is then left of it is doubtful. `unguarded` is the clause without the file's guards.
 */
export function stopWishIn(normalised: string, unguarded: string): StopWish {
  const clause = plainWords(normalised);
  if (isBareKeyword(clause) || isBareKeywordEs(clause) || CERTAIN_EN.test(clause) || CERTAIN_ES.test(clause))
    return 'certain';
  const rest = plainWords(unguarded);
  const left = INNOCENT.reduce((words, innocent) => words.replace(innocent, ' ~ '), rest)
    .replace(/ +/g, ' ')
    .trim();
  return DOUBT_EN.test(left) || DOUBT_ES.test(left) || OTHER_PERSON.test(rest) ? 'doubt' : null;
}
