import { expect, test } from 'vitest';
import { sourceSchema } from './source.schema.ts';

test('a source is text that the timeline can store, whatever was pasted', () => {
  expect(sourceSchema.parse(' Yard\u0000 sign \uD800')).toBe('Yard sign \uFFFD');
  expect(sourceSchema.safeParse('\u0000').success).toBe(false);
});
