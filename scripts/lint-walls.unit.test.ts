import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from './build/root.ts';

const house = mkdtempSync(join(tmpdir(), 'picket-walls-'));
const RULE = 'no-restricted-imports';
const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), help: z.string().optional() })) });

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Returns the errors of the import rules for one line in one file. */
function refusals(file: string, line: string): string[] {
  const path = join(house, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${line}\n`);
  const program = join(ROOT, 'node_modules/.bin/oxlint');
  // The rules match paths, so the configuration must be at the root of this test project.
  const { stdout } = spawnSync(process.execPath, [program, '-c', configuration(), '-f', 'json', file], {
    cwd: house,
    encoding: 'utf8',
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
  return diagnostics.filter(({ code }) => code.includes(RULE)).map(({ help }) => help ?? '');
}

function configuration(): string {
  const target = join(house, '.oxlintrc.json');
  const { status } = spawnSync('cp', [join(ROOT, '.oxlintrc.json'), target]);
  if (status !== 0) throw new Error('no configuration');
  return target;
}

describe('import boundaries', () => {
  test.each([
    ['src/shared/features/leads/leads.rules.ts', `import '#core/platform/config.ts';`, 'lowest layer'],
    ['src/shared/primitives/cents.ts', `import 'node:fs';`, 'no Node modules'],
    ['src/core/features/leads/leads.service.ts', `import '../../../server/app.ts';`, 'lower layers only'],
    ['src/core/features/leads/leads.service.ts', `export * from '../../platform/db/system.ts';`, 'crosses tenants'],
    ['src/core/features/leads/leads.service.ts', `import type { A } from '../estimates/a.ts';`, 'only earlier ones'],
    ['src/core/features/auth/messages/a.ts', `await import('../../leads/leads.service.ts');`, 'only earlier ones'],
    ['src/core/features/leads/leads.service.ts', `import '../../message-kinds.ts';`, 'above the features'],
    ['src/core/platform/config.ts', `import '../features/leads/leads.service.ts';`, 'never imports a feature'],
    ['src/server/app.ts', `import '../worker/start.ts';`, 'never import each other'],
    ['src/worker/start.ts', `import '../server/app.ts';`, 'never import each other'],
    ['src/worker/start.ts', `await import('../server/app.ts');`, 'never import each other'],
    ['src/client/main.tsx', `import '../core/platform/config.ts';`, 'stays on the server'],
    ['src/client/main.tsx', `import { appRouter } from '../server/trpc/root.ts';`, 'only the type'],
    ['src/client/main.tsx', `import type { Context } from '../server/trpc/context.ts';`, 'src/shared only'],
    ['src/client/main.tsx', `import type { App } from '../server/app.ts';`, 'src/shared only'],
    ['src/widget/main.ts', `import type { AppRouter } from '../server/trpc/root.ts';`, 'src/shared only'],
    ['src/widget/main.ts', `import 'react';`, 'must stay small'],
    ['src/server/app.ts', `import '../../sandbox/main.ts';`, 'never imports the sandbox'],
    ['migrations/2026-11-22-first.ts', `import '../src/shared/primitives/ids.ts';`, 'imports nothing from src'],
  ])('%s can’t import: %s', (file, line, reason) => {
    expect(refusals(file, line).join()).toContain(reason);
  });

  test.each([
    ['src/client/main.tsx', `import type { AppRouter } from '../server/trpc/root.ts';`],
    ['src/client/features/leads/page.tsx', `import '#shared/primitives/cents.ts';`],
    ['src/server/app.ts', `import '#core/features/leads/leads.service.ts';`],
    ['src/worker/start.ts', `import '#core/platform/config.ts';`],
    ['src/core/features/leads/leads.service.ts', `import '#shared/primitives/ids.ts';`],
    ['src/core/features/estimates/a.ts', `import '../leads/leads.service.ts';`],
    ['src/core/platform/config.ts', `import '#shared/features/trust/budgets.rules.ts';`],
    ['sandbox/entry/server.ts', `import '../../src/server/start.ts';`],
  ])('%s can import: %s', (file, line) => {
    expect(refusals(file, line)).toEqual([]);
  });
});
