import { expect, test } from 'vitest';
import { hidePerson } from './hide-person.ts';

const nobody = { name: null, address: null };

test.each([
  ['write to dana@example.com', 'write to [email]'],
  ['call 208-555-0142 or (208) 555-0143', 'call [phone] or [phone]'],
  ['my card is 4111 1111 1111 1111', 'my card is [number]'],
  ['card 4111111111111111 exp 12/30', 'card [number] exp 12/30'],
  ['I live at 1417 Harrison Blvd in Boise', 'I live at [address] in Boise'],
  ['my ssn is 123-45-6789', 'my ssn is [number]'],
  ['vivo en calle Morelos 123', 'vivo en [address]'],
  ['150 ft of 6 ft vinyl with 2 gates', '150 ft of 6 ft vinyl with 2 gates'],
])('%s', (text, hidden) => {
  expect(hidePerson(text, nobody)).toBe(hidden);
});

test('what the conversation knows of the person is hidden wherever it is said', () => {
  const known = { name: 'Dana Reyes', address: '12 Oak' };
  expect(hidePerson('Thanks, Dana. Is 12 Oak right, ms. reyes?', known)).toBe(
    'Thanks, [name]. Is [address] right, ms. [name]?',
  );
});

test('a name that the message says is hidden before the conversation knows it', () => {
  expect(hidePerson('I’m Dana Reyes and I need a fence', nobody)).toBe('I’m [name] [name] and I need a fence');
});
