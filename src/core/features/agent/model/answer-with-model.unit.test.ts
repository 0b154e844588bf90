import { describe, expect, test } from 'vitest';
import { newState } from '../guided/guided-state.ts';
import type { GuidedCompany } from '../guided/guided-state.ts';
import { judge, type ModelTurn, prepareTurn } from './answer-with-model.ts';

const company: GuidedCompany = {
  name: 'Acme Fence',
  materials: [
    { id: 'vinyl', name: 'Vinyl' },
    { id: 'cedar', name: 'Cedar' },
  ],
  materialSelection: true,
  instantQuotes: true,
  priceGating: false,
  rangePercent: 0,
  priceOf: ({ perimeter, materialId, gateCount }) =>
    Math.round(perimeter * (materialId === 'vinyl' ? 4_000 : 3_000)) + gateCount * 30_000,
  findFact: () => undefined,
  isForbidden: () => false,
};
const turn = (message: string, more: Partial<ModelTurn> = {}): ModelTurn => ({
  before: newState('en'),
  message,
  history: [],
  company,
  facts: [],
  tone: '',
  forbiddenTopics: '',
  ...more,
});
const usage = { inputTokens: 1, outputTokens: 1 };

/** Returns the outcome if a model makes these tool calls and then returns this text. */
function answer(of: ModelTurn, calls: readonly [tool: string, input: unknown][], text: string) {
  const prepared = prepareTurn(of);
  if (prepared === undefined) throw new Error('rules decide');
  const results = calls.map(([tool, input]) => prepared.call.tools[tool]?.run(input));
  return { results, outcome: judge(prepared, { usage, text }) };
}

describe('a model’s quotes', () => {
  test('may compare two materials, and are stated once each', () => {
    const { outcome } = answer(
      turn('what would 100 ft with 1 gate be in vinyl, and in cedar?'),
      [
        ['quote_fence', { feet: 100, material: 'Vinyl', gates: 1 }],
        ['quote_fence', { feet: 100, material: 'Cedar', gates: 1 }],
      ],
      'In Vinyl that is $4,300.00, in Cedar $3,300.00. Vinyl is $4,300.00.',
    );
    expect(outcome).toMatchObject({ spoken: { prices: [{ totalCents: 430_000 }, { totalCents: 330_000 }] } });
  });

  test('are for the homeowner’s own length, in any unit or as a sum', () => {
    const calls: [string, unknown][] = [
      ['quote_fence', { feet: 131.23, material: 'Vinyl', gates: 2 }],
      ['quote_fence', { feet: 12, material: 'Vinyl', gates: 2 }],
      ['quote_fence', { feet: 131.23, material: 'Vinyl', gates: 9 }],
      ['quote_fence', { feet: 131.23, material: 'Gold', gates: 2 }],
    ];
    expect(answer(turn('40 meters of vinyl and two gates'), calls, 'ok').results).toEqual([
      expect.objectContaining({ total: '$5,849.20' }),
      { problem: expect.stringContaining('length') as string },
      { problem: expect.stringContaining('gates') as string },
      expect.objectContaining({ problem: expect.stringContaining('no price for that material') as string }),
    ]);
    const sum: [string, unknown][] = [['quote_fence', { feet: 100, material: 'Vinyl', gates: 2 }]];
    const { outcome } = answer(turn('40 plus 60 ft of vinyl and two gates'), sum, 'That fence comes to $4,600.00.');
    expect(outcome).toMatchObject({
      spoken: { text: expect.stringMatching(/40 ft and 60 ft, 100 ft in all\. That fence/) as string },
    });
  });

  test.each([
    ['between 100 and 120 ft of vinyl, 1 gate', 120],
    ['-20 ft of vinyl, 1 gate', 20],
    ['my lot is 100 by 50, vinyl, 1 gate', 300],
    ['the back is 60 ft, vinyl, 1 gate', 60],
  ])('wait until the homeowner confirms the length: %s', (message, feet) => {
    const calls: [string, unknown][] = [['quote_fence', { feet, material: 'Vinyl', gates: 1 }]];
    const asked = answer(turn(message), calls, `So the whole fence is ${feet} ft?`);
    expect(asked.results).toEqual([{ problem: expect.stringContaining('hasn’t confirmed') as string }]);
    if (!('spoken' in asked.outcome)) throw new Error(asked.outcome.reason);
    expect(asked.outcome.spoken).toMatchObject({ prices: [], state: { asked: 'confirm' } });
    const confirmed = turn('yes', { before: asked.outcome.spoken.state });
    expect(answer(confirmed, calls, 'ok').results).toEqual([
      expect.objectContaining({ total: expect.any(String) as string }),
    ]);
  });

  test('of a length that only the model added up wait for a confirmation', () => {
    const calls: [string, unknown][] = [['quote_fence', { feet: 130, material: 'Vinyl', gates: 1 }]];
    const { results } = answer(turn('vinyl with 1 gate; 90 for me then 40 for my mom'), calls, 'ok');
    expect(results).toEqual([{ problem: expect.stringContaining('130 ft') as string }]);
  });

  test('aren’t replaced by an answer that leaves out a length to confirm', () => {
    const { outcome } = answer(turn('between 100 and 120 ft of vinyl, 1 gate'), [], 'What is your email?');
    expect(outcome).toMatchObject({ reason: 'no_length' });
  });

  test('are required: an answer that lacks a due price is discarded', () => {
    const { outcome } = answer(turn('100 ft of vinyl with 1 gate'), [], 'What a nice fence. What is your email?');
    expect(outcome).toMatchObject({ reason: 'no_price' });
  });

  test('from an earlier answer aren’t stated for another fence', () => {
    const told = { totalCents: 430_000, perimeter: 100, materialType: 'Vinyl', gateCount: 1 };
    const before = { ...newState('en'), told };
    const { outcome } = answer(turn('hello again', { before }), [], 'For 900 ft that is $4,300.00.');
    expect(outcome).toMatchObject({ reason: 'number' });
  });
});

test('rejects arguments that a tool doesn’t support, and stores nothing', () => {
  const prepared = prepareTurn(turn('100 ft of vinyl with 1 gate'));
  const foreign = { feet: 100, material: 'Cedar', gates: 1, companyId: 'other' };
  expect(() => prepared?.call.tools['quote_fence']?.run(foreign)).toThrow('nrecognized');
  expect(prepared?.draft).toMatchObject({ quotes: [], state: { fence: { materialId: 'vinyl' } } });
});

test('hands over at the second consecutive message that isn’t understood', () => {
  const first = answer(
    turn('will the gates open by voice?'),
    [['look_up_fact', { question: 'voice' }]],
    'I don’t know.',
  );
  const { outcome } = first;
  if (!('spoken' in outcome)) throw new Error('discarded');
  const second = answer(
    turn('and do the gates sing songs?', { before: outcome.spoken.state }),
    [['look_up_fact', { question: 'songs' }]],
    'I don’t know.',
  );
  expect(second.outcome).toMatchObject({ spoken: { handover: 'unsure' } });
});
