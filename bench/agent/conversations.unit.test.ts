import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { converse, guidedSpeaker } from './simulate.ts';
import { readTalks } from './talks.ts';

const talks = readTalks();

describe('guided conversations', () => {
  test('there are at least 160, each with its own name', () => {
    expect(talks.length).toBeGreaterThanOrEqual(160);
    expect(new Set(talks.map(({ name }) => name)).size).toBe(talks.length);
  });

  test.each(talks.map((talk, at) => [talk.name, talk, at] as const))('%s', async (_name, talk, at) => {
    const { wrongPrices, promises, foreign, missedHandovers, missed } = judge(
      talk,
      await converse(talk, at, guidedSpeaker(talk)),
    );
    expect({ wrongPrices, promises, foreign, missedHandovers, missed }).toEqual({
      wrongPrices: [],
      promises: [],
      foreign: [],
      missedHandovers: [],
      missed: [],
    });
  });
});
