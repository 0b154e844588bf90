import { resolve } from 'node:path';

/** The repository's root, independent of the working directory. */
export const ROOT = resolve(import.meta.dirname, '..', '..');
