import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLEAN } from '../mortal/ledger.ts';
import { type MortalLab, startMortalLab } from '../mortal/lab.ts';
import { storeGoesAway } from '../mortal/redis-outage.ts';
import { redisStore } from '../queue-stores.ts';
import { noteForSoak, SOAK_COUNTS, soakCount } from '../soak-report.ts';
import { redisServerPath } from '../tools.ts';

const seconds = soakCount('SOAK_OUTAGE_SECONDS', SOAK_COUNTS.SOAK_OUTAGE_SECONDS);
const PEOPLE = 400;
const TWO_MINUTES = 120;

let lab: MortalLab;
beforeAll(async () => {
  if (redisServerPath()) lab = await startMortalLab(await redisStore({ durable: true }), {});
});
afterAll(() => lab?.close());

test.runIf(redisServerPath()).each([
  { what: 'stops responding', way: 'freeze' },
  { what: 'is shut down', way: 'shutDown' },
] as const)('Redis $what, then recovers', async ({ what, way }) => {
  const away = lab.store[way];
  if (!away) throw new Error(`this store cannot ${way}`);
  const result = await storeGoesAway(lab, { away, seconds, people: PEOPLE });
  noteForSoak({ what: `Redis ${what} for ${seconds} s`, figures: { ...result } });
  expect(result).toMatchObject({ ...CLEAN, sent: PEOPLE });
  expect(result.before).toBeLessThan(PEOPLE);
  expect(result.recovery).toBeLessThan(TWO_MINUTES);
});
