import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build/root.ts';
import { lintConfiguration } from './lint/configuration.ts';

// Writes the linter's JSON configuration from its source in scripts/lint.
writeFileSync(join(ROOT, '.oxlintrc.json'), `${JSON.stringify(lintConfiguration(), null, 2)}\n`);
