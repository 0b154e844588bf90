import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/caller.ts';
import { visitor } from '../../test/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const words = { category: 'Idea', subject: 'Gates', message: 'Let me price gates by width.' };
/** Procedures with a limit per network, each with the input of the nth visitor and the number of allowed requests. */
const DOORS: [procedure: string, input: (number: number) => object, most: number][] = [
  ['feedback.submit', () => words, 10],
  ['estimatePage.decline', (number) => ({ token: `opens-nothing-${number}` }), 60],
  [
    'auth.signUp',
    (number) => ({ email: `dana${number}@picket.test`, password: 'a good password', name: 'Dana Reed' }),
    100,
  ],
];

test.each(DOORS)(
  '%s counts all addresses in an IPv6 /64 as one, and the next /64 separately',
  async (door, input, most) => {
    const prefix = `2001:db8:${DOORS.findIndex(([name]) => name === door)}`;
    const neighbors = Array.from({ length: most + 1 }, (_, number) =>
      visitor(app, `${prefix}:1::${number.toString(16)}`).ask(door, input(number)),
    );
    const refused = (await Promise.all(neighbors)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect((await visitor(app, `${prefix}:2::1`).ask(door, input(most + 1))).status).not.toBe(429);
  },
);
