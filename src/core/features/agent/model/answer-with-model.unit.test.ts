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

  test('are for lengths that the homeowner mentioned, in any unit or as a sum', () => {
    const asked = turn('40 plus 60 ft of vinyl and two gates, or 40 meters');
    const { results } = answer(
      asked,
      [
        ['quote_fence', { feet: 100, material: 'Vinyl', gates: 2 }],
        ['quote_fence', { feet: 131.23, material: 'Vinyl', gates: 2 }],
        ['quote_fence', { feet: 12, material: 'Vinyl', gates: 2 }],
        ['quote_fence', { feet: 100, material: 'Vinyl', gates: 9 }],
        ['quote_fence', { feet: 100, material: 'Gold', gates: 2 }],
      ],
      'ok',
    );
    expect(results).toEqual([
      expect.objectContaining({ total: '$4,600.00' }),
      expect.objectContaining({ total: '$5,849.20' }),
      { problem: expect.stringContaining('length') as string },
      { problem: expect.stringContaining('gates') as string },
      expect.objectContaining({ problem: 'That material isn’t sold.' }),
    ]);
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
