import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Sentences as the specification quotes them. */
const FIXED = ['Failed to connect to Stripe. Please try again.', 'Please log in to create an organization.'];
/** Files without errors: messages to homeowners that a company can change, and the function that adds the periods. */
const NOT_ERRORS = /reminder\.rules\.ts$|primitives\/sentence\.ts$/;

/** Calls whose first argument is an error message, and calls whose argument's field values are error messages. */
const BY_MESSAGE = new Set(['AppError']);
const BY_FIELDS = new Set(['invalid']);

/** Returns the end of a string literal or template. */
const endOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value['value'] === 'string') return value['value'];
  if (value.type !== 'TemplateLiteral') return undefined;
  return (value['quasis'] as { value: { cooked: string } }[]).at(-1)?.value.cooked;
};

const fieldValues = (value: unknown): unknown[] =>
  isNode(value) && value.type === 'ObjectExpression'
    ? (value['properties'] as Node[]).map((property) => property['value'])
    : [];

/** Yields the error messages in a file: thrown errors, schema errors (`message: …`), and rejected fields. */
function* messagesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* messagesOf(item);
  if (!isNode(value)) return;
  const said: unknown[] = [];
  if (value.type === 'NewExpression' || value.type === 'CallExpression') {
    const { name } = value['callee'] as { name?: string };
    const [first] = value['arguments'] as unknown[];
    if (name && BY_MESSAGE.has(name)) said.push(first);
    if (name && BY_FIELDS.has(name)) said.push(...fieldValues(first));
  }
  if (value.type === 'Property' && (value['key'] as { name?: string }).name === 'message') said.push(value['value']);
  for (const message of said) {
    const end = endOf(message);
    if (end !== undefined) yield end;
  }
  for (const child of Object.values(value)) yield* messagesOf(child);
}

const sources = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/\.test\.tsx?$/.test(file) && !NOT_ERRORS.test(file));

test('no error message ends with a period, because the code that shows a sentence adds it', () => {
  const found = sources.flatMap((file) => {
    const tree = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
    return [...messagesOf(tree.body)]
      .filter((end) => /\.\s*$/.test(end) && !FIXED.includes(end))
      .map((end) => `${file}: ‘${end}’`);
  });
  expect(found).toEqual([]);
});

test('one function adds the period', () => {
  const found = sources.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /replace\([^)]*\$\/, '\.'\)|[mM]essage\}\.`|[rR]eason\}\.`/.test(text);
  });
  expect(found).toEqual([]);
});
