import { expect, test, vi } from 'vitest';
import { createLogger, type Logger } from '#core/platform/log.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { repeat } from './repeat.ts';

const failed = 'a turn failed; the next one retries it';
const logTo = (lines: string[]): Logger =>
  createLogger({ LOG_LEVEL: 'warn', NODE_ENV: 'test' }, 'test', { write: (line) => void lines.push(line) });

test('a turn that leaves more to do is followed at once, and none follows after closing', async () => {
  let turns = 0;
  const sweep = repeat({
    every: HOUR,
    logger: logTo([]),
    failed,
    turn() {
      turns += 1;
      return Promise.resolve(turns < 3);
    },
  });
  await vi.waitUntil(() => turns === 3);
  // doesn't wait for the pause
  await sweep.close();
  expect(turns).toBe(3);
});

test('a turn that fails is logged and taken again', async () => {
  const lines: string[] = [];
  let turns = 0;
  const sweep = repeat({
    every: 1,
    logger: logTo(lines),
    failed,
    turn() {
      turns += 1;
      return turns === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve(false);
    },
  });
  await vi.waitUntil(() => turns > 1);
  await sweep.close();
  expect(lines.filter((line) => line.includes(failed))).toHaveLength(1);
});

test('closing tells a long turn to stop, and waits for it', async () => {
  let ended = false;
  const sweep = repeat({
    every: HOUR,
    logger: logTo([]),
    failed,
    async turn(signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      ended = true;
      return true;
    },
  });
  await sweep.close();
  expect(ended).toBe(true);
});
