import { once } from 'node:events';
import { z } from 'zod';
import { drainMessages } from '#core/features/delivery/drain.ts';
import { createAppDb } from '#core/platform/db/app.ts';
import { createSystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { testConfig } from '../test/caller.ts';
import { testClock } from '../test/clock.ts';
import { deliveryDeps } from './delivery.ts';

/**
 * One of several worker processes that each send some of the emails. It sends due emails on request and reports when
 * none are left.
 */
const given = z.object({ url: z.string(), smtpPort: z.number(), companyId: z.string() });

const [message] = (await once(process, 'message')) as [unknown];
const { url, smtpPort, companyId } = given.parse(message);
const config = testConfig(url);
const logger = createLogger(config, 'bench');
const db = createAppDb(config, logger);
const deps = deliveryDeps(
  { config, logger, clock: testClock(new Date()), db, system: createSystemDb(config, logger) },
  smtpPort,
);
process.on('message', () => {
  void (async () => {
    while (await drainMessages(deps, companyId as CompanyId));
    process.send?.('done');
  })();
});
process.send?.('ready');
