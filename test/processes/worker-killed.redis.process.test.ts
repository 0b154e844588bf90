import { killSuite } from '../mortal/kill-suite.ts';
import { redisStore } from '../queue-stores.ts';
import { soakCount } from '../soak-report.ts';

killSuite(redisStore, Math.floor(soakCount('SOAK_KILLS', 0) / 2));
