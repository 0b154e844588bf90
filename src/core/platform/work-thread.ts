import { Worker } from 'node:worker_threads';
import { SECOND } from '#shared/primitives/durations.ts';

/** How long a thread may take to start. Loading packages can take a while on a busy machine. */
const START_WITHIN = 30 * SECOND;

/** Thrown if a thread gave no answer: it ended, or took too long. The message is for the log. */
export class ThreadFailed extends Error {}

export interface WorkThread {
  /**
   * Sends one question and returns the answer. Calls must not overlap. The caller can't use the memory in `transfer`
   * afterward. Throws ThreadFailed if the thread ends, takes longer than `withinMs` or needs more than its memory. In
   * these cases, the thread has ended (`isOver`).
   */
  ask(question: unknown, options: { withinMs: number; transfer?: ArrayBuffer[] }): Promise<unknown>;
  isOver(): boolean;
  end(): Promise<void>;
}

export interface ThreadOptions {
  /** The thread's program. It posts a message when it's ready, and then one answer to each question. */
  program: URL;
  workerData?: unknown;
  /** The limit of the thread's heap in MB. */
  memoryMb: number;
}

/**
 * Starts a thread for work that must not hold up or break the process. The thread doesn't keep the process running. It
 * can't read the process's environment variables. Throws if the thread doesn't start.
 */
export async function startThread({ program, workerData, memoryMb }: ThreadOptions): Promise<WorkThread> {
  const worker = new Worker(program, {
    env: {},
    execArgv: [],
    workerData,
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
    throw new Error(`the thread ${program.pathname.split('/').at(-1)} didn't start`, { cause: error });
  });
  return {
    async ask(question, { withinMs, transfer = [] }) {
      worker.postMessage(question, transfer);
      return next(withinMs);
    },
    isOver: () => isOver,
    end,
  };
}

/**
 * Returns a function that waits for the thread's next message. That function throws ThreadFailed if the thread ends or
 * no message arrives within `withinMs`. After a timeout, it also terminates the thread.
 */
const nextOf =
  (worker: Worker, end: () => Promise<void>) =>
  (withinMs: number): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onError = (error: Error) => reject(new ThreadFailed(error.message, { cause: error }));
    const onExit = () => reject(new ThreadFailed('the thread ended'));
    const timer = setTimeout(() => {
      reject(new ThreadFailed(`it took more than ${withinMs} ms`));
      void end();
    }, withinMs);
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    return promise.finally(() => {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    });
  };
