import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelOf, registerKinds } from './features/messages/registry.ts';
import { loadMessageKinds, MESSAGE_KINDS } from './message-kinds.ts';

const loaded = await loadMessageKinds();

test.each(Object.entries(loaded).filter(([, kind]) => kind.text !== undefined))(
  'a status callback labels %s as the sender does',
  (name, kind) => {
    expect(labelOf(name)).toEqual({ label: kind.label, onTimeline: kind.audience === 'homeowner' });
  },
);

test.each(MESSAGE_KINDS.map((kind) => [kind.kind, kind] as const))(
  '%s renders in each of its variants',
  (name, kind) => {
    const { mail, platformMail, text, lockSeries } = loaded[name];
    // The messages of a series are rendered by themselves, on either channel.
    const forms = lockSeries ? ['sms', 'email'] : [...(mail ? ['email'] : []), ...(text ? ['sms'] : [])];
    expect(forms).toEqual([kind.channel].flat());
    // Users without a company get emails only.
    expect(platformMail === undefined || mail !== undefined).toBe(true);
  },
);

test('every message kind that a feature defines is in the list', () => {
  const features = join(import.meta.dirname, 'features');
  const defining = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, code: readFileSync(join(features, path), 'utf8') }))
    .filter(({ code }) => / = defineMessage\(|^ {2}defineMessage\(/m.test(code));
  const kinds = defining.flatMap(({ code }) =>
    [...code.matchAll(/^export const (\w+) = defineMessage\(/gm)].map(([, name]) => name),
  );
  const list = readFileSync(join(import.meta.dirname, 'message-kinds.ts'), 'utf8');
  expect(defining.length).toBeGreaterThan(15);
  expect(defining.filter(({ path }) => !list.includes(`'./features/${path}'`)).map(({ path }) => path)).toEqual([]);
  // Each imported kind is also listed, because otherwise the compiler would report an unused import.
  expect(kinds.length).toBeGreaterThan(35);
  expect(kinds.filter((name) => !new RegExp(`\\b${name}\\b`).test(list))).toEqual([]);
  expect(new Set(MESSAGE_KINDS.map(({ kind }) => kind)).size).toBe(MESSAGE_KINDS.length);
});

test('the sending code is handed its kinds: it imports neither follow-ups nor reminders', () => {
  const delivery = join(import.meta.dirname, 'features/delivery');
  const files = readdirSync(delivery, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const code = files
    .filter((path) => !path.includes('.test.'))
    .map((path) => [path, readFileSync(join(delivery, path), 'utf8')] as const);
  expect(code.length).toBeGreaterThan(30);
  expect(code.filter(([, text]) => /from '(\.\.\/)+(follow-ups|reminders)\//.test(text)).map(([path]) => path)).toEqual(
    [],
  );
});

test('rejects two kinds with the same name', () => {
  const [first] = MESSAGE_KINDS;
  expect(() => registerKinds([first, first])).toThrow('two message kinds have the same name');
});
