import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createLogger } from '#core/platform/log.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { SandboxMessage } from '../../sandbox/messages.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { type Builders, builders } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { createTestDatabase } from '../database.ts';
import { STRIPE, TWILIO } from '../delivery.ts';
import { newPhone } from '../due-follow-up.ts';
import type { WorkerProcessTimings } from '../../src/worker/start.ts';
import type { QueueStore } from '../queue-stores.ts';
import { buildMortalWorker, type Crew, gatherCrew } from './crew.ts';

/**
 * Leases that are short enough to release a killed worker's rows within seconds, but longer than any call in these
 * tests.
 */
export const QUICK: Partial<WorkerProcessTimings> = {
  leaseMs: 5_000,
  sendLeaseMs: 5_000,
  sweepMs: 700,
  pauseMs: 100,
  lockMs: 2_000,
  stalledMs: 700,
};

/** A due message and its recipient. No other message has the same phone number or email address. */
export interface Due {
  id: string;
  channel: MessageChannel;
  to: string;
  /** The number of the step in its schedule, from 1. The text says 'step 1'. */
  step: number;
  /** Values that identify its statements (kill-plan.ts). */
  marks: string[];
}

/** The message's outcome. */
export interface Fate {
  id: string;
  channel: MessageChannel;
  status: string;
  attempts: number;
  due_at: Date | null;
  claimed_until: Date | null;
  reason: string | null;
  sent_at: Date | null;
  provider_id: string | null;
}

/** Rows, providers, and a crew of workers that can be killed. The clock starts at noon in Boise. */
export interface MortalLab {
  databaseUrl: string;
  store: QueueStore;
  folder: string;
  system: SystemDb;
  sandbox: Sandbox;
  crew: Crew;
  a: Builders;
  /** Returns the time of the business clock that all workers use. */
  now(): Date;
  /** Creates due messages for a new company: one for each channel listed, in this order. */
  due(...channels: MessageChannel[]): Promise<Due[]>;
  /** Creates the steps of one schedule for a new person, due at these times. */
  steps(company: CompanyRow, channel: MessageChannel, dueAt: readonly Date[]): Promise<Due[]>;
  /** Moves the clock to noon of the next working day, or forward by this many hours. */
  moveClock(hours?: number): Promise<void>;
  fates(messages: readonly Due[]): Promise<Fate[]>;
  /** Returns all copies of a message that its recipient received. */
  arrived(message: Pick<Due, 'to' | 'step'>): SandboxMessage[];
  close(): Promise<void>;
}

/** Starts a lab with the queue in that store. The store closes with the lab. `timings` override the product's own. */
export async function startMortalLab(store: QueueStore, timings = QUICK): Promise<MortalLab> {
  const [database, file] = await Promise.all([createTestDatabase(), buildMortalWorker()]);
  const folder = mkdtempSync(join(tmpdir(), 'picket-mortal-'));
  const server = await startDeafServer();
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: ['twilio', 'smtp'],
    appUrl: server.url,
    twilio: TWILIO,
    stripe: STRIPE,
  });
  await toNoon(sandbox.clock);
  const now = () => sandbox.clock.now();
  const config = testConfig(database.url);
  const system = createSystemDb(config, createLogger(config, 'test'));
  const crew = gatherCrew(file, {
    folder,
    aheadMs: now().getTime() - Date.now(),
    timings,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
      DATABASE_URL: database.url,
      PUBLIC_URL: server.url,
      APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO.authToken,
      TWILIO_FROM: TWILIO.from,
      TWILIO_API_BASE: sandbox.url,
      ...store.env,
    },
  });
  const a = builders(system, { now });
  return {
    databaseUrl: database.url,
    store,
    folder,
    system,
    sandbox,
    crew,
    a,
    now,
    async due(...channels) {
      const company = await a.company();
      const made = await Promise.all(
        channels.map((channel) => makeSteps({ a, now }, { company, channel, dueAt: [now()] })),
      );
      return made.flat();
    },
    steps: (company, channel, dueAt) => makeSteps({ a, now }, { company, channel, dueAt }),
    async moveClock(hours) {
      if (hours === undefined) await toNoon(sandbox.clock);
      else await sandbox.clock.move(hours);
      crew.setAhead(now().getTime() - Date.now());
    },
    fates: (messages) =>
      system
        .selectFrom('follow_up_messages')
        .select(['id', 'channel', 'status', 'attempts', 'due_at', 'claimed_until', 'reason', 'sent_at', 'provider_id'])
        .where(
          'id',
          'in',
          messages.map(({ id }) => id as MessageId),
        )
        .execute(),
    arrived: ({ to, step }) =>
      sandbox.messages
        .all()
        .filter((sent) => sent.direction === 'out' && sent.to === to && sent.text.includes(`step ${step}.`)),
    async close() {
      await crew.dismiss();
      await system.destroy();
      await sandbox.close();
      server.close();
      await Promise.all([database.drop(), store.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A server that accepts status callbacks and ignores them. The clock waits for callbacks without a response, and these
 * tests aren't about them.
 */
async function startDeafServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

/** Moves the clock to noon in Boise (1:00 PM in summer) on the next weekday. */
async function toNoon(clock: Sandbox['clock']): Promise<void> {
  const noon = new Date(clock.now());
  noon.setUTCHours(19, 0, 0, 0);
  while (noon <= clock.now() || [0, 6].includes(noon.getUTCDay())) noon.setUTCDate(noon.getUTCDate() + 1);
  await clock.move((noon.getTime() - clock.now().getTime()) / HOUR);
}

async function makeSteps(
  { a, now }: Pick<MortalLab, 'a' | 'now'>,
  { company, channel, dueAt }: { company: CompanyRow; channel: MessageChannel; dueAt: readonly Date[] },
): Promise<Due[]> {
  const phone = newPhone();
  const lead = await a.lead(company, { phone });
  if (channel === 'sms') await a.consent(company, lead);
  const activated = new Date(now().getTime() - DAY);
  const schedule = await a.schedule(company, lead, { channel, activated_at: activated });
  const to = channel === 'sms' ? phone : lead.email;
  return Promise.all(
    dueAt.map(async (due_at, index) => {
      const step = index + 1;
      const body = `About your fence, step ${step}.`;
      const row = await a.followUp(schedule, { channel, step, day: step, body, due_at });
      return { id: row.id, channel, to, step, marks: [row.id, lead.id, ...(channel === 'sms' ? [phone] : [])] };
    }),
  );
}
