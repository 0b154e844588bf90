import { hundredthsOfFoot } from '../../primitives/feet.ts';
import type { FenceSystem } from './fence-system.schema.ts';
import { chainsOf, type LayoutRun, type PlacedGate, type RunChain } from './layout.rules.ts';

/** A post's role, which determines its kind and its hole. */
export const POST_ROLES = ['line', 'end', 'corner', 'transition', 'gate', 'pull'] as const;
export type PostRole = (typeof POST_ROLES)[number];

/** A run with its rules. */
export interface CountedRun extends LayoutRun {
  index: number;
  rules: FenceSystem;
}

/** Posts of one kind: `count` of them, listed under `run`. */
export interface Posts {
  role: PostRole;
  /** The run that determines their kind and height. */
  of: CountedRun;
  /** The run they're listed under. */
  run: CountedRun;
  count: number;
}

/** A part of a run between its gates, in hundredths of a foot. */
export interface Stretch {
  kind: 'stretch';
  run: CountedRun;
  length: number;
  sections: number;
}
export interface Opening {
  kind: 'opening';
  run: CountedRun;
  width: number;
  leaves: 1 | 2;
}
type Segment = Stretch | Opening;

/** A chain link terminal's side, where fabric and rail are attached. */
export interface Sides {
  run: CountedRun;
  count: number;
}

export interface CountedPosts {
  posts: Posts[];
  segments: Segment[];
  sides: Sides[];
  brackets: CountedRun[];
}

/** Splits a run at its gates. */
const segmentsOf = (run: CountedRun, gates: readonly PlacedGate[]): Segment[] => {
  const spacing = hundredthsOfFoot(run.rules.spacingFt);
  const segments: Segment[] = [];
  let from = 0;
  const stretch = (to: number): void => {
    const length = to - from;
    if (length > 0) segments.push({ kind: 'stretch', run, length, sections: Math.ceil(length / spacing) });
  };
  for (const { at, width, leaves } of gates.filter((gate) => gate.run === run.index)) {
    stretch(at);
    segments.push({ kind: 'opening', run, width, leaves });
    from = at + width;
  }
  stretch(hundredthsOfFoot(run.feet));
  return segments;
};

/** Splits the chains at runs that aren't counted. What remains of a closed chain begins after such a run. */
const countedChains = (
  runs: readonly LayoutRun[],
  counted: ReadonlyMap<number, CountedRun>,
): { runs: CountedRun[]; closed: boolean }[] =>
  chainsOf(runs).flatMap(({ runs: indexes, closed }: RunChain) => {
    const gap = indexes.findIndex((index) => !counted.has(index));
    const turned = closed && gap >= 0 ? [...indexes.slice(gap), ...indexes.slice(0, gap)] : indexes;
    const parts: CountedRun[][] = [[]];
    for (const index of turned) {
      const run = counted.get(index);
      if (run) parts.at(-1)?.push(run);
      else parts.push([]);
    }
    return parts.filter((part) => part.length > 0).map((part) => ({ runs: part, closed: closed && gap < 0 }));
  });

/** The taller of two runs, or the first one if they're equally tall. */
const taller = (one: CountedRun, other: CountedRun): CountedRun => (other.heightFt > one.heightFt ? other : one);

/** Returns the post between two segments of a chain, or at an open end. Throws if there's neither. */
const postBetween = (before: Segment | undefined, after: Segment | undefined): Posts => {
  const run = (before ?? after)?.run;
  if (!run) throw new Error('a post needs a segment beside it');
  const [gate, otherGate = gate] = [before, after].flatMap((segment) =>
    segment?.kind === 'opening' ? [segment.run] : [],
  );
  if (gate && otherGate) return { role: 'gate', of: taller(gate, otherGate), run, count: 1 };
  if (!before || !after) return { role: 'end', of: run, run, count: 1 };
  const next = after.run;
  const isSame = next.heightFt === run.heightFt && next.rules.family === run.rules.family;
  const role = run.join !== 'inline' ? 'corner' : isSame ? 'line' : 'transition';
  return { role, of: taller(run, next), run, count: 1 };
};

const holdsStart = ({ wall }: CountedRun): boolean => wall === 'start' || wall === 'both';
const holdsEnd = ({ wall }: CountedRun): boolean => wall === 'end' || wall === 'both';

/**
 * Counts the posts of a layout: one at each end of a section or opening. `counted` contains the runs that have rules.
 */
export const countPosts = (
  runs: readonly LayoutRun[],
  counted: ReadonlyMap<number, CountedRun>,
  gates: readonly PlacedGate[],
): CountedPosts => {
  const all: CountedPosts = { posts: [], segments: [], sides: [], brackets: [] };
  for (const chain of countedChains(runs, counted)) {
    const segments = chain.runs.flatMap((run) => segmentsOf(run, gates));
    const nodes = segments.map((segment, index) =>
      postBetween(segments[index - 1] ?? (chain.closed ? segments.at(-1) : undefined), segment),
    );
    if (!chain.closed) nodes.push(postBetween(segments.at(-1), undefined));
    all.segments.push(...segments);
    const first = segments[0]?.run;
    const last = segments.at(-1)?.run;
    for (const [index, node] of nodes.entries()) {
      const onWall =
        node.role === 'end' && (index === 0 ? first && holdsStart(first) : last !== undefined && holdsEnd(last));
      if (onWall) all.brackets.push(node.run);
      else all.posts.push(node);
    }
    countStretches(all, segments, nodes, chain.closed);
  }
  return all;
};

/** Adds the posts within the stretches, and the sides of chain link's terminals. */
const countStretches = (
  all: CountedPosts,
  segments: readonly Segment[],
  nodes: readonly Posts[],
  closed: boolean,
): void => {
  const isLine = (node: number): boolean => nodes[closed ? node % nodes.length : node]?.role === 'line';
  // A closed chain is followed from a post that ends the fabric, so that fabric across the first post stays whole.
  const start = closed
    ? Math.max(
        0,
        nodes.findIndex(({ role }) => role !== 'line'),
      )
    : 0;
  let span = 0;
  for (let step = 0; step < segments.length; step++) {
    const index = (start + step) % segments.length;
    const segment = segments[index];
    if (segment?.kind !== 'stretch') continue;
    const { run, sections, length } = segment;
    const before = span;
    span += length;
    const ends = !isLine(index + 1) || step === segments.length - 1;
    const pulls = run.rules.family === 'chain_link' ? pullPosts(run.rules.pullPostEveryFt, before, span, ends) : 0;
    const pull = Math.min(pulls, sections - 1);
    all.posts.push({ role: 'line', of: run, run, count: sections - 1 - pull });
    if (pull > 0) all.posts.push({ role: 'pull', of: run, run, count: pull });
    if (run.rules.family === 'chain_link')
      all.sides.push({ run, count: (isLine(index) && step > 0 ? 0 : 1) + (ends ? 1 : 0) + 2 * pull });
    if (ends) span = 0;
  }
};

/** The pull posts between two distances along a span of fabric. A post at the end of the span replaces the last one. */
const pullPosts = (everyFt: number, from: number, to: number, ends: boolean): number => {
  const every = hundredthsOfFoot(everyFt);
  const upTo = (distance: number): number => Math.floor(distance / every);
  return upTo(ends ? to - 1 : to) - upTo(from);
};
