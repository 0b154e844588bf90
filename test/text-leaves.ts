import type { z } from 'zod';

/** A part of a schema that reads one text, with everything that's wrapped around it. */
export interface TextLeaf {
  /** The path to it, such as 'steps[].message'. */
  at: string;
  schema: z.core.$ZodType;
}

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def;

/** The parts that a schema consists of, with the suffix of each one's path. Empty for a single value. */
function partsOf(def: Def): [string, z.core.$ZodType][] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([key, part]) => [`.${key}`, part]);
    case 'array':
      return [['[]', def.element]];
    case 'record':
      return [
        ['{key}', def.keyType],
        ['{}', def.valueType],
      ];
    case 'union':
      return def.options.map((option, index) => [`|${index}`, option]);
    case 'tuple':
      return def.items.map((item, index) => [`[${index}]`, item]);
    default:
      return [];
  }
}

/** The schema directly inside another one that changes or wraps the same value. */
function insideOf(def: Def): z.core.$ZodType | undefined {
  if (def.type === 'pipe') return defOf(def.in).type === 'transform' ? def.out : def.in;
  return 'innerType' in def ? def.innerType : undefined;
}

/**
 * Returns every text in a schema, each with the outermost schema that reads only that text, because a wrapper may clean
 * it.
 */
export function textLeaves(schema: z.core.$ZodType, at = ''): TextLeaf[] {
  let inside = schema;
  for (let next = insideOf(defOf(inside)); next; next = insideOf(defOf(inside))) inside = next;
  const def = defOf(inside);
  if (def.type === 'string') return [{ at, schema }];
  return partsOf(def).flatMap(([suffix, part]) => textLeaves(part, at + suffix));
}
