import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { StartError } from './start-error.ts';

/**
 * Returns a value that's generated once and stored in a file in DATA_DIR (mode 600), such as a port, a password or
 * stand-in credentials. `make` generates it if the file is missing. Throws StartError with the file's name if the file
 * can't be read.
 */
export async function kept<T>(file: string, schema: z.ZodType<T>, make: () => T | Promise<T>): Promise<T> {
  if (existsSync(file)) return read(file, schema);
  const value = await make();
  keep(file, value);
  return value;
}

/** Writes the file atomically. */
export function keep(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function read<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file} can't be read. Restore it, or remove DATA_DIR to start over.`, { cause });
  }
}
