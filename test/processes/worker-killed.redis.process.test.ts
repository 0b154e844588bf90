import { killSuite } from '../mortal/kill-suite.ts';
import { redisStore } from '../queue-stores.ts';
import { soakCount } from '../soak-report.ts';

const kills = Math.floor(soakCount('SOAK_KILLS', 0) / 2);

// the store is only the bell: on Postgres `npm test` looks for every last point, here the soak does
killSuite(redisStore, kills, kills > 0);
