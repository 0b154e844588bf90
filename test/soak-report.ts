import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the soak's table: what was done, and its figures by name. */
export interface SoakLine {
  what: string;
  figures: Record<string, number>;
}

/** How often the long repetitions are done: `npm run soak` sets it, `npm test` does a few. */
export const soakCount = (name: 'SOAK_DAYS' | 'SOAK_KILLS' | 'SOAK_RACES' | 'SOAK_RUNS', otherwise: number): number =>
  Number(process.env[name] ?? otherwise);

/** Keeps figures for the table that `npm run soak` prints; nothing in `npm test`. */
export function noteForSoak(line: SoakLine): void {
  const file = process.env['SOAK_REPORT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export const readSoakReport = (file: string): SoakLine[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SoakLine)
    : [];
