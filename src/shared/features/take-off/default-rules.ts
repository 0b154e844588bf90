import { bagSchema, type BagPounds, type FenceSystem, fenceSystemSchema } from './fence-system.schema.ts';
import type { SystemKey } from './system-keys.ts';
import file from './fence-systems.json' with { type: 'json' };

/** Everything that a list of materials is counted with. */
export interface TakeOffRules {
  defaultBagLb: BagPounds;
  systems: readonly FenceSystem[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `base` with the fields of `changes`, also within nested records. Lists are replaced. */
export const withChanges = (base: Fields, changes: Fields): Fields => {
  const merged = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    merged[name] = isFields(before) && isFields(value) ? withChanges(before, value) : value;
  }
  return merged;
};

/** Returns the fields of `value` that differ from `base`, as `withChanges` applies them. */
export const changesFrom = (base: Fields, value: Fields): Fields =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, now]) => {
      const before = base[name];
      if (JSON.stringify(before) === JSON.stringify(now)) return [];
      return [[name, isFields(before) && isFields(now) ? changesFrom(before, now) : now]];
    }),
  );

/** The changed fields of systems, by key. */
export type SystemChanges = Partial<Record<SystemKey, Fields>>;

/** Returns the default rules with a company's changes. */
export const rulesWith = (changes: SystemChanges, defaultBagLb: BagPounds): TakeOffRules => ({
  defaultBagLb,
  systems: DEFAULT_RULES.systems.map((system) => {
    const change = changes[system.key];
    return change ? fenceSystemSchema.parse(withChanges(system, change)) : system;
  }),
});

const readSystems = (records: readonly Fields[]): FenceSystem[] => {
  const byKey = new Map<unknown, Fields>();
  for (const { like, ...record } of records) byKey.set(record['key'], withChanges(byKey.get(like) ?? {}, record));
  return [...byKey.values()].map((record) => fenceSystemSchema.parse(record));
};

/** The default rules, from fence-systems.json. */
export const DEFAULT_RULES: TakeOffRules = {
  defaultBagLb: bagSchema.parse(file.defaultBagLb),
  systems: readSystems(file.systems),
};

/** A bag's yield in cubic feet of concrete, by its pounds. */
export const BAG_YIELD: Record<BagPounds, number> = file.bagYieldCubicFeet;

interface Source {
  family?: string;
  rule?: string;
  source: string;
  weak?: boolean;
}
const SOURCES: readonly Source[] = file.sources;

/** Returns where a rule comes from. `rule` is a path such as 'hole.line.diameterIn'. */
export const sourceOf = (family: string, rule: string): string => {
  const [top = ''] = rule.split('.');
  const found = SOURCES.find(
    (each) => (each.family === undefined || each.family === family) && (each.rule === undefined || each.rule === top),
  );
  return found ? found.source + (found.weak ? ' (sources differ)' : '') : '';
};
