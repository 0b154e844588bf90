import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setAside } from './database.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'picket-aside-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('data without its DATA_DIR password is moved aside, named and kept', () => {
  const folder = join(parent, 'postgres');
  mkdirSync(folder);
  writeFileSync(join(folder, 'PG_VERSION'), '18\n');
  const said: string[] = [];
  setAside(folder, (line) => said.push(line));
  expect(existsSync(folder)).toBe(false);
  const [aside] = readdirSync(parent);
  expect(said.join('\n')).toContain(join(parent, aside ?? '?'));
  expect(existsSync(join(parent, aside ?? '?', 'PG_VERSION'))).toBe(true);
});

test('without data, nothing is logged or moved', () => {
  setAside(join(parent, 'postgres'), () => expect.unreachable());
  expect(readdirSync(parent)).toEqual([]);
});
