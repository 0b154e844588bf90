import { expect, test } from 'vitest';
import { killSuite } from '../mortal/kill-suite.ts';
import { CLEAN } from '../mortal/ledger.ts';
import { storeGoesAway } from '../mortal/redis-outage.ts';
import { redisStore } from '../queue-stores.ts';
import { soakCount } from '../soak-report.ts';

const kills = Math.floor(soakCount('SOAK_KILLS', 0) / 2);

// Redis holds only wake-up jobs, so `npm test` covers every point only with Postgres. For Redis, the soak test does.
const lab = killSuite(redisStore, kills, kills > 0);

test('if Redis is down longer than the workers’ locks last, due messages are sent once', async () => {
  const { freeze } = lab().store;
  if (!freeze) throw new Error('not on Redis');
  const result = await storeGoesAway(lab(), { away: freeze, seconds: 3, people: 40 });
  expect(result).toMatchObject(CLEAN);
}, 300_000);
