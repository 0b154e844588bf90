import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './build/root.ts';

/**
 * Writes `docs/spec-coverage.md`, which lists each sentence of the specification with the tests that would fail if the
 * product violated it.
 */

const sentenceSchema = z.object({ id: z.string(), under: z.string(), text: z.string() });
export type Sentence = z.infer<typeof sentenceSchema>;

/** A test with the tag `spec:N.M` in its name. */
export interface Proof {
  file: string;
  /** The test's name without the tags. */
  name: string;
  ids: string[];
}

export interface Coverage {
  sentences: readonly Sentence[];
  proofs: readonly Proof[];
  /**
   * Sentences without a test, each with a reason. Either the sentence doesn't apply to this product, or another task
   * covers it.
   */
  elsewhere: Readonly<Record<string, string>>;
}

const SECTIONS: Record<string, string> = {
  '1': 'What the product does and for whom',
  '2': 'Screens and routes',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7': 'The calls it makes',
  '8': 'Error catalogue',
  '9': 'Business constants and limits',
};

const FOLDERS = ['src', 'sandbox', 'scripts', 'test'];
const TAG = /spec:(\d+\.\d+)/g;
/** Matches a string literal. A test's name is on one line. */
const LITERAL = /(['"`])((?:\\.|(?!\1).)*)\1/g;

/** Returns the tagged test names in a file. */
export const proofsIn = (file: string, text: string): Proof[] =>
  text
    .split('\n')
    .filter((line) => line.includes('spec:'))
    .flatMap((line) => [...line.matchAll(LITERAL)].map((match) => match[2] ?? ''))
    .flatMap((literal) => {
      const ids = [...literal.matchAll(TAG)].map((match) => match[1] ?? '');
      const name = literal
        .replace(TAG, '')
        .replace(/[([][\s,;]*[)\]]/g, '')
        .replace(/\\(['"`])/g, '$1')
        .replace(/\s+/g, ' ')
        .trim();
      return ids.length > 0 ? [{ file, name, ids }] : [];
    });

const testFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  ).toSorted();

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, 'test/spec', name), 'utf8'));

/** Reads the sentences, tests and lists from the repository. */
export const readCoverage = (): Coverage => ({
  sentences: z.array(sentenceSchema).parse(readJson('sentences.json')),
  proofs: testFiles()
    // Skips this script's own test. Its tagged names are only examples.
    .filter((file) => file !== 'scripts/spec-coverage.unit.test.ts')
    .flatMap((file) => proofsIn(file, readFileSync(join(ROOT, file), 'utf8'))),
  elsewhere: z.record(z.string(), z.string().min(1)).parse(readJson('elsewhere.json')),
});

/** Returns the errors, one line each. There are none if every sentence has a test or a reason. */
export function faultsOf({ sentences, proofs, elsewhere }: Coverage): string[] {
  const known = new Set(sentences.map(({ id }) => id));
  const proven = new Set(proofs.flatMap(({ ids }) => ids));
  const marked = new Set(Object.keys(elsewhere));
  return [
    ...proofs.flatMap(({ file, name, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file} › ${name}: there is no sentence ${id}`),
    ),
    ...[...marked].filter((id) => !known.has(id)).map((id) => `there is no sentence ${id} to mark`),
    ...[...marked].filter((id) => proven.has(id)).map((id) => `${id} has both a test and a mark in elsewhere.json`),
    ...[...known].filter((id) => !proven.has(id) && !marked.has(id)).map((id) => `${id} has neither a test nor a mark`),
  ];
}

const plain = (text: string): string => text.replaceAll('<', '\\<');

function entryOf({ id, text }: Sentence, { proofs, elsewhere }: Coverage): string {
  const tests = proofs.filter(({ ids }) => ids.includes(id)).map(({ file, name }) => `- \`${file}\` › ${plain(name)}`);
  const lines = tests.length > 0 ? new Set(tests) : [`- Not covered: ${elsewhere[id] ?? 'no test yet'}`];
  return [`**${id}** ${plain(text)}`, '', ...lines, ''].join('\n');
}

/** Renders the page, sentence by sentence in the order of the specification. */
export function renderCoverage(coverage: Coverage): string {
  const { sentences, proofs, elsewhere } = coverage;
  const proven = new Set(proofs.flatMap(({ ids }) => ids)).size;
  const lines = [
    '# Specification coverage',
    '',
    '`npm run spec` generates this page from the test names, and a test compares it. Each sentence of sections 1 to 9 is listed with the tests that would fail if the product no longer did what the sentence says.',
    '',
    `${sentences.length} sentences: ${proven} covered by tests, ${Object.keys(elsewhere).length} not covered.`,
    '',
  ];
  let section = '';
  let under = '';
  for (const sentence of sentences) {
    const number = sentence.id.split('.')[0] ?? '';
    if (number !== section) lines.push(`## ${number}. ${SECTIONS[number] ?? ''}`, '');
    if (sentence.under !== '' && (number !== section || sentence.under !== under))
      lines.push(`### ${sentence.under}`, '');
    section = number;
    under = sentence.under;
    lines.push(entryOf(sentence, coverage));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The path of the page. */
export const PAGE = join(ROOT, 'docs/spec-coverage.md');

if (import.meta.main) {
  const coverage = readCoverage();
  writeFileSync(PAGE, renderCoverage(coverage));
  const faults = faultsOf(coverage);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
