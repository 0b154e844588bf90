import { expect, test } from 'vitest';
import { hidePerson } from './hide-person.ts';

const nobody = { names: [], addresses: [] };

test.each([
  ['write to dana@example.com', 'write to [email]'],
  ['call 208-555-0142 or (208) 555-0143', 'call [phone] or [phone]'],
  ['my card is 4111 1111 1111 1111', 'my card is [number]'],
  ['card 4111111111111111 exp 12/30', 'card [number] exp 12/30'],
  ['I live at 1417 Harrison Blvd in Boise', 'I live at [address] in Boise'],
  ['my ssn is 123-45-6789', 'my ssn is [number]'],
  ['vivo en calle Morelos 123', 'vivo en [address]'],
  ['150 ft of 6 ft vinyl with 2 gates', '150 ft of 6 ft vinyl with 2 gates'],
  // Characters found in numbers copied on phones: invisible marks, non-breaking hyphens, and spaces of all widths.
  ['\u202a(208)\u00a0555\u20110142\u202c', '[phone]'],
  ['208–555–0142, 208 - 555 - 0142, 208/555/0142', '[phone], [phone], [phone]'],
  ['+12085550142, 12085550142, tel:+12085550142', '[phone], [phone], tel:[phone]'],
  ['２０８-５５５-０１４２', '[phone]'],
  ['208 555 01 42 or 2 0 8 5 5 5 0 1 4 2', '[phone] or [number]'],
  ['208-555-0142x12', '[phone]x12'],
  ['dana @ example.com, dana＠example.com', '[email], [email]'],
  ['dana(at)example.com, dana [at] example [dot] com, dana at example dot com', '[email], [email], [email]'],
  ['card 4111.1111.1111.1111 or 4111–1111–1111–1111', 'card [number] or [number]'],
  ['4111\u00a01111\u00a01111\u00a01111, 4111/1111/1111/1111', '[number], [number]'],
  ['ssn 123 45 6789 or 123.45.6789 or 123456789', 'ssn [number] or [number] or [number]'],
  ['PO Box 1234, 12 calle Sol', '[address], [address]'],
  // Measures aren't replaced.
  ['150 ft by 6 ft way too long', '150 ft by 6 ft way too long'],
  ['I need 40 feet of fence that way', 'I need 40 feet of fence that way'],
  ['sides of 120 80 120 80 ft', 'sides of 120 80 120 80 ft'],
  ['40-60-40-20 ft', '40-60-40-20 ft'],
])('%s', (text, hidden) => {
  expect(hidePerson(text, nobody)).toBe(hidden);
});

test('hides the person’s known data anywhere in a message', () => {
  const known = { names: ['Dana Reyes'], addresses: ['12 Oak'] };
  expect(hidePerson('Thanks, Dana. Is 12 Oak right, ms. reyes?', known)).toBe(
    'Thanks, [name]. Is [address] right, ms. [name]?',
  );
});

test('hides a name that the message itself introduces', () => {
  expect(hidePerson('I’m Dana Reyes and I need a fence', nobody)).toBe('I’m [name] [name] and I need a fence');
});
