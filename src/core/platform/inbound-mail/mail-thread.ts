import { Worker } from 'node:worker_threads';
import { SECOND } from '#shared/primitives/durations.ts';
import type { errorForLog } from '../log-error.ts';
import type { InboundMail } from './inbound-mail.ts';

/** The thread's program. It's next to this file, as a source file or as a bundle in `dist`. */
const PROGRAM = new URL(`./mail-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** How long the thread may take to start. Loading packages can take a while on a busy machine. */
const START_WITHIN = 30 * SECOND;

export interface MailQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  isEncoded: boolean;
}
export type MailAnswer = { mail: InboundMail } | { fault: ReturnType<typeof errorForLog> };

/** Thrown if an email couldn't be parsed. The message is for the log. */
export class MailUnread extends Error {}

export interface MailThread {
  /**
   * Parses one email. Calls must not overlap. The caller can't use `bytes` afterward, because its memory is transferred
   * to the thread. Throws MailUnread if parsing fails, takes longer than `withinMs` or needs more than the thread's
   * memory. In these cases, the thread may have ended (`isOver`).
   */
  ask(question: MailQuestion, withinMs: number): Promise<InboundMail>;
  isOver(): boolean;
  end(): Promise<void>;
}

/**
 * Starts a thread that parses emails. The thread doesn't keep the process running. It can't read the process's
 * environment variables. `memoryMb` limits the thread's heap. Throws if the thread doesn't start.
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
    throw new Error("the thread that parses emails didn't start", { cause: error });
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
 * Returns a function that waits for the thread's next message. That function throws MailUnread if the thread ends or no
 * message arrives within `withinMs`. After a timeout, it also terminates the thread.
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
