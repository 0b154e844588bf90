import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processEvents } from '#core/features/stripe-events/process-events.ts';
import { type BillingLab, SECRETS, startBillingLab } from '../../../../test/billing.ts';

const BODIES = 150;

let lab: BillingLab;
let made = 0;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

const newId = () => `evt_odd_${(made += 1)}`;
const event = (given: object = {}): Record<string, unknown> => ({
  id: newId(),
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  created: 1,
  data: { object: { id: 'in_1', customer: 'cus_of_nobody' } },
  ...given,
});

/** Posts any body with a valid signature. */
const postSigned = (payload: string, endpoint: 'platform' | 'connect' = 'platform'): Promise<Response> =>
  fetch(`${lab.app.url}/webhooks/stripe${endpoint === 'connect' ? '/connect' : ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': new Stripe('sk_test_odd').webhooks.generateTestHeaderString({
        payload,
        secret: SECRETS[endpoint],
      }),
    },
    body: payload,
  });

const kept = (id: string) =>
  lab.deps.system.selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();
const countKept = async () => {
  const { all } = await lab.deps.system
    .selectFrom('stripe_events')
    .select((row) => row.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  return all;
};

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('an event with a valid signature that Stripe never sends', () => {
  const without = (key: string) => JSON.stringify({ ...event(), [key]: undefined });
  const ODD: Record<string, () => string> = {
    'without livemode': () => without('livemode'),
    'with text as livemode': () => JSON.stringify(event({ livemode: 'false' })),
    'without an id': () => without('id'),
    'with a number as id': () => JSON.stringify(event({ id: 42 })),
    'with an empty id': () => JSON.stringify(event({ id: '' })),
    'with NUL in its id': () => JSON.stringify(event({ id: 'evt_\0' })),
    'with an unpaired surrogate in its id': () =>
      JSON.stringify(event({ id: 'evt_' })).replace('evt_', String.raw`\ud800`),
    'with an id of 10,000 characters': () => JSON.stringify(event({ id: `evt_${'x'.repeat(10_000)}` })),
    'without a type': () => without('type'),
    'with NUL in its type': () => JSON.stringify(event({ type: 'invoice\0paid' })),
    'with a type of 10,000 characters': () => JSON.stringify(event({ type: 'x'.repeat(10_000) })),
    'with an array as type': () => JSON.stringify(event({ type: ['invoice.paid'] })),
    'with a number as account': () => JSON.stringify(event({ account: 7 })),
    'with an object as account': () => JSON.stringify(event({ account: { id: 'acct_1' } })),
    'with NUL in its account': () => JSON.stringify(event({ account: 'acct_\0' })),
    'nested 5,000 deep': () => JSON.stringify(event({ data: null })).replace('null', `{"object":${nested(5_000)}}`),
    'nested 100,000 deep': () => JSON.stringify(event({ data: null })).replace('null', nested(100_000)),
    'that is an array': () => JSON.stringify([event()]),
    'that is null': () => 'null',
    'that isn’t JSON': () => '{"id": "evt_',
    'that is empty': () => '',
  };
  it.each(Object.entries(ODD))('%s is refused with 400, and nothing is stored', async (_what, body) => {
    const before = await countKept();
    expect((await postSigned(body())).status).toBe(400);
    expect((await postSigned(body(), 'connect')).status).toBe(400);
    expect(await countKept()).toBe(before);
  });

  const HARMLESS: Record<string, (id: string) => string> = {
    'without created and data': (id) => JSON.stringify({ id, type: 'invoice.paid', livemode: false }),
    'with an array as object': (id) => JSON.stringify(event({ id, data: { object: [1, 2] } })),
    'with text as data': (id) => JSON.stringify(event({ id, data: 'text' })),
    'with NUL and an unpaired surrogate in field names': (id) =>
      JSON.stringify(event({ id, data: null })).replace('null', String.raw`{"a\u0000b": 1, "c\ud800": {"\u0000": 2}}`),
    'with a duplicate field': (id) => JSON.stringify(event({ id })).replace('{', '{"id": "evt_the_first", '),
    'with __proto__': (id) => JSON.stringify(event({ id })).replace('{', '{"__proto__": {"id": "evt_inherited"}, '),
    'with a number that is out of range': (id) =>
      JSON.stringify(event({ id })).replace('"created":1', '"created":1e999'),
    'with a type that is a property of every object': (id) => JSON.stringify(event({ id, type: 'constructor' })),
    'nested 50 deep': (id) => JSON.stringify(event({ id, data: null })).replace('null', nested(50)),
  };
  it.each(Object.entries(HARMLESS))('%s is stored and does nothing', async (_what, body) => {
    const id = newId();
    expect((await postSigned(body(id))).status).toBe(200);
    await processEvents(lab.deps);
    const row = await kept(id);
    expect(row?.error).toBeNull();
    expect(row?.note).toMatch(/^(nothing to do|not our customer)/);
  });
});

describe(`any signed body, ${BODIES} of them`, () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '__proto__', 'constructor', ''));
  const json = fc.oneof(fc.jsonValue(), text, fc.array(text), fc.dictionary(text, fc.jsonValue()));
  const odd = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: json });
  const body = fc.oneof(
    fc.string(),
    json.map((value) => JSON.stringify(value)),
    fc
      .record(
        {
          id: odd(fc.constant(null).map(newId)),
          type: odd(fc.constantFrom('invoice.paid', 'charge.refunded', 'toString')),
          livemode: odd(fc.boolean()),
          account: odd(fc.constantFrom('acct_of_nobody', null)),
          data: odd(fc.record({ object: json })),
          created: json,
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  );

  it('is answered 200 or 400, is stored completely or not at all, and the next valid event works', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('platform', 'connect'), async (payload, endpoint) => {
        const before = await countKept();
        const { status } = await postSigned(payload, endpoint);
        const added = (await countKept()) - before;
        expect(status === 200 || (status === 400 && added === 0), `${status}, ${added} kept`).toBe(true);
      }),
      { numRuns: BODIES },
    );
    await processEvents(lab.deps);
    const good = event();
    expect((await lab.post(good)).status).toBe(200);
    await processEvents(lab.deps);
    expect(await kept(String(good['id']))).toMatchObject({ note: 'not our customer', error: null });
    const unsettled = await lab.deps.system
      .selectFrom('stripe_events')
      .select(['id', 'error'])
      .where('processed_at', 'is', null)
      .execute();
    expect(unsettled).toEqual([]);
  });
});
