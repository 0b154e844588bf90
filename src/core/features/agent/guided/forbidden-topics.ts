import { plainText } from './plain-text.ts';

/** Words in the contractor's list that don't name a topic. */
const FILLERS = new Set(
  `a an and any anything about all at for from in is it its no not never of on or our please questions question regarding the
  their them this to topic topics we with you your don't dont do does talk talking discuss discussing mention answer say
  tell speak avoid nothing sobre de del la el los las un una no nunca hablar hable mencionar decir preguntas y o que`.split(
    /\s+/,
  ),
);

/**
 * Returns a function that checks whether a string (`plainText`) is about a topic on the contractor's list. Topics are
 * separated by line breaks, commas, semicolons, periods, or the words 'or' and 'o' (Spanish). A string is about a topic
 * if it contains all of the topic's significant words, with any plural or verb ending.
 */
export function forbiddenTopics(listed: string): (plain: string) => boolean {
  const topics = listed
    .split(/[\n,;.]+|\s+(?:or|o)\s+/i)
    .map((topic) => stemsOf(plainText(topic)).filter((word) => word.length > 2 && !FILLERS.has(word)))
    .filter((words) => words.length > 0);
  if (topics.length === 0) return () => false;
  return (plain) => {
    const said = new Set(stemsOf(plain));
    return topics.some((words) => words.every((word) => said.has(word)));
  };
}

/** Returns a string's words without plural and verb endings. */
const stemsOf = (plain: string): string[] =>
  (plain.match(/[a-z0-9']+/g) ?? []).map((word) =>
    FILLERS.has(word) || word.length < 5 ? word : word.replace(/(?:'s|ies|ing|es|s|y|e)$/, ''),
  );
