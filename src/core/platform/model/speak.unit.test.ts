import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testConfig } from '../../../../test/caller.ts';
import { costMicros, type ModelCall, modelSettings, type ModelSettings, modelTool } from './model.ts';
import { speak } from './speak.ts';

const config = (env: Record<string, string>) => testConfig('postgres://localhost/none', env);

const call = (more: Partial<ModelCall> = {}): ModelCall => ({
  instructions: 'Be brief.',
  messages: [{ role: 'user', content: 'hello' }],
  tools: {},
  signal: undefined,
  ...more,
});

/**
 * Starts a provider that answers each request with the next of these streams. `asked` records the requests with path
 * and key.
 */
async function provider(protocol: ModelSettings['protocol'], streams: readonly string[]) {
  const asked: { path: string; key: unknown; body: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { url: path = '', headers } = request;
    asked.push({ path, key: headers['x-api-key'] ?? headers.authorization, body });
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streams[asked.length - 1] ?? '');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings: ModelSettings = {
    baseUrl,
    apiKey: 'key-1',
    model: 'small',
    protocol,
    firstWordMs: 20_000,
    answerMs: 30_000,
  };
  return { settings, asked };
}

const events = (list: readonly { type: string }[]): string =>
  list.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');

test('supports Anthropic’s protocol with tools', async () => {
  const start = (id: string) => ({
    type: 'message_start',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'small',
      content: [],
      usage: { input_tokens: 20, output_tokens: 1 },
    },
  });
  const end = (reason: string) => [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ];
  const { settings, asked } = await provider('anthropic', [
    events([
      start('m1'),
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't1', name: 'add', input: {} },
      } as never,
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"one":2}' },
      } as never,
      ...end('tool_use'),
    ]),
    events([
      start('m2'),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never,
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It is three.' } } as never,
      ...end('end_turn'),
    ]),
  ]);
  const add = modelTool('Adds one.', z.strictObject({ one: z.number() }), ({ one }) => ({ sum: one + 1 }));
  const result = await speak(settings, call({ tools: { add } }));
  expect(result).toEqual({ text: 'It is three.', usage: { inputTokens: 40, outputTokens: 14 } });
  expect(asked.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/messages', 'key-1'],
    ['/v1/messages', 'key-1'],
  ]);
  expect(asked[1]?.body).toContain('{\\"sum\\":3}');
});

test('reports a rejected request or an unreachable provider as unavailable, without a retry', async () => {
  const { settings, asked } = await provider('openai', ['data: {"error":{"message":"no"}}\n\n']);
  expect(await speak(settings, call())).toMatchObject({ failure: 'unavailable' });
  expect(asked).toHaveLength(1);
  const nobody = { ...settings, baseUrl: 'http://127.0.0.1:1/v1' };
  expect(await speak(nobody, call())).toEqual({ failure: 'unavailable', usage: { inputTokens: 0, outputTokens: 0 } });
});

test('derives the protocol from the URL or the model’s name', () => {
  const protocolOf = (AI_BASE_URL: string, AI_MODEL: string) => modelSettings(config({ AI_BASE_URL, AI_MODEL }));
  expect(modelSettings(config({}))).toBeUndefined();
  expect(protocolOf('https://api.openai.com/v1/', 'gpt')).toMatchObject({
    protocol: 'openai',
    baseUrl: 'https://api.openai.com/v1',
  });
  expect(protocolOf('https://api.anthropic.com/v1', 'claude')).toMatchObject({
    protocol: 'anthropic',
    model: 'claude',
  });
  expect(protocolOf('https://proxy.example.com/v1', 'anthropic:claude')).toMatchObject({
    protocol: 'anthropic',
    model: 'claude',
  });
  expect(protocolOf('https://notanthropic.com.example.com/v1', 'x')).toMatchObject({ protocol: 'openai' });
});

test('costMicros counts in millionths of a dollar', () => {
  const prices = config({ AI_INPUT_PRICE: '0.25', AI_OUTPUT_PRICE: '2' });
  expect(costMicros({ inputTokens: 1_000_000, outputTokens: 0 }, prices)).toBe(250_000);
  expect(costMicros({ inputTokens: 10, outputTokens: 3 }, prices)).toBe(9);
});
