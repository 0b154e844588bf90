import { formatFeet } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import type { TakeOffRules } from './default-rules.ts';
import { countItems, type MaterialItem } from './items.rules.ts';
import { type Layout, type LayoutRun, placeGates, refuseBadLayout } from './layout.rules.ts';
import { type CountedRun, countPosts, type PostRole, type Posts } from './posts.rules.ts';
import { type CountingRule, rulesOf } from './rule-list.ts';
import { takeOffWords } from './words/index.ts';

export type PostCounts = Record<PostRole, number>;

/** What one run needs. Its items are rounded for the run alone, so that some add up to more than the whole list. */
export interface RunCount {
  /** The run's index. */
  run: number;
  feet: number;
  sections: number;
  posts: PostCounts;
  items: MaterialItem[];
}

/** A part of the list to check. `path` names the input: 'runs.0.heightFt'. */
export interface CountWarning {
  path: string;
  text: string;
}

/** What labor is counted by. Feet are those of the counted runs. */
export interface LaborBasis {
  foot: number;
  post: number;
  section: number;
  gate: number;
  leaf: number;
}

export interface TakeOff {
  posts: PostCounts;
  items: MaterialItem[];
  byRun: RunCount[];
  warnings: CountWarning[];
  rules: CountingRule[];
  laborBasis: LaborBasis;
}

/**
 * Counts a fence's materials. Runs without a system, or taller than their system's rules, aren't counted, and a warning
 * says so. Throws VALIDATION_FAILED with the path of each value that can't be counted.
 */
export const takeOff = (layout: Layout, rules: TakeOffRules, language: Language = DEFAULT_LANGUAGE): TakeOff => {
  const systems = new Map(rules.systems.map((system) => [system.key, system]));
  refuseBadLayout(layout, new Set(systems.keys()));
  const { counted, warnings } = countedRuns(layout.runs, rules, language);
  const gates = placeGates(layout, (run) => Math.round((counted.get(run)?.rules.spacingFt ?? 1) * 100));
  const all = countPosts(layout.runs, counted, gates);
  const runs = [...counted.values()];
  const items = countItems(all, { bag: rules.defaultBagLb, language });
  const used = new Set(runs.map(({ rules: { key } }) => key));
  const openings = all.segments.filter((segment) => segment.kind === 'opening');
  const sectionsOf = (index?: number): number =>
    all.segments.reduce(
      (sum, segment) =>
        sum + (segment.kind === 'stretch' && (index ?? segment.run.index) === segment.run.index ? segment.sections : 0),
      0,
    );
  const posts = rolesOf(all.posts);
  return {
    posts,
    items: items.all,
    byRun: runs.map(({ index, feet }) => ({
      run: index,
      feet,
      sections: sectionsOf(index),
      posts: rolesOf(all.posts.filter(({ run }) => run.index === index)),
      items: items.byRun.get(index) ?? [],
    })),
    warnings,
    rules: rulesOf({ ...rules, systems: rules.systems.filter(({ key }) => used.has(key)) }),
    laborBasis: {
      foot: Math.round(runs.reduce((sum, { feet }) => sum + feet, 0) * 100) / 100,
      post: Object.values(posts).reduce((sum, count) => sum + count, 0),
      section: sectionsOf(),
      gate: openings.length,
      leaf: openings.reduce((sum, { leaves }) => sum + leaves, 0),
    },
  };
};

const rolesOf = (posts: readonly Posts[]): PostCounts => {
  const roles: PostCounts = { line: 0, end: 0, corner: 0, transition: 0, gate: 0, pull: 0 };
  for (const { role, count } of posts) roles[role] += count;
  return roles;
};

const countedRuns = (
  runs: readonly LayoutRun[],
  { systems }: TakeOffRules,
  language: Language,
): { counted: Map<number, CountedRun>; warnings: CountWarning[] } => {
  const words = takeOffWords(language);
  const counted = new Map<number, CountedRun>();
  const warnings: CountWarning[] = [];
  for (const [index, run] of runs.entries()) {
    const rules = systems.find(({ key }) => key === run.system);
    if (!rules) {
      warnings.push({ path: `runs.${index}.materialId`, text: words.noSystem });
      continue;
    }
    const system = words.systems[rules.key];
    const tallest = Math.max(...rules.heightsFt);
    const path = `runs.${index}.heightFt`;
    if (run.heightFt > tallest) {
      warnings.push({ path, text: words.tooTall({ system, tallest: formatFeet(tallest, language) }) });
      continue;
    }
    if (!rules.heightsFt.includes(run.heightFt)) {
      const heights = rules.heightsFt.map((feet) => formatFeet(feet, language)).join(', ');
      const height = formatFeet(run.heightFt, language);
      warnings.push({ path, text: words.unlistedHeight({ system, heights, height }) });
    }
    counted.set(index, { ...run, index, rules });
  }
  return { counted, warnings };
};
