import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ModelCall, ModelSettings } from './model.ts';
import { speak } from './speak.ts';

const call: ModelCall = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', content: 'hello' }],
  tools: {},
  signal: undefined,
};

/**
 * Starts a provider with this request handler. `asked` counts the requests. `left` counts the responses that the client
 * closed early.
 */
async function hostileProvider(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen = { asked: 0, left: 0 };
  const server = createServer((request, response) => {
    seen.asked += 1;
    response.on('close', () => (seen.left += response.writableFinished ? 0 : 1));
    request.resume();
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: ModelSettings = {
    baseUrl: `${url}/v1`,
    apiKey: 'key-1',
    model: 'small',
    protocol: 'openai',
    firstWordMs: 20_000,
    answerMs: 20_000,
  };
  return { url, settings, seen };
}

const chunk = (delta: object, finish: 'stop' | null = null, more: object = {}): string => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const part = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'small', choices, ...more };
  return `data: ${JSON.stringify(part)}\n\n`;
};

/** Writes the same part again and again until the client disconnects. */
const writeOn = (response: ServerResponse, part: string): void => {
  while (!response.destroyed && response.write(part));
  if (!response.destroyed) response.once('drain', () => writeOn(response, part));
};
const stream = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' });

test.each([
  ['words', chunk({ content: 'word '.repeat(200) })],
  ['thoughts', chunk({ reasoning_content: 'hmm '.repeat(200) })],
  [
    'arguments of a tool',
    chunk({
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: ' '.repeat(800) } }],
    }),
  ],
  ['one line without an end', 'x'.repeat(1_000)],
])('disconnects from a provider that never finishes: %s', async (_what, part) => {
  const { settings, seen } = await hostileProvider((_request, response) => {
    stream(response);
    writeOn(response, part);
  });
  expect(await speak(settings, call)).toHaveProperty('failure');
  await vi.waitFor(() => expect(seen.left).toBe(1));
});

test('disconnects from an error response that never ends', async () => {
  const { settings, seen } = await hostileProvider((_request, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    writeOn(response, 'x'.repeat(1_000));
  });
  expect(await speak(settings, call)).toMatchObject({ failure: 'unavailable' });
  await vi.waitFor(() => expect(seen.left).toBe(1));
});

test.each(['openai', 'anthropic'] as const)(
  'doesn’t follow redirects or send the key to another server: %s',
  async (protocol) => {
    const elsewhere = await hostileProvider((_request, response) => void response.end());
    const { settings, seen } = await hostileProvider((_request, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/other` }).end();
    });
    expect(await speak({ ...settings, protocol }, call)).toMatchObject({ failure: 'unavailable' });
    expect([seen.asked, elsewhere.seen.asked]).toEqual([1, 0]);
  },
);

test.each([
  { prompt_tokens: -5, completion_tokens: -7, total_tokens: -12 },
  { prompt_tokens: 12.5, completion_tokens: 0.1, total_tokens: 12.6 },
  { prompt_tokens: 1e300, completion_tokens: 1e300, total_tokens: 2e300 },
  { prompt_tokens: 'many', completion_tokens: null },
])('ignores implausible token counts: %j', async (usage) => {
  const { settings } = await hostileProvider((_request, response) => {
    stream(response);
    response.write(chunk({ content: 'It is three.' }));
    response.write(chunk({}, 'stop', { usage }));
    response.end('data: [DONE]\n\n');
  });
  const { inputTokens, outputTokens } = (await speak(settings, call)).usage;
  for (const tokens of [inputTokens, outputTokens]) {
    expect(Number.isInteger(tokens)).toBe(true);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThan(100);
  }
});

test.each([
  ['invalid JSON', 'data: {"choices": [{"delta": \n\n'],
  ['an unexpected format', 'data: {"choices": "none"}\n\ndata: [DONE]\n\n'],
  ['no content', ''],
  ['an HTML page', '<html><body>Bad gateway</body></html>'],
])('reports a response with %s as unavailable', async (_what, body) => {
  const { settings } = await hostileProvider((_request, response) => {
    stream(response);
    response.end(body);
  });
  expect(await speak(settings, call)).toMatchObject({ failure: 'unavailable' });
});
