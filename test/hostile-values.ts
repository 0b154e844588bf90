import fc from 'fast-check';
import type { z } from 'zod';

/** Valid values by field name. With them, an input passes validation and reaches the database. */
export type GoodValues = Record<string, readonly unknown[]>;

/** Text that is known to break parsers, databases or templates. */
const ODD_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Eabc',
  '👩‍👩‍👧‍👦',
  "Robert'); drop table leads;--",
  '%_\\',
  '{{name}} {{nobody}}',
  '=cmd|x',
  '../../etc/passwd',
  '__proto__',
  '١٢٣',
  'İ',
  '0000-01-01',
  '2026-02-30',
  '-infinity',
  '99999999999999999999',
  '\r\nBcc: x@example.com',
  // A pattern that looks for its start at each character takes the square of the length.
  ...['x', ' ', '1', '@', ',', '(', '.', 'a@', '-', '/'].map((part) => part.repeat(100_000)),
];
const ODD_NUMBERS = [0, -0, -1, 1, 0.5, 1e-7, 100_000, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 1e308, 5e-324];

const MOST = 2 ** 31;
/** Made once, because preparing it takes a few milliseconds. */
const BINARY = fc.string({ unit: 'binary', maxLength: 30 });

/**
 * Generates inputs for a schema. Each part is sometimes valid (`good`, by its name), sometimes at its limits and
 * sometimes hostile, but always of the correct type, so that the code behind the schema is tested too.
 */
export function hostileValues(schema: z.core.$ZodType, good: GoodValues, name = ''): fc.Arbitrary<unknown> {
  const walk = (inner: z.core.$ZodType, as = name) => hostileValues(inner, good, as);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, walk(value, key)])));
    case 'array':
      return fc
        .array(walk(def.element), { maxLength: 4 })
        .chain((items) => fc.constantFrom(items, [...items, ...items], items.slice(0, 1)));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return fc.oneof(walk(def.innerType), fc.constant(def.type === 'nullable' ? null : undefined));
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return walk(def.innerType);
    case 'pipe':
      return walk(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return fc.oneof(...def.options.map((option) => walk(option)));
    case 'tuple':
      return fc.tuple(...def.items.map((item) => walk(item)));
    case 'record':
      return records(def.keyType, walk(def.valueType));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numbers(schema as z.ZodNumber, good[name]);
    case 'string':
      return texts(schema as z.ZodString, good, name);
    default:
      return fc.constantFrom(null, '', 0, {}, []);
  }
}

/** Uses all keys if the schema names them, otherwise a few odd ones. */
function records(keys: z.core.$ZodType, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { def } = (keys as z.core.$ZodTypes)._zod;
  if (def.type !== 'enum') return fc.dictionary(fc.constantFrom('a', '__proto__', '\u0000'), value, { maxKeys: 3 });
  return fc.record(Object.fromEntries(Object.values(def.entries).map((key) => [key, value])));
}

/** Generates mostly valid values, if any are known. */
const often = (good: readonly unknown[] | undefined, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  good === undefined
    ? odd
    : fc.oneof({ weight: 10, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: odd });

function numbers({ minValue, maxValue }: z.ZodNumber, good: GoodValues[string] | undefined) {
  const min = Math.ceil(Math.max(minValue ?? -1_000, -MOST));
  const max = Math.floor(Math.min(maxValue ?? 1_000_000, MOST));
  const within = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
  const odd = fc.constantFrom(...ODD_NUMBERS, min - 1, max + 1);
  return often(good, fc.oneof({ weight: 5, arbitrary: within }, { weight: 1, arbitrary: odd }));
}

function texts({ minLength, maxLength, format }: z.ZodString, good: GoodValues, name: string) {
  if (format === 'uuid') return ids(good, name);
  const least = Math.max(1, minLength ?? 0);
  const most = Math.max(least, Math.min(maxLength ?? 300, 100_000));
  const plain = fc.constantFrom(
    'x'.repeat(least),
    'Larkmeadow'.padEnd(least, 'x'),
    'x'.repeat(most),
    '𝒳'.repeat(most / 2),
  );
  const odd = fc.oneof(fc.constantFrom(...ODD_TEXT), BINARY);
  return often(good[name], fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: odd }));
}

/** Generates mostly existing ids of the correct kind, in upper or lower case, and sometimes ids that don't exist. */
function ids(good: GoodValues, name: string): fc.Arbitrary<unknown> {
  const known = Object.values(good)
    .flat()
    .filter((value): value is string => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value));
  const spelled = (values: readonly unknown[]) =>
    fc.constantFrom(...values).chain((id) => fc.constantFrom(id, String(id).toUpperCase()));
  return fc.oneof({ weight: 8, arbitrary: spelled(good[name] ?? known) }, spelled(known), fc.uuid());
}
