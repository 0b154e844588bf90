import { describe, expect, it } from 'vitest';
import { type Draft, keepDraft, keyFor, readDraft } from './draft.ts';

describe('a completed form’s key', () => {
  it('stays the same for the same content, so that a retry creates only one lead', () => {
    const draft: Draft = {};
    const key = keyFor(draft, 'a');
    expect(key.length).toBeGreaterThanOrEqual(24);
    expect(keyFor(draft, 'a')).toBe(key);
  });
  it('stays the same after a refresh, which restores the draft', () => {
    const draft: Draft = {};
    const key = keyFor(draft, 'a');
    expect(keyFor(JSON.parse(JSON.stringify(draft)) as Draft, 'a')).toBe(key);
  });
  it('changes after a correction, so that the server stores the correction', () => {
    const draft: Draft = {};
    const key = keyFor(draft, 'a');
    expect(keyFor(draft, 'b')).not.toBe(key);
  });
});

describe('a browser without storage', () => {
  it('only loses the draft', () => {
    const given = Object.getOwnPropertyDescriptor(globalThis, 'window');
    Object.defineProperty(globalThis, 'window', {
      configurable: true,
      value: {
        get sessionStorage(): Storage {
          throw new Error('SecurityError');
        },
      },
    });
    try {
      keepDraft('acme-fence', { name: 'Marisol' });
      expect(readDraft('acme-fence')).toEqual({});
    } finally {
      if (given) Object.defineProperty(globalThis, 'window', given);
      else Reflect.deleteProperty(globalThis, 'window');
    }
  });
});
