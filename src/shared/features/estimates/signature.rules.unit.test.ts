import { describe, expect, it } from 'vitest';
import { acceptInput } from './estimate-page.schema.ts';

const STROKES = 'M40 120L60 40L90 140L140 60L200 110';
const faultsOf = (given: object): string[] => {
  const parsed = acceptInput.safeParse({ token: 'a', name: 'Marisol Vega', agreed: true, ...given });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('a signature', () => {
  it.each(['李小龍', 'Ö', 'محمد', 'О’Коннор 3', 'María-José', 'ʻOkina Kāne', 'ꦱꦸꦂꦪ', '  J.  '])(
    'takes a letter of any script: %s',
    (name) => {
      expect(faultsOf({ name })).toEqual([]);
      expect(faultsOf({ signature: name })).toEqual([]);
    },
  );

  it.each(['.', '...', '12345', '٣٤٥', '- -', '🙂', '´', '(555) 0100', '\u00a0', '①'])(
    'isn’t made of spaces, digits or signs alone: %j',
    (name) => {
      expect(new Set(faultsOf({ name }))).toEqual(new Set(['name']));
      expect(faultsOf({ signature: `-${name}` })).toEqual(['signature']);
    },
  );

  it('can be drawn, or left to the typed name', () => {
    expect(faultsOf({ signature: STROKES })).toEqual([]);
    expect(faultsOf({ signature: '' })).toEqual([]);
    expect(faultsOf({ signature: 'M10 10L11 10' })).toEqual(['signature']);
  });
});
