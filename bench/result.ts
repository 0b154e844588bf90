/** One line of the results. The goal applies to `ratio`. */
export interface Line {
  /** The id, plus the variant that this line measures ('L1 by name'). */
  id: string;
  ours: string;
  /** The result of the best alternative, measured in the same run or read from a recording ('150 kB recorded'). */
  peer: string;
  floor: string;
  ratio: number | null;
  goal: string;
  met: boolean;
  /** Whether the floor's repeated measurements agreed in this run. Always true for exact counts. */
  valid: boolean;
}

const HEAD = ['id', 'ours', 'peer', 'floor', 'ratio', 'goal', ''];

const cells = (line: Line): string[] => [
  line.id,
  line.ours,
  line.peer,
  line.floor,
  line.ratio === null ? '' : line.ratio.toFixed(2),
  line.goal,
  line.valid ? (line.met ? 'met' : 'MISSED') : 'INVALID: the floor varied by more than 15 %',
];

/** Formats the results as a table. */
export const table = (lines: readonly Line[]): string => {
  const rows = [HEAD, ...lines.map(cells)];
  const widths = HEAD.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const bytes = (count: number): string => `${count.toLocaleString('en-US')} B`;
export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`;
