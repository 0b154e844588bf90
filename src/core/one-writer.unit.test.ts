import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));

/** Returns a file's code without its comments. */
const codeOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

const whoHolds = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(codeOf(file)));

/** Matches a statement that writes the table, in Kysely or SQL. */
const writing = (table: string): RegExp =>
  new RegExp(
    String.raw`\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'${table}\b|` +
      String.raw`\b(insert into|update|delete from|merge into)\s+(only\s+)?${table}\b(?!\s*=)`,
    'i',
  );

test.each([
  ['leads', 'src/core/features/lead-rows/write-leads.ts'],
  ['consents', 'src/core/features/permission/consents.ts'],
  ['stripe_operations', 'src/core/features/billing/operations.repository.ts'],
])('%s is written by one file only', (table, writer) => {
  expect(whoHolds(writing(table))).toEqual([writer]);
});

test.each(['lockLead', 'mailCompany', 'mailContractor'])('%s is defined once', (name) => {
  const defining = new RegExp(String.raw`(function\*?|const|let) ${name}\b(?! =\s*await)`);
  expect(whoHolds(defining)).toHaveLength(1);
});

/**
 * Matches a query that reads and locks leads. In Kysely, a query ends at its `execute`; in SQL, at the end of its
 * string. `for update of m` locks only the messages that are joined with leads.
 */
const LOCKING_LEADS =
  /selectFrom\((?:(?!\bexecute)[^])*?'leads\b(?:(?!\bexecute)[^])*?\.for(NoKey)?(Update|Share)\((\s*\)|[^)]*'leads')|\b(from|join) leads\b[^`]*\bfor (no key )?(update|share)\b(?! of m\b)/i;

test('leads are locked by one file only', () => {
  expect(whoHolds(LOCKING_LEADS)).toEqual(['src/core/features/lead-rows/lock-leads.ts']);
});

test.each([
  `tx.updateTable('leads').set({ name })`,
  `await tx\n  .insertInto('leads')\n  .values(lead)`,
  'sql`with gone as (delete from leads where id = ${id}) select 1`',
  'sql`update leads set name = ${name}`',
])('finds a write: %s', (code) => {
  expect(code).toMatch(writing('leads'));
});

test.each([
  `tx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().execute()`,
  `tx.selectFrom('deals').innerJoin('leads', 'leads.id', 'lead_id').selectAll().forNoKeyUpdate().execute()`,
  'sql`select l.id from leads l where id = ${id} for update of l`',
])('finds a lock: %s', (code) => {
  expect(code).toMatch(LOCKING_LEADS);
});

test('ignores code that only reads, or that writes to another table', () => {
  expect('do update set leads = widget_tickets.leads + 1').not.toMatch(writing('leads'));
  expect(`insertInto('lead_merges')`).not.toMatch(writing('leads'));
  expect(`tx.selectFrom('leads').select('id').execute();\n tx.selectFrom('users').forUpdate().execute()`).not.toMatch(
    LOCKING_LEADS,
  );
});

test('what was paid is taken from a price only by the rules of the balance and of the stages', () => {
  const subtracting = /[a-z)\]] - \(?[\w.?]*\b(?:paid|received)(?:Cents|_cents)\b/;
  expect(whoHolds(subtracting).toSorted()).toEqual([
    'src/core/features/lead-rows/lead-money.ts',
    'src/shared/features/balances/balance.rules.ts',
    'src/shared/features/payments/payment-plan.rules.ts',
  ]);
});
