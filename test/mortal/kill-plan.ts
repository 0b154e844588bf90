import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A message during whose deliveries workers are killed. */
export interface Victim {
  /** Its row's id. */
  id: string;
  /** Values that identify its statements: row, lead and number. No other victim shares them. */
  marks: string[];
  /** The kill point of each delivery in turn: the number of a statement, or text that the statement contains. */
  points: (number | string)[];
}

/** One message's part in one kill. */
export interface Death {
  /** Its row's id. */
  id: string;
  /** The number of the statement within this delivery; a commit counts again when it has completed. */
  point: number;
  /** The statement that was never started, or the commit after which nothing followed. */
  before: string;
  /** The killed process's id, and when it was killed (milliseconds since 1970). */
  worker: string;
  at: number;
}

const planFile = (folder: string): string => join(folder, 'plan.json');
const deathsFile = (folder: string): string => join(folder, 'deaths.jsonl');

/** The test writes it before the first of its rows can be claimed. */
export const writePlan = (folder: string, plan: readonly Victim[]): void =>
  writeFileSync(planFile(folder), JSON.stringify(plan));

export const readPlan = (folder: string): Victim[] =>
  existsSync(planFile(folder)) ? (JSON.parse(readFileSync(planFile(folder), 'utf8')) as Victim[]) : [];

export const noteDeaths = (folder: string, deaths: readonly Death[]): void =>
  appendFileSync(deathsFile(folder), deaths.map((death) => `${JSON.stringify(death)}\n`).join(''));

/** The message records of all kills so far, oldest first. */
export const readDeaths = (folder: string): Death[] =>
  existsSync(deathsFile(folder))
    ? readFileSync(deathsFile(folder), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Death)
    : [];
