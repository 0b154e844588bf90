import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './root.ts';

/** Sonner's call that inserts its styles as an element. They're also in its own style sheet, which `toaster.tsx` imports. */
const SONNER_STYLES = /^__insertCSS\(.*\);$/m;

/**
 * Lets the built dashboard insert no style elements, because its content security policy doesn't allow inline styles. Two
 * packages would: Sonner, and the one by which Radix keeps the page behind a dialog from scrolling. Throws if Sonner
 * inserts its styles in another way, for example after an update.
 */
export const noStyleElements = (): Plugin => ({
  name: 'no-style-elements',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-style-singleton' ? join(ROOT, 'src/client/lib/style-singleton.ts') : undefined),
  transform(code, id) {
    if (!id.endsWith('/node_modules/sonner/dist/index.mjs')) return undefined;
    if (!SONNER_STYLES.test(code)) throw new Error('sonner no longer inserts its styles as this plugin expects');
    return { code: code.replace(SONNER_STYLES, ''), map: null };
  },
});
