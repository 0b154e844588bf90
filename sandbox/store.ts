import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Line<T> = { put: T } | { remove: string } | { clear: true };

/**
 * Rows by id, in the order they were first stored. They're stored in memory and, if there's a folder, in
 * `<folder>/<name>.jsonl`. Each change appends a line. If the process is killed, at most the last line is incomplete.
 */
export class Collection<T extends { id: string }> {
  readonly #rows = new Map<string, T>();
  readonly #file: string | undefined;

  constructor(name: string, folder?: string) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${name}.jsonl`);
    this.#load(this.#file);
  }

  all(): T[] {
    return [...this.#rows.values()];
  }

  find(id: string): T | undefined {
    return this.#rows.get(id);
  }

  put(row: T): T {
    this.#rows.set(row.id, row);
    this.#append({ put: row });
    return row;
  }

  remove(id: string): void {
    if (this.#rows.delete(id)) this.#append({ remove: id });
  }

  clear(): void {
    this.#rows.clear();
    if (this.#file !== undefined) writeFileSync(this.#file, '');
  }

  #append(line: Line<T>): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  #load(file: string): void {
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) this.#apply(parseLine<T>(text));
    // Rewrites the file with only the current rows. Otherwise it would grow with every status change.
    const compact = this.all().map((row) => `${JSON.stringify({ put: row } satisfies Line<T>)}\n`);
    writeFileSync(`${file}.new`, compact.join(''));
    renameSync(`${file}.new`, file);
  }

  #apply(line: Line<T> | undefined): void {
    if (line === undefined) return;
    if ('put' in line) this.#rows.set(line.put.id, line.put);
    else if ('remove' in line) this.#rows.delete(line.remove);
    else this.#rows.clear();
  }
}

function parseLine<T>(text: string): Line<T> | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Line<T>;
  } catch {
    return undefined; // The line is incomplete because the process was killed while writing it.
  }
}
