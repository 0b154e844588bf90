import { resolve } from 'node:path';

/** The checkout, whatever the working directory. */
export const ROOT = resolve(import.meta.dirname, '..', '..');
