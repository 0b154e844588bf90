import { expect, test } from 'vitest';
import { forbiddenTopics } from './forbidden-topics.ts';
import { plainText } from './plain-text.ts';

const about = (listed: string, message: string): boolean => forbiddenTopics(listed)(plainText(message));

test.each([
  ['politics', 'What do you think about politics?'],
  ['financing\nour Nampa location', 'Why did your Nampa location close?'],
  ['Don’t talk about lawsuits', 'I heard about a lawsuit'],
  ['warranty claims, competitors', 'how do warranty claims work?'],
  ['garantías', '¿Dan garantía?'],
])('%s: %s', (listed, message) => {
  expect(about(listed, message)).toBe(true);
});

test.each([
  ['', 'What do you think about politics?'],
  ['our Nampa location', 'Do you work in Nampa?'],
  ['warranty claims', 'Is there a warranty?'],
  ['about the', 'tell me about the fence'],
])('not %s: %s', (listed, message) => {
  expect(about(listed, message)).toBe(false);
});
