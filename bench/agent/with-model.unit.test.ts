import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { modelSpeaker, newTally, SPEAKING_MODES } from './model-speaker.ts';
import { converse } from './simulate.ts';
import { readTalks } from './talks.ts';

/** This test runs one in four conversations. The benchmark runs all of them in all modes. */
const EVERY = 4;
const talks = readTalks().filter((_, at) => at % EVERY === 0);

test.each(SPEAKING_MODES)('with a model in the mode %s, the agent says nothing forbidden', async (mode) => {
  const tally = newTally();
  const wrong: string[] = [];
  for (const [at, talk] of talks.entries()) {
    const verdict = judge(talk, await converse(talk, at, modelSpeaker(talk, mode, tally)));
    const { wrongPrices, promises, foreign, missedHandovers } = verdict;
    for (const [what, sentences] of Object.entries({ wrongPrices, promises, foreign, missedHandovers }))
      wrong.push(...sentences.map((sentence) => `${talk.name}: ${what}: ${sentence}`));
  }
  expect(wrong).toEqual([]);
  expect(tally.foreignCalls).toBe(0);
  expect(tally.used + tally.discarded).toBeGreaterThan(0);
});
