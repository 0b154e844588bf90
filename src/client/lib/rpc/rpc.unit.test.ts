import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { problemOf } from '../errors.ts';
import { type Calls, createCalls } from './calls.ts';
import { createUtils, keyOf } from './hooks.ts';
import type { RpcUtils } from './types.ts';

interface Asked {
  url: string;
  init: RequestInit;
}

/** Calls whose every request is answered with `answer`. */
const calling = (answer: (asked: Asked) => unknown, status = 200) => {
  const asked: Asked[] = [];
  const calls = createCalls({
    url: '/trpc',
    maxItems: 3,
    maxUrlLength: 200,
    fetch: (url, init) => {
      asked.push({ url, init });
      const body = answer({ url, init });
      return Promise.resolve(
        new Response(typeof body === 'string' ? body : JSON.stringify(body), {
          status,
          headers: { 'Retry-After': '60' },
        }),
      );
    },
  });
  return { calls, asked };
};
const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );

describe('calls', () => {
  test('of one turn go as one batch, and each has its own answer or refusal', async () => {
    const refusal = {
      message: 'Enter a name',
      code: -32600,
      data: { code: 'VALIDATION_FAILED', fields: { name: 'Enter a name' } },
    };
    const { calls, asked } = calling(
      () => [{ result: { data: 1 } }, { error: refusal }, { result: { data: { x: [2] } } }],
      207,
    );
    const answers = [calls.query('a.b', undefined), failed(calls.query('c', { n: 1 })), calls.query('d', 'text')];
    const [one, two, three] = await Promise.all(answers);
    expect(asked).toHaveLength(1);
    expect(decodeURIComponent(asked[0]?.url ?? '')).toBe('/trpc/a.b,c,d?batch=1&input={"1":{"n":1},"2":"text"}');
    expect([one, three]).toEqual([1, { x: [2] }]);
    expect(problemOf(two)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Enter a name',
      fields: { name: 'Enter a name' },
    });
  });

  test('that are too many or too long go as several; mutations by POST, with their inputs in the body', async () => {
    const { calls, asked } = calling(({ url }) =>
      url
        .split('?')[0]
        ?.split(',')
        .map(() => ({ result: { data: null } })),
    );
    await Promise.all(Array.from({ length: 4 }, () => calls.query('q', undefined)));
    await Promise.all([calls.query('q', 'x'.repeat(120)), calls.query('q', 'y'.repeat(120))]);
    await Promise.all([calls.mutation('m', { z: 'z'.repeat(400) }), calls.mutation('n', undefined)]);
    expect(asked.map(({ url }) => url.replace(/&.*/, ''))).toEqual([
      '/trpc/q,q,q?batch=1',
      '/trpc/q?batch=1',
      '/trpc/q?batch=1',
      '/trpc/q?batch=1',
      '/trpc/m,n?batch=1',
    ]);
    expect(asked[4]?.init).toMatchObject({ method: 'POST', body: JSON.stringify({ 0: { z: 'z'.repeat(400) } }) });
  });

  test('all fail where the whole request is refused, and say when it may be tried again', async () => {
    const { calls } = calling(() => ({ error: { message: 'Too many', data: { code: 'RATE_LIMITED' } } }), 429);
    const refused = await Promise.all([failed(calls.query('a', 1)), failed(calls.query('b', 2))]);
    for (const error of refused) {
      const { code, message } = problemOf(error);
      expect([code, message]).toEqual(['RATE_LIMITED', expect.stringContaining('You can try again at')]);
    }
  });

  test('an answer that is none of ours is no answer', async () => {
    for (const answer of ['<html>Bad gateway</html>', '[]', 'null'])
      expect(await failed(calling(() => answer, 502).calls.query('a', 1))).not.toHaveProperty('data');
  });
});

describe('the cache', () => {
  const cacheOf = (answer: unknown) => {
    const cache = new QueryClient();
    const calls: Calls = { query: () => Promise.resolve(answer), mutation: () => Promise.resolve(answer) };
    return { cache, utils: createUtils(cache, calls) as RpcUtils };
  };
  const stale = (cache: QueryClient) =>
    cache
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey);

  test('knows what was put in, and makes stale what a path and an input name', async () => {
    const { cache, utils } = cacheOf(7);
    const keys = [
      keyOf(['leads', 'get'], { leadId: 'a' }, 'query'),
      keyOf(['leads', 'get'], { leadId: 'b' }, 'query'),
      keyOf(['leads', 'list'], {}, 'infinite'),
      keyOf(['terms', 'get'], undefined, 'query'),
    ];
    for (const key of keys) cache.setQueryData(key, 0);
    utils.terms.get.setData(undefined, { text: 'Ours' });
    expect(utils.terms.get.getData()).toEqual({ text: 'Ours' });
    await utils.leads.get.invalidate({ leadId: 'a' });
    expect(stale(cache)).toEqual([keys[0]]);
    await utils.leads.invalidate();
    expect(stale(cache)).toEqual(keys.slice(0, 3));
    await utils.invalidate();
    expect(stale(cache)).toEqual(keys);
  });

  test('fetches by the same keys as the hooks, and calls without them', async () => {
    const { cache, utils } = cacheOf({ text: 'fetched' });
    expect(await utils.terms.get.fetch()).toEqual({ text: 'fetched' });
    expect(cache.getQueryData([['terms', 'get'], { type: 'query' }])).toEqual({ text: 'fetched' });
    expect(await utils.client.terms.get.query()).toEqual({ text: 'fetched' });
    expect(await utils.client.terms.update.mutate({ text: 'x' })).toEqual({ text: 'fetched' });
  });
});
