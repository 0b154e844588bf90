import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';
import { FEATURE_ORDER } from './feature-order.ts';

const SRC = join(import.meta.dirname, '..');
const FEATURES = join('core', 'features') + sep;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

interface Import {
  file: string;
  /** Relative to `src`, like `target`. */
  target: string;
}

/**
 * Returns every internal import in a layer, including type imports and dynamic ones. Tests are skipped because they may
 * import anything.
 */
const importsOf = (layer: string): Import[] =>
  readdirSync(join(SRC, layer), { recursive: true, encoding: 'utf8' })
    .map((path) => join(layer, path))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(SRC, file), 'utf8').matchAll(IMPORT)].flatMap(([, from = '']) => {
        if (from.startsWith('#')) return [{ file, target: normalize(from.slice(1)) }];
        return from.startsWith('.') ? [{ file, target: join(dirname(file), from) }] : [];
      }),
    );

const featureOf = (path: string): string | undefined =>
  path.startsWith(FEATURES) ? path.slice(FEATURES.length).split(sep)[0] : undefined;
const layerOf = (path: string): string => path.split(sep)[0] ?? '';
const placeOf = (feature: string): number => (FEATURE_ORDER as readonly string[]).indexOf(feature);

const core = importsOf('core');
const said = ({ file, target }: Import): string => `${file} imports ${target}`;

test('the feature order lists exactly the existing features', () => {
  const folders = readdirSync(join(SRC, FEATURES));
  expect(folders.toSorted()).toEqual(FEATURE_ORDER.toSorted());
});

test('a feature imports only earlier features, including types', () => {
  const up = core.filter(({ file, target }) => {
    const [from, to] = [featureOf(file), featureOf(target)];
    return from !== undefined && to !== undefined && from !== to && placeOf(to) > placeOf(from);
  });
  expect(up.map(said)).toEqual([]);
});

test('no two features import each other', () => {
  const pairs = new Set(core.map(({ file, target }) => `${featureOf(file)} ${featureOf(target)}`));
  const mutual = FEATURE_ORDER.flatMap((one, place) =>
    FEATURE_ORDER.slice(place + 1).filter((other) => pairs.has(`${one} ${other}`) && pairs.has(`${other} ${one}`)),
  );
  expect(mutual).toEqual([]);
  // Fails if the pattern above no longer matches any import statement.
  expect(pairs.size).toBeGreaterThan(100);
});

test('the platform imports no feature, and no layer imports a higher one', () => {
  const MAY: Record<string, string[]> = {
    shared: ['shared'],
    core: ['core', 'shared'],
    server: ['server', 'core', 'shared'],
    worker: ['worker', 'core', 'shared'],
  };
  const up = Object.keys(MAY).flatMap((layer) =>
    importsOf(layer).filter(({ file, target }) => {
      const platform = file.startsWith(join('core', 'platform'));
      return !MAY[layer]?.includes(layerOf(target)) || (platform && featureOf(target) !== undefined);
    }),
  );
  expect(up.map(said)).toEqual([]);
});

test('no feature imports the list of all message kinds', () => {
  const up = core.filter(({ file, target }) => featureOf(file) && target === join('core', 'message-kinds.ts'));
  expect(up.map(said)).toEqual([]);
});
