import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A message at whose deliveries workers die. */
export interface Victim {
  /** Its row. */
  id: string;
  /** By what its statements are known: row, lead, number. Nothing that another victim has too. */
  marks: string[];
  /** At which statement of each delivery, one delivery after the other: which one it is, or words that it has. */
  points: (number | string)[];
}

/** One message's share of one kill. */
export interface Death {
  /** Its row. */
  id: string;
  /** Which statement of this delivery it was; a commit counts again when it is done. */
  point: number;
  /** The statement that was never begun, or the commit after which nothing was. */
  before: string;
  /** The process that died, and when (milliseconds since 1970). */
  worker: string;
  at: number;
}

const planFile = (folder: string): string => join(folder, 'plan.json');
const deathsFile = (folder: string): string => join(folder, 'deaths.jsonl');

/** Written by the test before the first of its rows can be claimed. */
export const writePlan = (folder: string, plan: readonly Victim[]): void =>
  writeFileSync(planFile(folder), JSON.stringify(plan));

export const readPlan = (folder: string): Victim[] =>
  existsSync(planFile(folder)) ? (JSON.parse(readFileSync(planFile(folder), 'utf8')) as Victim[]) : [];

export const noteDeaths = (folder: string, deaths: readonly Death[]): void =>
  appendFileSync(deathsFile(folder), deaths.map((death) => `${JSON.stringify(death)}\n`).join(''));

/** All shares of all kills so far, oldest first. */
export const readDeaths = (folder: string): Death[] =>
  existsSync(deathsFile(folder))
    ? readFileSync(deathsFile(folder), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Death)
    : [];
