import { expect, test } from 'vitest';
import { sandboxUnderTest } from '../testing/sandbox-under-test.ts';

const ask = (url: string, content: string) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox', stream: true, messages: [{ role: 'user', content }] }),
  });

const setMode = (url: string, mode: string) =>
  fetch(`${url}/api/model`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

test('the model is off at first, answers once it’s turned on, and stores its requests', async () => {
  const { url } = await sandboxUnderTest();
  expect((await ask(url, 'hello')).status).toBe(503);
  expect(await (await setMode(url, 'on')).json()).toEqual({ mode: 'on' });
  const answer = await ask(url, 'hello, I need a fence');
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const stream = await answer.text();
  expect(stream).toContain('"content":"feet "');
  expect(stream).toContain('"total_tokens"');
  expect(stream.trim()).toMatch(/data: \[DONE\]$/);
  expect(JSON.stringify(await (await fetch(`${url}/api/model/requests`)).json())).toContain('I need a fence');
});

test('an unknown mode is refused and changes nothing', async () => {
  const { url, model } = await sandboxUnderTest();
  await setMode(url, 'promises');
  expect((await setMode(url, 'rude')).status).toBe(422);
  expect(model.mode).toBe('promises');
});

test('Stripe’s API keeps its URL', async () => {
  const { url } = await sandboxUnderTest();
  expect((await fetch(`${url}/v1/prices`)).status).toBe(401);
});
