import type { Line } from '../result.ts';
import { judge, type Verdict } from './judge.ts';
import { type ModelTally, modelSpeaker, newTally, SPEAKING_MODES } from './model-speaker.ts';
import { converse, guidedSpeaker, type Speaker } from './simulate.ts';
import { readTalks, type Talk } from './talks.ts';

const LEAST_LEADS = 0.9;
const MOST_TURNS = 5;
const FIRST_WORDS_MS = 1_000;

/** Runs every scripted conversation with the guided agent and prints each error with the conversation's name. */
export async function a1(): Promise<Line[]> {
  const verdicts: Verdict[] = [];
  const waits: number[] = [];
  for (const [at, talk] of readTalks().entries()) {
    const speak = timed(guidedSpeaker(talk), waits);
    verdicts.push(judge(talk, await converse(talk, at, speak)));
  }
  for (const verdict of verdicts) complain(verdict);
  return lines('A1', verdicts, waits);
}

/** Runs the same conversations with the sandbox's model in its good mode and in each misbehaving mode. */
export async function a2(): Promise<Line[]> {
  const all: Line[] = [];
  for (const mode of SPEAKING_MODES) {
    const tally = newTally();
    const waits: number[] = [];
    const verdicts: Verdict[] = [];
    for (const [at, talk] of readTalks().entries())
      verdicts.push(judge(talk, await converse(talk, at, timed(modelSpeaker(talk, mode, tally), waits))));
    for (const verdict of verdicts) complain(verdict);
    all.push(...lines(`A2 ${mode}`, verdicts, waits), ...tallied(`A2 ${mode}`, tally));
  }
  return all;
}

const tallied = (id: string, { used, discarded, ruled, foreignCalls }: ModelTally): Line[] => [
  line(`${id} tool calls with a foreign id`, String(foreignCalls), 'none', foreignCalls === 0),
  line(`${id} answers of the model`, `${used} used, ${discarded} discarded, ${ruled} not asked`, '', true),
];

const timed =
  (speak: Speaker, waits: number[]): Speaker =>
  async (text) => {
    const began = performance.now();
    const turn = await speak(text);
    waits.push(performance.now() - began);
    return turn;
  };

const complain = ({ talk, wrongPrices, promises, foreign, missedHandovers, missed }: Verdict): void => {
  const wrong = { wrongPrices, promises, foreign, missedHandovers, missed };
  for (const [what, sentences] of Object.entries(wrong))
    for (const sentence of sentences) console.error(`${talk.name}: ${what}: ${sentence}`);
};

/** Returns the results as lines, each with its goal. */
function lines(id: string, verdicts: readonly Verdict[], waits: readonly number[]): Line[] {
  const count = (of: (verdict: Verdict) => readonly string[]): number =>
    verdicts.reduce((sum, verdict) => sum + of(verdict).length, 0);
  const none = (what: string, of: (verdict: Verdict) => readonly string[]): Line =>
    line(`${id} ${what}`, String(count(of)), 'none', count(of) === 0);
  const isAnswerable = ({ ending }: Talk): boolean => ending.kind === 'lead';
  const answerable = verdicts.filter(({ talk }) => isAnswerable(talk));
  const reached = answerable.filter(({ missed }) => missed.length === 0).length;
  const share = reached / answerable.length;
  const turns = median(answerable.flatMap(({ turnsToPrice }) => turnsToPrice ?? []));
  const wait = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.9)] ?? 0;
  return [
    none('prices that the function didn’t give', ({ wrongPrices }) => wrongPrices),
    none('promises outside the settings', ({ promises }) => promises),
    none('words of another company', ({ foreign }) => foreign),
    none('handovers missed or needless', ({ missedHandovers }) => missedHandovers),
    line(
      `${id} priced leads`,
      `${reached} of ${answerable.length} (${(share * 100).toFixed(1)} %), ${verdicts.length} conversations`,
      `at least ${LEAST_LEADS * 100} %`,
      share >= LEAST_LEADS,
    ),
    line(`${id} turns to a price, median`, String(turns), `at most ${MOST_TURNS}`, turns <= MOST_TURNS),
    line(`${id} answer, 90th percentile`, `${wait.toFixed(1)} ms`, 'at most 1 s', wait <= FIRST_WORDS_MS),
  ];
}

const line = (id: string, ours: string, goal: string, met: boolean): Line => ({
  id,
  ours,
  peer: '',
  floor: '',
  ratio: null,
  goal,
  met,
  valid: true,
});

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};
