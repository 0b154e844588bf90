/** Measures one alternative. Each benchmark defines whether smaller or larger is better. */
export type Run = () => Promise<number>;

/**
 * How much the floor's two runs in a round may differ. If they differ more, the machine was too busy for a valid
 * result.
 */
const TOLERANCE = 0.15;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** The median of each alternative, and its ratio to the floor. */
export type InTurn<Name extends string> = Record<'floor' | Name, number> & {
  /**
   * Returns the median of an alternative's ratios, one for each round. A ratio is the alternative's result divided by
   * the average of the floor's two results in that round.
   */
  ratioOf: (name: Name) => number;
  valid: boolean;
};

/**
 * Runs each alternative once per round. Ignores the first round, and returns each alternative's median over the other
 * rounds. The floor runs at the beginning and at the end of each round, so that it's compared with itself. `valid` is
 * true if the medians of these two runs differ by at most `TOLERANCE`.
 */
export async function inTurn<Name extends string>(
  runs: Record<'floor' | Name, Run>,
  rounds = 6,
): Promise<InTurn<Name>> {
  const names = Object.keys(runs) as ('floor' | Name)[];
  const seen = new Map<string, number[]>([...names, AGAIN].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of [...names.map((key) => [key, runs[key]] as const), [AGAIN, runs.floor] as const]) {
      const value = await run();
      if (round > 0) seen.get(name)?.push(value);
    }
  const valuesOf = (name: string) => seen.get(name) ?? [];
  const of = (name: string) => median(valuesOf(name));
  const medians = Object.fromEntries(names.map((name) => [name, of(name)])) as Record<'floor' | Name, number>;
  const floors = valuesOf('floor').map((value, round) => (value + (valuesOf(AGAIN)[round] ?? Number.NaN)) / 2);
  return {
    ...medians,
    ratioOf: (name) => median(valuesOf(name).map((value, round) => value / (floors[round] ?? Number.NaN))),
    valid: Math.abs(of('floor') / of(AGAIN) - 1) <= TOLERANCE,
  };
}

const AGAIN = 'floor again';

/** Measures the duration of `work` in milliseconds: the median of `times` runs. */
export const timed =
  (work: () => Promise<unknown>, times = 20): Run =>
  async () => {
    const took: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const began = performance.now();
      await work();
      took.push(performance.now() - began);
    }
    return median(took);
  };
