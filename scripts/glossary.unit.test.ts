import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** Words that users don't understand as intended, with replacements. */
const RETIRED: [word: RegExp, instead: string][] = [
  [/\bmails?\b/i, 'email'],
  [/\bmailed\b/i, 'emailed'],
  [/\be-mail/i, 'email'],
  [/\b(?:un)?tick(?:ed|s)?\b/i, 'check the box'],
  [/\bmend(?:ed|s)?\b/i, 'fix'],
  [/\breckon\w*/i, 'calculate, count'],
  [/\banew\b/i, 'again'],
  [/\blook into\b/i, 'check'],
  [/\bphone compan(?:y|ies)\b/i, 'carriers'],
  [/\b(?:nobody|somebody)\b/i, 'no one, someone'],
  [/\b(?:gives?|gave|given) back\b/i, 'refund'],
  [/\b(?:goes|go|went|gone) out\b/i, 'is sent'],
  [/\bany more\b(?! \w)/i, 'no longer'],
  [/\bnot whole\b/i, 'incomplete'],
  [/\bcannot\b/i, 'can’t'],
  [/\bhis own\b/i, 'their own'],
];

/** Sentences whose wording is fixed by the specification, a law or another program's format. */
const FIXED = [
  'Maximum reached: You cannot add more than 5 follow-up messages',
  'Cannot remove: You must have at least one follow-up message',
];

/**
 * Text that we receive from others, and text that isn't one of our sentences: patterns, column names, other services'
 * errors.
 */
const NOT_OURS =
  /\.rules\.ts$|lead-csv\.columns\.ts$|legal-pages\.ts$|default-terms\.ts$|us-data\/|^sandbox\/(?:twilio|stripe)\//;

/**
 * Whether a text is shown to users. Log messages and internal errors are for developers. Text for users starts with a
 * capital letter or is part of a sentence.
 */
const isForPeople = (words: string): boolean => /[A-Za-z] [a-z]/.test(words) && /[A-Z]|[.?!,]/.test(words);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/**
 * Yields every sentence in a file: string literals, templates with {} in place of their values, and the text of JSX
 * elements.
 */
function* sentencesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* sentencesOf(item);
  if (!isNode(value)) return;
  if (/^(?:Import|ExportAll|TSTypeAlias|TSInterface)/.test(value.type)) return;
  if (value.type === 'TaggedTemplateExpression') return;
  if (value.type === 'JSXAttribute' && isNode(value['name']) && value['name']['name'] === 'className') return;
  if ((value.type === 'Literal' || value.type === 'JSXText') && typeof value['value'] === 'string')
    yield value['value'];
  if (value.type === 'TemplateLiteral')
    yield (value['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}');
  for (const child of Object.values(value)) yield* sentencesOf(child);
}

test('no sentence on a screen, in an email or in an error uses a retired word', () => {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx', 'sandbox/*.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !/\.test\.tsx?$/.test(file) && !NOT_OURS.test(file));
  const found = files.flatMap((file) => {
    const tree = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
    return [...sentencesOf(tree.body)]
      .map((words) => words.replaceAll(/<[^>]*>|\s+/g, ' ').trim())
      .filter((words) => isForPeople(words) && !FIXED.includes(words))
      .flatMap((words) =>
        RETIRED.filter(([word]) => word.test(words)).map(([, instead]) => `${file}: ‘${words}’ (say: ${instead})`),
      );
  });
  expect(found).toEqual([]);
});
