import { expect, test } from 'vitest';
import { isModestJson } from './json-shape.ts';

const modest = (text: string) => isModestJson(Buffer.from(text));

test('accepts inputs of our maximum size', () => {
  expect(modest('')).toBe(true);
  expect(modest(JSON.stringify({ leadIds: Array.from({ length: 1_000 }, () => crypto.randomUUID()) }))).toBe(true);
  expect(modest(JSON.stringify({ csv: 'a,b,"[{"\n'.repeat(30_000), text: '\\"[[['.repeat(10_000) }))).toBe(true);
  expect(modest('['.repeat(64) + ']'.repeat(64))).toBe(true);
});

test('refuses too many values, fields or levels, anywhere', () => {
  expect(modest(`[${'0,'.repeat(5_000)}0]`)).toBe(false);
  expect(modest(`{"a":[${'{},'.repeat(5_000)}{}]}`)).toBe(false);
  expect(modest(`{${Array.from({ length: 5_001 }, (_each, at) => `"f${at}":1`).join()}}`)).toBe(false);
  expect(modest(`{"text":"\\\\","more":${'['.repeat(64)}`)).toBe(false);
});
