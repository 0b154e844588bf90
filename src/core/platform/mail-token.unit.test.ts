import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailToken, readMailToken } from './secrets.ts';

const SECRET = 'a secret of at least 32 characters';

test('a token in an email address decodes to its id, even if the address’s case changes', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const token = mailToken(id, SECRET, 'reply');
      expect(token).toMatch(/^[a-z2-7]{52}$/);
      expect(readMailToken(token.toUpperCase().toLowerCase(), SECRET, 'reply')).toBe(id);
    }),
    { numRuns: 50 },
  );
});

test('an altered token, or one with another purpose or secret, is invalid', () => {
  const id = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
  const token = mailToken(id, SECRET, 'reply');
  const altered = Array.from({ length: 52 }, (_, at) => {
    const letter = token[at] === 'a' ? 'b' : 'a';
    return readMailToken(token.slice(0, at) + letter + token.slice(at + 1), SECRET, 'reply');
  });
  expect(altered.every((read) => read === undefined)).toBe(true);
  expect(readMailToken(token, SECRET, 'bounce')).toBeUndefined();
  expect(readMailToken(token, 'another secret of 32 characters..', 'reply')).toBeUndefined();
  expect(
    ['', 'a', token.slice(1), `${token}a`, 'ü'.repeat(52)].map((text) => readMailToken(text, SECRET, 'reply')),
  ).toEqual(Array.from({ length: 5 }));
});
