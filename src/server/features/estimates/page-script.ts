import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

export interface PageScript {
  /** Its address, with the hash of its content: it may be kept permanently. */
  address: string;
  content: Buffer;
}

/** The script of the homeowner's page from the build; null where nothing was built, and the page works without. */
export const loadPageScript = (file: string): PageScript | null => {
  if (!existsSync(file)) return null;
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { address: `/estimate.js?v=${hash}`, content };
};
