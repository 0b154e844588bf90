import type { FenceSystem } from '#shared/features/take-off/fence-system.schema.ts';
import { type CountingRule, rulesOf } from '#shared/features/take-off/rule-list.ts';
import type { TakeOffUpdateInput, TakeOffView } from '#shared/features/take-off/take-off.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';

/** Counting rules as typed, by the rule's key, such as 'wood_privacy.spacingFt'. */
export type RulesForm = Record<string, string>;

/** Returns the rules that can be changed. A bag's yield can't. */
export const rulesIn = (view: TakeOffView): CountingRule[] =>
  rulesOf(view).filter(({ key }) => !key.startsWith('bagYieldCubicFeet'));

export const rulesFormOf = (view: TakeOffView): RulesForm =>
  Object.fromEntries(rulesIn(view).map(({ key, value }) => [key, String(value)]));

/** Reads a typed rule as the type that it has now. A text that isn't a number is sent as it is, and the server refuses it. */
const readValue = (text: string, now: CountingRule['value']): unknown => {
  if (typeof now === 'boolean') return text === 'true';
  if (typeof now === 'string') return text;
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
};

/** Returns a copy of a record or list with the value at a path. */
const withAt = (value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown => {
  if (name === undefined) return to;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === name ? withAt(each, rest, to) : each));
  const record = value as Record<string, unknown>;
  return { ...record, [name]: withAt(record[name], rest, to) };
};

/** Returns the changed systems, as they're sent: each changed field as a whole. */
export const rulesChanges = (form: RulesForm, view: TakeOffView): Omit<TakeOffUpdateInput, 'version'> => {
  const changed = rulesIn(view).filter(({ key, value }) => form[key] !== undefined && form[key] !== String(value));
  const bag = changed.find(({ key }) => key === 'defaultBagLb');
  const systems = view.systems.flatMap((system) => {
    const own = changed.filter(({ key }) => key.startsWith(`${system.key}.`));
    if (own.length === 0) return [];
    const paths = own.map(({ key, value }) => ({
      path: key.split('.').slice(1),
      to: readValue(form[key] ?? '', value),
    }));
    const after = paths.reduce<unknown>((record, { path, to }) => withAt(record, path, to), system) as FenceSystem;
    const fields = new Set(paths.map(({ path }) => path[0] ?? ''));
    return [{ key: system.key, ...Object.fromEntries(Object.entries(after).filter(([name]) => fields.has(name))) }];
  });
  return {
    ...(bag && { defaultBagLb: Number(form['defaultBagLb']) as TakeOffView['defaultBagLb'] }),
    ...(systems.length > 0 && { systems }),
  };
};

/** Names the server's errors by the rule's key. */
export const rulesRefused = (errors: FieldErrors, { systems = [] }: Omit<TakeOffUpdateInput, 'version'>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [, at, rule] = /^systems\.(\d+)\.(.+)$/.exec(path) ?? [];
      const system = systems[Number(at)]?.key;
      return [system !== undefined && rule !== undefined ? `${system}.${rule}` : path, message];
    }),
  );

const UNITS: readonly [RegExp, string][] = [
  [/SqIn$/, 'sq in'],
  [/Ft$|PerFoot/, 'ft'],
  [/In$|EveryIn/, 'in'],
  [/Percent$/, '%'],
];

/** Returns the unit of a rule, or undefined for a plain count. */
export const unitOf = (key: string): string | undefined => {
  const name = key.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  return UNITS.find(([pattern]) => pattern.test(name))?.[1];
};

/** Names a rule: 'Hole, line, diameter' for 'wood_privacy.hole.line.diameterIn'. A list's entries are counted from 1. */
export const ruleLabel = (key: string): string => {
  const words = key
    .split('.')
    .slice(key.includes('.') ? 1 : 0)
    .map((part) =>
      /^\d+$/.test(part)
        ? `entry ${Number(part) + 1}`
        : part.replace(/(?:SqIn|Ft|In|Percent)$/, '').replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
    );
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
