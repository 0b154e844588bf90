import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type Response, Router } from 'express';
import { z } from 'zod';
import { parsed } from '../api/problems.ts';
import { type ChatRequest, chatRequest } from './chat-request.ts';
import { MODEL_MODES, type ModelMode, type ModelStandIn } from './model-stand-in.ts';
import { type Step, stepOf } from './script.ts';

/** The measured speed of hosted models: half a second until the first word, then about 30 words per second. */
const FIRST_WORD_MS = 500;
const WORD_MS = 33;

const modeInput = z.object({ mode: z.enum(MODEL_MODES, `mode must be one of ${MODEL_MODES.join(', ')}.`) });

/** The API for the model's mode, and the OpenAI-compatible API. Must be registered before other routes at '/v1'. */
export function modelRoutes(model: ModelStandIn): Router {
  const router = Router();
  router.use('/api/model', express.json());
  router.get('/api/model', (_request, response) => {
    response.json({ mode: model.mode, modes: MODEL_MODES });
  });
  router.get('/api/model/requests', (_request, response) => {
    response.json(model.requests);
  });
  router.post('/api/model', (request, response) => {
    model.mode = parsed(modeInput, request.body).mode;
    response.json({ mode: model.mode });
  });
  router.post('/v1/chat/completions', express.json({ limit: '1mb' }), async (request, response) => {
    const refusal = REFUSALS[model.mode];
    if (model.mode !== 'off') model.keep(request.body);
    if (refusal !== undefined) {
      response.status(refusal.status).json({ error: { message: refusal.message, type: 'unavailable' } });
      return;
    }
    if (model.mode === 'redirect') {
      response.redirect(307, '/v1/chat/completions');
      return;
    }
    await model.free;
    await answer(model, parsed(chatRequest, request.body), response);
  });
  return router;
}

const REFUSALS: Partial<Record<ModelMode, { status: number; message: string }>> = {
  off: { status: 503, message: 'The model is off.' },
  busy: { status: 429, message: 'Too many requests.' },
  'server-error': { status: 500, message: 'The model failed.' },
  'wrong-key': { status: 401, message: 'The key is wrong.' },
};

/** Streams one step. In the mode 'silence', sends nothing until the client disconnects. */
async function answer({ mode }: ModelStandIn, request: ChatRequest, response: Response): Promise<void> {
  const step = stepOf(mode, request);
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  if (mode === 'silence') return;
  if (mode === 'no-json') return void response.end('data: {"choices": [{"delta": \n\n');
  const id = `chatcmpl-${randomUUID()}`;
  const send = (choice: Record<string, unknown>, more: Record<string, unknown> = {}): void => {
    const choices = [{ index: 0, finish_reason: null, ...choice }];
    const chunk = { id, object: 'chat.completion.chunk', created: 0, model: request.model, choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const deltas = deltasOf(step);
  send({ delta: { role: 'assistant' } });
  if (mode === 'endless-words') return withoutEnd(response, () => send({ delta: { content: 'more and '.repeat(50) } }));
  const sent = mode === 'broken-stream' ? deltas.slice(0, Math.ceil(deltas.length / 2)) : deltas;
  const pause = (ms: number) => (mode === 'normal-speed' ? wait(ms) : undefined);
  await pause(FIRST_WORD_MS);
  for (const delta of sent) {
    await pause(WORD_MS);
    send({ delta });
  }
  // destroys the connection only after the written data is sent
  if (mode === 'broken-stream') return void response.write('\n', () => response.destroy());
  send({ delta: {}, finish_reason: 'tool' in step ? 'tool_calls' : 'stop' });
  const usage = usageOf(request, step);
  response.write(
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 0, model: request.model, choices: [], usage })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}

/** Keeps sending as fast as the client reads, until the client disconnects. */
function withoutEnd(response: Response, send: () => void): void {
  while (!response.destroyed && !response.writableNeedDrain) send();
  if (!response.destroyed) response.once('drain', () => withoutEnd(response, send));
}

/** Splits a text step into words, or a tool call's arguments into two parts. */
function deltasOf(step: Step): Record<string, unknown>[] {
  if ('text' in step) return (step.text.match(/\S+\s*/g) ?? []).map((content) => ({ content }));
  const given = JSON.stringify(step.input);
  const half = Math.ceil(given.length / 2);
  const called = { index: 0, id: `call_${randomUUID()}`, type: 'function' };
  return [
    { tool_calls: [{ ...called, function: { name: step.tool, arguments: given.slice(0, half) } }] },
    { tool_calls: [{ index: 0, function: { arguments: given.slice(half) } }] },
  ];
}

function usageOf(request: ChatRequest, step: Step) {
  const prompt = Math.ceil(JSON.stringify(request.messages).length / 4);
  const completion = Math.ceil(JSON.stringify(step).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
