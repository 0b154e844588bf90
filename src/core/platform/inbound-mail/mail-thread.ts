import { Worker } from 'node:worker_threads';
import { SECOND } from '#shared/primitives/durations.ts';
import type { errorForLog } from '../log-error.ts';
import type { InboundMail } from './inbound-mail.ts';

/** The program beside this file: the source file, or the bundle in `dist`. */
const PROGRAM = new URL(`./mail-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Allows for loading packages on a busy machine. */
const START_WITHIN = 30 * SECOND;

export interface MailQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  isEncoded: boolean;
}
export type MailAnswer = { mail: InboundMail } | { fault: ReturnType<typeof errorForLog> };

/** Why an email couldn't be parsed, for the log. */
export class MailUnread extends Error {}

export interface MailThread {
  /**
   * Parses one email at a time: calls must not overlap. Takes ownership of `bytes`. Throws MailUnread if parsing fails
   * or exceeds `withinMs` or the thread's memory. The thread may have ended by then (`isOver`).
   */
  ask(question: MailQuestion, withinMs: number): Promise<InboundMail>;
  isOver(): boolean;
  end(): Promise<void>;
}

/**
 * Starts a thread that parses emails. It doesn't keep the process alive and has no access to the environment. Throws if
 * it doesn't start. `memoryMb` limits its heap.
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

/**
 * The next message from a thread. Throws MailUnread if the thread ends, or if it exceeds its time; then the thread is
 * terminated.
 */
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
