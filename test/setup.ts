import { afterEach, beforeEach } from 'vitest';

/**
 * Fails a test that causes an unexpected console.error. A test that expects one must call `vi.spyOn(console,
 * 'error').mockImplementation(() => undefined)`.
 */
const original = console.error;
let seen: unknown[][] = [];

beforeEach(() => {
  seen = [];
  console.error = (...args: unknown[]) => {
    seen.push(args);
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  if (seen.length > 0)
    throw new Error(`unexpected console.error: ${seen.map((args) => args.map(String).join(' ')).join('\n')}`);
});
