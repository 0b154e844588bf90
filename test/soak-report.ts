import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A row of the soak test's table: a description of the task, and its figures by name. */
export interface SoakLine {
  what: string;
  figures: Record<string, number>;
}

/** How often or how long `npm run soak` repeats each test. Environment variables override each value. */
export const SOAK_COUNTS = {
  SOAK_KILLS: 300,
  SOAK_RACES: 1_000,
  SOAK_RUNS: 100,
  /** The number of days for which the texting hours are tested. */
  SOAK_DAYS: 1_830,
  /** How long providers fail in each way, in seconds. */
  SOAK_FAULT_SECONDS: 45,
  /** How long Redis is away, in seconds. */
  SOAK_OUTAGE_SECONDS: 60,
  /** How many messages of one company are due before another company's lead arrives. */
  SOAK_BACKLOG: 50_000,
  /** The number of hostile requests. A quarter as many are then sent together with slow bodies. */
  SOAK_HOSTILE: 8_620,
} as const;

/** Returns the number of repetitions. It's high for `npm run soak` and low for `npm test`. */
export const soakCount = (name: keyof typeof SOAK_COUNTS, otherwise: number): number =>
  Number(process.env[name] ?? otherwise);

/** Stores figures for the table that `npm run soak` prints. Does nothing in `npm test`. */
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
