/** '.', '!' or '?' before a blank: an amount ('$3,542.08') ends no sentence. */
const SENTENCE_END = /[.!?](?=\s)/g;
/** What stands between a link and the next sentence, where nobody ended the first: 'here: {{estimate_link}} Questions?' */
const NEXT_SENTENCE = /^\s+(?=\p{Lu})/u;

/**
 * A message without the sentences that lead to a link which doesn't exist, the line breaks before them included. As it
 * was where nothing but the greeting would be left to say. `link` is the tag as it is written.
 */
export function withoutSentenceOf(text: string, link: string): string {
  const kept = dropOne(text, link);
  return kept.trim() === '' ? text : kept;
}

function dropOne(text: string, link: string): string {
  const at = text.indexOf(link);
  if (at === -1) return text;
  const begin = beginOfSentence(text, at);
  const after = text.slice(at + link.length);
  return dropOne(joined(text.slice(0, begin), after.slice(endOfSentence(after))), link);
}

/** Past the sentence or the empty line before; lines that lead to the link ('Your estimate:') belong to it. */
function beginOfSentence(text: string, at: number): number {
  const before = text.slice(0, at);
  const paragraph = before.lastIndexOf('\n\n') + 1;
  const sentence = Math.max(0, ...[...before.matchAll(SENTENCE_END)].map(({ index }) => index + 1));
  return Math.max(paragraph, sentence);
}

/** Up to the end of what says more about the link. */
function endOfSentence(after: string): number {
  const line = after.indexOf('\n');
  const rest = line === -1 ? after : after.slice(0, line);
  if (NEXT_SENTENCE.test(rest)) return 0;
  const end = /[.!?]+(?=\s|$)/.exec(rest);
  return end ? end.index + end[0].length : rest.length;
}

const joined = (before: string, after: string): string =>
  before.trim() === '' ? after.trimStart() : before.trimEnd() + after;
