import { BAG_YIELD, DEFAULT_RULES, sourceOf, type TakeOffRules } from './default-rules.ts';
import type { FenceSystem } from './fence-system.schema.ts';

/** One number or word that a list is counted with, and its source. `key` is a path such as 'wood_privacy.spacingFt'. */
export interface CountingRule {
  key: string;
  value: number | string | boolean;
  source: string;
}

const OWN = 'Your own rule';
/** Fields that identify a system and aren't rules. */
const NOT_RULES = new Set(['key', 'family', 'panels']);

type Value = CountingRule['value'];

/** Returns the values in a record by path, lists by index: 'railsByHeight.0.rails'. */
const flatten = (value: unknown, path: string): [string, Value][] => {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([name, each]) => flatten(each, path === '' ? name : `${path}.${name}`));
};

const valuesOf = (system: FenceSystem | undefined): [string, Value][] =>
  flatten(system, '').filter(([path]) => !NOT_RULES.has(path));

/** Returns the rules of these systems and of concrete, each with its source. */
export const rulesOf = ({ defaultBagLb, systems }: TakeOffRules): CountingRule[] => {
  const own = (isOwn: boolean, source: string): string => (isOwn ? OWN : source);
  const bag = sourceOf('', 'bag');
  return [
    { key: 'defaultBagLb', value: defaultBagLb, source: own(defaultBagLb !== DEFAULT_RULES.defaultBagLb, bag) },
    { key: `bagYieldCubicFeet.${defaultBagLb}`, value: BAG_YIELD[defaultBagLb], source: bag },
    ...systems.flatMap((system) => {
      const defaults = new Map(valuesOf(DEFAULT_RULES.systems.find(({ key }) => key === system.key)));
      return valuesOf(system).map(([path, value]) => ({
        key: `${system.key}.${path}`,
        value,
        source: own(defaults.get(path) !== value, sourceOf(system.family, path)),
      }));
    }),
  ];
};
