import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type DeliveryDeps, DELIVERY_TIMINGS } from '#core/features/delivery/delivery.ts';
import { createLimits } from '#core/features/delivery/limits.ts';
import { createProviderGate } from '#core/features/delivery/providers/breaker.ts';
import { createTally } from '#core/platform/counters.ts';
import { createMailer } from '#core/platform/mail.ts';
import { createTextGateway } from '#core/platform/twilio.ts';
import { loadMessageKinds } from '#core/message-kinds.ts';
import type { BenchDatabase } from './database.ts';

export interface Sink {
  port: number;
  close(): void;
}

/** Starts an SMTP server in its own process. It accepts everything and stores nothing. */
export async function startSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'smtp-sink.ts'));
  const [message] = (await once(child, 'message')) as [unknown];
  return { port: z.object({ port: z.number() }).parse(message).port, close: () => void child.kill('SIGKILL') };
}

const kinds = await loadMessageKinds();

/** Returns the product's delivery dependencies for the benchmark's database. Emails are sent to `smtpPort`. */
export function deliveryDeps(
  database: Pick<BenchDatabase, 'config' | 'clock' | 'db' | 'system' | 'logger'>,
  smtpPort: number,
): DeliveryDeps {
  const config = { ...database.config, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const tally = createTally(database.system);
  const gate = createProviderGate(database);
  return {
    config,
    clock: database.clock,
    db: database.db,
    system: database.system,
    pinned: database.db,
    texts: gate.texts(createTextGateway(config)),
    mails: gate.mails(createMailer(config)),
    gate,
    tally,
    kinds,
    logger: database.logger,
    timings: DELIVERY_TIMINGS,
    limits: createLimits(),
    stopping: () => false,
  };
}
