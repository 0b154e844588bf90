import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

export interface PageScript {
  /** Its path, which contains the hash of its content and can be cached permanently. */
  address: string;
  content: Buffer;
}

/** Loads the page's script from the build. Null if it wasn't built; the page works without it. */
export const loadPageScript = (file: string): PageScript | null => {
  if (!existsSync(file)) return null;
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { address: `/estimate.js?v=${hash}`, content };
};
