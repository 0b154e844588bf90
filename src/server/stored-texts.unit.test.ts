import { safeParse, type z } from 'zod';
import { describe, expect, test } from 'vitest';
import { textLeaves } from '../../test/text-leaves.ts';
import { appRouter } from './trpc/root.ts';

type Declared = Record<string, { _def: { inputs: z.core.$ZodType[] } }>;
const leaves = Object.entries(appRouter._def.procedures as unknown as Declared).flatMap(
  ([
    path,
    {
      _def: { inputs },
    },
  ]) => inputs.flatMap((schema) => textLeaves(schema, path)),
);

/**
 * Texts that are read as they are, because they're only hashed (passwords, tokens), decoded (cursors), compared with
 * stored values (`was`, ids and keys) or split into cells that are cleaned one by one (`csv`). What they do to the
 * database is tested in `hostile-values.test.ts`.
 */
const NEVER_STORED =
  /\.(?:token|challenge|cursor|lastEventId|search|query|csv|figure|kind|itemId|optionId|accountId|stripeAccountId|priceId|quoteId|logoUrl|pendingNotifyPhone|\w*[pP]assword|addOnIds\[\])$|\.was\b/;

/** Text around the bad character that fits most schemas: words, digits, an email address or a URL. */
const AROUND = [
  ['a', 'b'],
  ['', ''],
  ['Larkmeadow ', ' Larkmeadow Larkmeadow'],
  ['2085550', '172'],
  ['dana', '@example.com'],
  ['https://example.com/', 'b'],
  ['Hi {{name}} ', ' {{review_link}}'],
] as const;

const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : [];

describe('Postgres can store every text that a procedure accepts', () => {
  test('there are hundreds of them', () => {
    expect(leaves.length).toBeGreaterThan(300);
  });

  test.each([
    ['NUL', '\u0000'],
    ['a lone surrogate', '\uD800'],
  ])('without %s', (_, character) => {
    const kept = leaves.filter(({ schema }) =>
      AROUND.some(([before, after]) => {
        const { success, data } = safeParse(schema, before + character + after);
        return success && texts(data).some((text) => text.includes('\u0000') || !text.isWellFormed());
      }),
    );
    expect(kept.map(({ at }) => at).filter((at) => !NEVER_STORED.test(at))).toEqual([]);
  });
});
