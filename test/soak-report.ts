import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the soak's table: what was done, and its figures by name. */
export interface SoakLine {
  what: string;
  figures: Record<string, number>;
}

/** What `npm run soak` does at length, as often or for so long; each may be set in the environment. */
export const SOAK_COUNTS = {
  SOAK_KILLS: 300,
  SOAK_RACES: 1_000,
  SOAK_RUNS: 100,
  /** For the hours of texts, day by day. */
  SOAK_DAYS: 1_830,
  /** How long providers fail in each way. */
  SOAK_FAULT_SECONDS: 45,
  /** How long Redis is away. */
  SOAK_OUTAGE_SECONDS: 60,
  /** Messages of one company that are due before another's lead comes. */
  SOAK_BACKLOG: 50_000,
  /** Hostile requests whose memory is watched. */
  SOAK_HOSTILE: 8_620,
} as const;

/** How often the long repetitions are done: `npm run soak` sets it, `npm test` does a few. */
export const soakCount = (name: keyof typeof SOAK_COUNTS, otherwise: number): number =>
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
