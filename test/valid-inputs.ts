import type { z } from 'zod';
import type { GoodValues } from './hostile-values.ts';

/** How much of a schema's optional parts an input has, and which option of a union. */
interface Build {
  whole: boolean;
  option: 'first' | 'last';
}

const BUILDS: Build[] = [
  { whole: true, option: 'first' },
  { whole: true, option: 'last' },
  { whole: false, option: 'first' },
];

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const isText = (value: unknown): value is string => typeof value === 'string';

function text({ format, minLength, maxLength }: z.ZodString, good: GoodValues, name: string): string | undefined {
  const known = good[name]?.filter(isText).find((value) => value !== '');
  if (known !== undefined) return known;
  if (format === 'uuid')
    return Object.values(good)
      .flat()
      .filter(isText)
      .find((value) => ID.test(value));
  return 'Larkmeadow'.padEnd(minLength ?? 0, 'x').slice(0, maxLength ?? undefined);
}

function record(keys: z.core.$ZodType, value: unknown): unknown {
  const { def } = (keys as z.core.$ZodTypes)._zod;
  return Object.fromEntries((def.type === 'enum' ? Object.values(def.entries) : ['a']).map((key) => [key, value]));
}

function made(schema: z.core.$ZodType, good: GoodValues, build: Build, name = ''): unknown {
  const inner = (one: z.core.$ZodType, as = name) => made(one, good, build, as);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, one]) => [key, inner(one, key)]));
    case 'array':
      return [inner(def.element)];
    case 'optional':
    case 'default':
    case 'prefault':
      return build.whole ? inner(def.innerType) : undefined;
    case 'nullable':
      return build.whole ? inner(def.innerType) : null;
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.map((option) => inner(option)).at(build.option === 'first' ? 0 : -1);
    case 'record':
      return record(def.keyType, inner(def.valueType));
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'boolean':
      return true;
    case 'number':
      return (
        good[name]?.find((value) => typeof value === 'number') ?? Math.max(1, (schema as z.ZodNumber).minValue ?? 1)
      );
    case 'string':
      return text(schema as z.ZodString, good, name);
    default:
      throw new Error(`No value is known for ${def.type} (${name})`);
  }
}

/**
 * Builds inputs for a schema from known values (`good`, by field name): with all fields, with the last option of each
 * union, and with only the required fields. They're valid, unless fields depend on each other.
 */
export const likelyInputs = (schema: z.core.$ZodType, good: GoodValues): unknown[] =>
  BUILDS.map((build) => made(schema, good, build));

/** A value in which one text is spoiled. `at` is the path to that text, such as 'steps.0.message'. */
export interface Spoiled {
  at: string;
  value: unknown;
}

/** Returns a value once per text in it, with `spoil` applied to only that text. */
export function spoiled(value: unknown, spoil: (text: string) => string): Spoiled[] {
  if (isText(value)) return [{ at: '', value: spoil(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    spoiled(part, spoil).map((one) => ({
      at: one.at === '' ? key : `${key}.${one.at}`,
      value: Array.isArray(value)
        ? value.map((other: unknown, index) => (String(index) === key ? one.value : other))
        : { ...value, [key]: one.value },
    })),
  );
}
