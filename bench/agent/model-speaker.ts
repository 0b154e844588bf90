import type { GuidedState, ToldPrice } from '#core/features/agent/guided/guided-state.ts';
import { newState } from '#core/features/agent/guided/guided-state.ts';
import { answerMessage } from '#core/features/agent/guided/answer-message.ts';
import { judge, type PreparedTurn, prepareTurn, type Said } from '#core/features/agent/model/answer-with-model.ts';
import { type ModelCall, type ModelResult, MOST_STEPS, tokensOf } from '#core/platform/model/model.ts';
import type { ChatRequest } from '../../sandbox/model/chat-request.ts';
import { isSilent, MODEL_MODES, type ModelMode } from '../../sandbox/model/model-stand-in.ts';
import { stepOf } from '../../sandbox/model/script.ts';
import { companyWith, factsOf } from './company.ts';
import type { Speaker } from './simulate.ts';
import type { Talk } from './talks.ts';

/** The modes where the stand-in gives usable output. */
export const SPEAKING_MODES = MODEL_MODES.filter((mode) => !isSilent(mode) && mode !== 'normal-speed');

/** Counts of the model's answers by outcome. */
export interface ModelTally {
  used: number;
  discarded: number;
  /** Messages answered by rules, without calling the model. */
  ruled: number;
  /** Tool calls that were accepted despite an unknown argument, such as a company's id. */
  foreignCalls: number;
}
export const newTally = (): ModelTally => ({ used: 0, discarded: 0, ruled: 0, foreignCalls: 0 });

/**
 * Runs the agent with the stand-in's model in one mode. The steps are the same as on the server, but without a network
 * or database.
 */
export function modelSpeaker(talk: Talk, mode: ModelMode, tally: ModelTally): Speaker {
  const company = companyWith(talk.setting);
  const history: Said[] = [];
  let state: GuidedState = newState('en');
  return (text) => {
    const turn = { before: state, message: text, history: history.slice(-12), company, facts: factsOf(talk.setting) };
    const prepared = prepareTurn({ ...turn, tone: '', forbiddenTopics: '' });
    const outcome = prepared && judge(prepared, scripted(mode, prepared, tally));
    const isUsed = outcome !== undefined && 'spoken' in outcome;
    tally[isUsed ? 'used' : outcome === undefined ? 'ruled' : 'discarded'] += 1;
    const answered = isUsed ? outcome.spoken : guided(state, text, company);
    state = answered.state;
    history.push({ author: 'homeowner', body: text }, { author: 'agent', body: answered.text });
    return {
      said: text,
      handoverDue: false,
      text: answered.text,
      price: answered.prices.at(-1) ?? null,
      lead: answered.lead,
      handover: answered.handover !== null,
      asked: state.asked,
    };
  };
}

function guided(...asked: Parameters<typeof answerMessage>) {
  const { price, ...answered } = answerMessage(...asked);
  const prices: ToldPrice[] = price === null ? [] : [price];
  return { ...answered, prices };
}

/** Converts the stand-in's steps to the model client's stream (`core/platform/model/speak.ts`). */
function scripted(mode: ModelMode, { call }: PreparedTurn, tally: ModelTally): ModelResult {
  const usage = { inputTokens: tokensOf(call.instructions), outputTokens: 0 };
  const messages: ChatRequest['messages'] = [{ role: 'system', content: call.instructions }, ...call.messages];
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const step = stepOf(mode, { model: 'sandbox', stream: true, messages, tools: [] });
    if ('text' in step) return { usage, text: step.text };
    const content = JSON.stringify(called(call, step, tally));
    messages.push({ role: 'assistant', content: '' }, { role: 'tool', content });
  }
  return { usage, failure: 'steps' };
}

function called(
  { tools }: Pick<ModelCall, 'tools'>,
  { tool, input }: { tool: string; input: Record<string, unknown> },
  tally: ModelTally,
): unknown {
  try {
    const result = tools[tool]?.run(input) ?? { error: 'no such tool' };
    if (Object.keys(input).some((name) => /id$/i.test(name))) tally.foreignCalls += 1;
    return result;
  } catch {
    return { error: 'invalid arguments' };
  }
}
