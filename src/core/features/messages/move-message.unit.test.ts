import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Before, MOVES } from './move-message.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MODULE = 'src/core/features/messages/move-message.ts';
const sources = globSync('src/{core,server,shared,worker}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

/** A table of messages, by its name or as a parameter. */
const TABLE = String.raw`(?:'?(?:follow_up_messages|messages)\b'?|\$\{sql\.table\([^)]*\)\}|\$\{\w*table\w*\}|table\b)`;
const UPDATE = new RegExp(String.raw`\bupdate(?:Table\(\s*|\s+(?:only\s+)?)${TABLE}`, 'i');
const SQL_STATUS = new RegExp(
  String.raw`\bupdate\s+(?:only\s+)?${TABLE}(?:(?!\bwhere\b|\bfrom\b|\`)[^])*?(?<![\w.])status\s*=`,
  'i',
);
/** An `update` that's put together from several pieces, so that its assignments can't be read. */
const PIECES = new RegExp(String.raw`\bupdate\s+(?:only\s+)?${TABLE}(?:(?!\bset\b|\`)[^])*\``, 'i');
/** `status` in a `set` of Kysely, either there or in an object that's spread into it. */
const KYSELY_STATUS = /\.set\(\s*(?:\{[^}]*\bstatus\b|\w+\s*\)|\{[^}]*\.\.\.)/;

const changesStatus = (code: string): boolean =>
  SQL_STATUS.test(code) ||
  PIECES.test(code) ||
  (UPDATE.test(code) && /updateTable/.test(code) && KYSELY_STATUS.test(code));

/** Returns a file's code without its comments. */
const codeOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

test('no other file changes the status of a message', () => {
  expect(sources).toContain(MODULE);
  expect(sources.filter((file) => changesStatus(codeOf(file)))).toEqual([MODULE]);
});

test.each([
  `tx.updateTable('messages').set({ status: 'cancelled', reason })`,
  `const waiting = () => tx.updateTable('messages');\n waiting().where('id', '=', id).set({ reason, status: 'skipped' })`,
  `tx.updateTable('messages').set(change).execute()`,
  `tx.updateTable('messages').set({ ...change, unsure: false }).execute()`,
  'sql`update messages set status = ${status}`',
  `sql\`update follow_up_messages m\n  set claimed_until = null, status = 'sent'\``,
  "sql`update ${sql.table(table)} m set status = 'sent' from given`",
  'sql.join([sql`update messages m`, assignments, sql`where id = ${id}`])',
])('finds a change: %s', (code) => {
  expect(changesStatus(code)).toBe(true);
});

test.each([
  `tx.updateTable('messages').set({ to_address: to }).where('status', '=', 'scheduled')`,
  "sql`update ${sql.table(table)} m set claimed_until = null where m.status = 'scheduled'`",
  "sql`update follow_up_schedules s set status = 'done' from follow_up_messages m`",
])('ignores other changes: %s', (code) => {
  expect(changesStatus(code)).toBe(false);
});

test('every status can be reached, and a message that was delivered or received is never sent again', () => {
  const targets = new Set<string>(Object.values(MOVES).flat());
  // Messages start as 'draft', and incoming ones as 'received'.
  expect(Object.keys(MOVES).filter((status) => !targets.has(status))).toEqual(['draft', 'received']);
  for (const status of ['delivered', 'received', 'skipped'] as const) expect(MOVES[status]).not.toContain('scheduled');
  // Only a claimed message is sent. An attempt whose outcome was given up may be taken back by its late answer.
  const sendable = Object.entries(MOVES).flatMap(([from, to]) => (to.some((one) => one === 'sending') ? [from] : []));
  expect(sendable).toEqual(['scheduled', 'sending', 'unknown']);
});

test('the compiler refuses a move that isn’t in the table', () => {
  const allowed: readonly Before<'sent'>[] = ['scheduled', 'sending', 'unknown'];
  // @ts-expect-error A message that was delivered can't be sent.
  const refused: readonly Before<'sent'>[] = ['delivered'];
  // @ts-expect-error A message moves to one status at a time, and an unknown one can't be skipped.
  const both: readonly Before<'sent' | 'skipped'>[] = ['unknown'];
  expect([allowed, refused, both].map((statuses) => statuses.length)).toEqual([3, 1, 1]);
});
