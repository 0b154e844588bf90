import { Worker } from 'node:worker_threads';
import { SECOND } from '#shared/primitives/durations.ts';
import type { errorForLog } from '../log-error.ts';
import type { InboundMail } from './inbound-mail.ts';

/** The program beside this file: as it is written, or in `dist` as it was built. */
const PROGRAM = new URL(`./mail-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Loading its packages on a machine that has much else to do. */
const START_WITHIN = 30 * SECOND;

export interface MailQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  isEncoded: boolean;
}
export type MailAnswer = { mail: InboundMail } | { fault: ReturnType<typeof errorForLog> };

/** Why an email could not be read, for the log. */
export class MailUnread extends Error {}

export interface MailThread {
  /**
   * Reads one email after another: asks are not made side by side. Takes `bytes` over. Throws MailUnread where it can't
   * be read, or not within `withinMs` or the thread's memory; then the thread may be gone (`isOver`).
   */
  ask(question: MailQuestion, withinMs: number): Promise<InboundMail>;
  isOver(): boolean;
  end(): Promise<void>;
}

/**
 * Starts a thread that reads emails. It keeps no process alive, and knows none of the environment. Throws where it
 * doesn't start. `memoryMb` bounds its heap.
 */
export async function startMailThread({
  authservId,
  memoryMb,
  program = PROGRAM,
}: {
  authservId: string | undefined;
  memoryMb: number;
  program?: URL;
}): Promise<MailThread> {
  const worker = new Worker(program, {
    env: {},
    execArgv: [],
    workerData: { authservId },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  worker.unref();
  let isOver = false;
  for (const event of ['error', 'exit']) worker.on(event, () => (isOver = true));
  const end = async () => {
    isOver = true;
    await worker.terminate();
  };
  const next = nextOf(worker, end);
  await next(START_WITHIN).catch((error: unknown) => {
    throw new Error('the thread that reads emails did not start', { cause: error });
  });
  return {
    async ask(question, withinMs) {
      worker.postMessage(question, [question.bytes.buffer]);
      const answer = (await next(withinMs)) as MailAnswer;
      if ('mail' in answer) return answer.mail;
      throw new MailUnread(answer.fault.message);
    },
    isOver: () => isOver,
    end,
  };
}

/** The next word of a thread; MailUnread where it ends or takes longer than it may, which ends it. */
const nextOf =
  (worker: Worker, end: () => Promise<void>) =>
  (withinMs: number): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onError = (error: Error) => reject(new MailUnread(error.message, { cause: error }));
    const onExit = () => reject(new MailUnread('the thread ended'));
    const timer = setTimeout(() => {
      reject(new MailUnread(`it took more than ${withinMs} ms`));
      void end();
    }, withinMs);
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    return promise.finally(() => {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    });
  };
