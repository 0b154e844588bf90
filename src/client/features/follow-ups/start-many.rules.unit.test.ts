import { expect, test } from 'vitest';
import { askInTurns, cadenceText, inTurns, namesText, summarize } from './start-many.rules.ts';

test('counts outcomes and groups leads by reason, largest group first', () => {
  const leads = ['Ann', 'Bob', 'Cem', 'Dee', 'Eve'].map((name) => ({ id: name, name }));
  const answer = (leadId: string, outcome: 'started' | 'already' | 'refused', reason: string | null = null) => ({
    leadId,
    outcome,
    reason,
  });
  const summary = summarize(
    [
      answer('Ann', 'started'),
      answer('Bob', 'started', 'No phone number'),
      answer('Cem', 'refused', 'The lead has paid'),
      answer('Dee', 'already'),
      answer('Eve', 'refused', 'No consent'),
      answer('gone', 'refused', 'No consent'),
    ],
    leads,
  );
  expect(summary).toEqual({
    started: ['Ann', 'Bob'],
    already: 1,
    refused: [
      { reason: 'No consent', names: ['Eve', 'A lead'] },
      { reason: 'The lead has paid', names: ['Cem'] },
    ],
    withoutTexts: [{ reason: 'No phone number', names: ['Bob'] }],
  });
});

test('sends leads 1,000 per call and two calls at a time, each once and in order', () => {
  const ids = Array.from({ length: 4_001 }, (_none, index) => `lead ${index}`);
  const sizes = (turns: string[][][]) => turns.map((calls) => calls.map((call) => call.length));
  expect(sizes(inTurns(ids, false))).toEqual([[1000, 1000], [1000, 1000], [1]]);
  expect(sizes(inTurns(ids, true))).toEqual([[1000], [1000, 1000], [1000, 1]]);
  for (const firstAlone of [true, false]) {
    expect(inTurns(ids, firstAlone).flat(2)).toEqual(ids);
    expect(inTurns([], firstAlone)).toEqual([]);
  }
});

/** Starts with enough leads for three groups of two calls. The test controls when each call gets its response. */
function startAsking() {
  const calls: { answer: () => void; fail: () => void }[] = [];
  const told: number[] = [];
  const round = { stands: true };
  const result = askInTurns({
    ids: Array.from({ length: 6_000 }, (_none, index) => `lead ${index}`),
    channel: 'sms',
    ask: (leadIds) =>
      new Promise((resolve, reject) => {
        const leads = leadIds.map((leadId) => ({ leadId, outcome: 'started' as const, reason: null }));
        calls.push({ answer: () => resolve({ channel: 'sms', leads }), fail: () => reject(new Error('dropped')) });
      }),
    isWanted: () => round.stands,
    onAnswered: (leads) => told.push(leads),
  });
  return { calls, told, round, result };
}

test('counts each answer as it arrives, and reports failures', async () => {
  const { calls, told, result } = startAsking();
  calls[1]?.answer();
  await expect.poll(() => told).toEqual([1000]);
  expect(calls).toHaveLength(2);
  calls[0]?.answer();
  await expect.poll(() => calls.length).toBe(4);
  expect(told).toEqual([1000, 2000]);
  calls[2]?.fail();
  await expect(result).rejects.toThrow('dropped');
});

test('after cancellation, starts no call and reports no answer or failure', async () => {
  for (const end of ['answer', 'fail'] as const) {
    const { calls, told, round, result } = startAsking();
    round.stands = false;
    for (const call of calls) call[end]();
    expect(await result).toBeNull();
    expect(calls).toHaveLength(2);
    expect(told).toEqual([]);
  }
});

test('the summary has readable wording', () => {
  expect(namesText(['Ann', 'Bob', 'Cem', 'Dee'])).toBe('Ann, Bob, Cem, Dee');
  expect(namesText(['Ann', 'Bob', 'Cem', 'Dee', 'Eve'])).toBe('Ann, Bob, Cem and 2 more');
  expect(cadenceText('sms', [1, 3, 7])).toBe('3 texts each, on days 1, 3 and 7');
  expect(cadenceText('email', [2])).toBe('One email each, on day 2');
});
