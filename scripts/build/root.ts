import { resolve } from 'node:path';

/** The repository's root, whatever the working directory. */
export const ROOT = resolve(import.meta.dirname, '..', '..');
