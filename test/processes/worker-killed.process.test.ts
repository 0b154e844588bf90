import { killSuite } from '../mortal/kill-suite.ts';
import { postgresStore } from '../queue-stores.ts';
import { soakCount } from '../soak-report.ts';

killSuite(postgresStore, Math.ceil(soakCount('SOAK_KILLS', 0) / 2));
