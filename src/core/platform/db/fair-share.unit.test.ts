import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { FairShare, type GiveBack, LANES, type Lane, type ShareRules, type Turn } from './fair-share.ts';

const RULES: ShareRules = {
  connections: 4,
  keptForReads: 1,
  perOwner: 3,
  perOwnerIn: { read: 2, write: 2, public: 1 },
  perLane: { read: 4, write: 3, public: 2 },
  waiting: 5,
  waitMs: 1_000,
};

const BUSY = { code: 'PROVIDER_UNAVAILABLE', retryAfter: 2 };

/** Acquires connections by name, and records the order in which they start. */
function stage(rules: Partial<ShareRules> = {}) {
  const share = new FairShare({ ...RULES, ...rules });
  const started: string[] = [];
  const holds = new Map<string, GiveBack>();
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    share,
    started,
    take: async (name: string, owner: string, lane: Turn['lane'] = 'write', gone?: AbortSignal): Promise<void> => {
      share.take({ owner, lane, gone }).then(
        (giveBack) => {
          started.push(name);
          holds.set(name, giveBack);
        },
        () => undefined,
      );
      await settle();
    },
    giveBack: async (...names: string[]): Promise<void> => {
      for (const name of names) holds.get(name)?.();
      await settle();
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

test('an owner can’t exceed their share, and others start immediately', async () => {
  const { take, started } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4']) await take(name, 'a');
  await take('b1', 'b');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('an owner’s queue is first in, first out', async () => {
  const { take, giveBack, started } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4']) await take(name, 'a');
  await giveBack('a2');
  await giveBack('a1');
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('owners take turns, even if one has a long queue', async () => {
  const { take, giveBack, started } = stage({
    perOwnerIn: { read: 1, write: 1, public: 1 },
    perLane: { read: 1, write: 1, public: 1 },
  });
  for (const name of ['a1', 'a2', 'a3']) await take(name, 'a');
  for (const name of ['b1', 'b2']) await take(name, 'b');
  await take('c1', 'c');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await giveBack(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('reads start while writes and visitors use all of their connections', async () => {
  const { take, started } = stage();
  await take('write a', 'a');
  await take('write b', 'b');
  await take('visit', 'v', 'public');
  await take('write c', 'c');
  await take('read', 'd', 'read');
  expect(started).toEqual(['write a', 'write b', 'visit', 'read']);
});

test('a company’s reads don’t wait for its writes', async () => {
  const { take, started } = stage();
  for (const name of ['a1', 'a2', 'a3']) await take(name, 'a');
  await take('read', 'a', 'read');
  expect(started).toEqual(['a1', 'a2', 'read']);
});

test('only the pool’s size limits the server’s own work', async () => {
  const { take, started } = stage();
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await take(name, 'platform', 'platform');
  expect(started).toEqual(['p1', 'p2', 'p3', 'p4']);
});

test('writes start even under constant reads', async () => {
  const { take, giveBack, started } = stage();
  for (const [at, owner] of ['a', 'a', 'b', 'b', 'c', 'c', 'd'].entries()) await take(`r${at}`, owner, 'read');
  await take('write', 'w');
  await take('r7', 'e', 'read');
  await giveBack('r0');
  await giveBack('r1');
  await giveBack('r2');
  expect(started).toContain('write');
});

test('releases a connection once, even if called several times', async () => {
  const { take, giveBack, share } = stage();
  await take('a1', 'a');
  await giveBack('a1', 'a1', 'a1');
  expect(share.load).toEqual({ held: 0, waiting: 0 });
});

test('rejects an owner with too many waiting requests, but no other', async () => {
  const { take, share, started } = stage({ waiting: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) await take(name, 'a');
  await expect(share.take({ owner: 'a', lane: 'write' })).rejects.toMatchObject(BUSY);
  await take('b1', 'b');
  expect(started).toContain('b1');
});

test('rejects a request that waited too long, and removes it from the queue', async () => {
  vi.useFakeTimers();
  const { take, share, giveBack, started } = stage();
  await take('a1', 'a');
  await take('a2', 'a');
  const refused = share.take({ owner: 'a', lane: 'write' }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(RULES.waitMs);
  expect(await refused).toMatchObject(BUSY);
  expect(share.load).toEqual({ held: 2, waiting: 0 });
  await take('a3', 'a');
  await giveBack('a1');
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test('removes an aborted request from the queue without starting it', async () => {
  const { take, giveBack, started, share } = stage();
  const gone = new AbortController();
  await take('a1', 'a');
  await take('a2', 'a');
  await take('a3', 'a', 'write', gone.signal);
  await take('a4', 'a');
  gone.abort();
  await giveBack('a1');
  expect(started).toEqual(['a1', 'a2', 'a4']);
  await expect(share.take({ owner: 'b', lane: 'read', gone: gone.signal })).rejects.toMatchObject(BUSY);
});

test('for any sequence of acquires and releases, no limit is exceeded, every request starts, and nothing leaks', async () => {
  const step = fc.record({
    owner: fc.constantFrom('a', 'b', 'c', 'd'),
    lane: fc.constantFrom(...LANES),
    giveBack: fc.nat(10),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const share = new FairShare({ ...RULES, waiting: 100 });
      const running: { owner: string; lane: Lane; giveBack: GiveBack }[] = [];
      const within = () => {
        const count = (of: (one: { owner: string; lane: Lane }) => boolean) => running.filter(of).length;
        expect(running.length).toBeLessThanOrEqual(RULES.connections);
        expect(count(({ lane }) => lane !== 'read')).toBeLessThanOrEqual(RULES.connections - RULES.keptForReads);
        for (const lane of LANES) {
          expect(count((one) => one.lane === lane)).toBeLessThanOrEqual(RULES.perLane[lane]);
          for (const owner of ['a', 'b', 'c', 'd'])
            expect(count((one) => one.lane === lane && one.owner === owner)).toBeLessThanOrEqual(
              RULES.perOwnerIn[lane],
            );
        }
      };
      const ends: Promise<void>[] = [];
      for (const { owner, lane, giveBack } of steps) {
        ends.push(
          share.take({ owner, lane }).then((back) => {
            running.push({ owner, lane, giveBack: back });
            within();
          }),
        );
        await Promise.resolve();
        if (running.length > 0 && giveBack < 5) running.splice(giveBack % running.length, 1)[0]?.giveBack();
      }
      for (let left = 0; left < steps.length * 3 + 5; left += 1) {
        running.shift()?.giveBack();
        await Promise.resolve();
        await Promise.resolve();
      }
      await Promise.all(ends);
      for (const { giveBack } of running.splice(0)) giveBack();
      expect(share.load).toEqual({ held: 0, waiting: 0 });
    }),
  );
});
