import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { createFairLine, LineFull } from '../fair-line.ts';
import { createMailReader, type MailReader, type MailReaderOptions } from './mail-reader.ts';

const BREAKS = new URL('../../../../test/mail-program-that-breaks.ts', import.meta.url);
const readers: MailReader[] = [];
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
});

function reader(options: Partial<MailReaderOptions> = {}) {
  const made = createMailReader({
    logger: createLogger({ LOG_LEVEL: 'silent', NODE_ENV: 'test' }, 'test'),
    program: BREAKS,
    withinMs: 2_000,
    ...options,
  });
  readers.push(made);
  return made;
}

const owned = (text: string): Buffer<ArrayBuffer> => Buffer.from(new Uint8Array(Buffer.from(text)).buffer);
const read = (by: MailReader, text: string, lane = 'a lead') =>
  by.read(lane, { bytes: owned(text), isEncoded: false }, owned(`head of ${text}`));

describe('an email that breaks the parser', () => {
  test.each(['HANG', 'EAT', 'EXIT', 'THROW'])(
    '(%s) is returned as unreadable with its header, and the next email is parsed',
    async (what) => {
      const by = reader({ memoryMb: 32 });
      const [broken, next] = await Promise.all([read(by, what), read(by, 'Hi')]);
      expect(broken).toMatchObject({ unreadable: true, subject: `head of ${what}` });
      expect(next).toMatchObject({ subject: 'Hi' });
    },
  );

  test('is identified by its header’s hash if the header breaks the parser too', async () => {
    const by = reader();
    const mail = await by.read('a lead', { bytes: owned('EXIT'), isEncoded: false }, owned('THROW'));
    expect(mail).toMatchObject({
      unreadable: true,
      from: null,
      text: '',
      messageId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
    });
    expect(await read(by, 'Hi')).toMatchObject({ subject: 'Hi' });
  });

  test('doesn’t block the event loop', async () => {
    const by = reader({ withinMs: 300 });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await read(by, 'HANG');
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
  });
});

test('parses emails one at a time in one thread, which ends when idle', async () => {
  const by = reader({ restAfterMs: 1 });
  const [first, ...others] = await Promise.all(['1', '2', '3'].map((text) => read(by, text)));
  expect(others).toMatchObject([
    { subject: '2', from: first?.from },
    { subject: '3', from: first?.from },
  ]);
  await expect.poll(async () => (await read(by, 'Hi')).from).not.toBe(first?.from);
});

test('rejects if the thread fails to start, and starts another for the next email', async () => {
  const by = reader({ program: new URL('./no-such-program.ts', BREAKS) });
  await expect(read(by, 'Hi')).rejects.toThrow(/didn't start/);
  await expect(read(by, 'Hi')).rejects.toThrow(/didn't start/);
});

test('rejects emails over the queue limit', async () => {
  const by = reader({ perLane: 2 });
  const waiting = ['1', '2', '3'].map((text) => read(by, text));
  await expect(read(by, '4')).rejects.toThrow(LineFull);
  expect(await read(by, '5', 'another lead')).toMatchObject({ subject: '5' });
  expect(await Promise.all(waiting)).toHaveLength(3);
});

describe('a queue with lanes', () => {
  const taken = (line: { next(): string | undefined }): string[] => {
    const next = line.next();
    return next === undefined ? [] : [next, ...taken(line)];
  };

  test('alternates between lanes, and keeps the order within each', () => {
    const line = createFairLine<string>({ most: 10, perLane: 5 });
    for (const [lane, text] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['b', 'b2'],
      ['c', 'c1'],
    ] as const)
      line.add(lane, text);
    expect(taken(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(line.next()).toBeUndefined();
  });

  test('rejects entries when full, and accepts more after some are taken', () => {
    const line = createFairLine<string>({ most: 2, perLane: 2 });
    line.add('a', 'a1');
    line.add('b', 'b1');
    expect(() => line.add('c', 'c1')).toThrow(LineFull);
    line.next();
    line.add('c', 'c1');
    expect(taken(line)).toEqual(['b1', 'c1']);
  });
});
