import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A message during whose delivery workers are killed. */
export interface Victim {
  /** The id of its row. */
  id: string;
  /** Values that identify its statements: row, lead and number. No other victim has them. */
  marks: string[];
  /** The kill point of each delivery, in order: the number of a statement, or text that the statement contains. */
  points: (number | string)[];
}

/** A message that was affected by a kill. */
export interface Death {
  /** The id of its row. */
  id: string;
  /** The number of the statement within this delivery. A commit counts a second time when it has completed. */
  point: number;
  /** The statement that wasn't started, or the commit after which nothing happened. */
  before: string;
  /** The id of the killed process, and when it was killed (milliseconds since 1970). */
  worker: string;
  at: number;
}

const planFile = (folder: string): string => join(folder, 'plan.json');
const deathsFile = (folder: string): string => join(folder, 'deaths.jsonl');

/** The test writes the plan before the first of its rows can be claimed. */
export const writePlan = (folder: string, plan: readonly Victim[]): void =>
  writeFileSync(planFile(folder), JSON.stringify(plan));

export const readPlan = (folder: string): Victim[] =>
  existsSync(planFile(folder)) ? (JSON.parse(readFileSync(planFile(folder), 'utf8')) as Victim[]) : [];

export const noteDeaths = (folder: string, deaths: readonly Death[]): void =>
  appendFileSync(deathsFile(folder), deaths.map((death) => `${JSON.stringify(death)}\n`).join(''));

/** Returns the affected messages of all kills so far, oldest first. */
export const readDeaths = (folder: string): Death[] =>
  existsSync(deathsFile(folder))
    ? readFileSync(deathsFile(folder), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Death)
    : [];
