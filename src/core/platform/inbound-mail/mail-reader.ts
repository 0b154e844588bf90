import { createHash } from 'node:crypto';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Logger } from '../log.ts';
import { errorForLog } from '../log-error.ts';
import { ThreadFailed } from '../work-thread.ts';
import { createFairLine } from '../fair-line.ts';
import type { InboundMail, RawMail } from './inbound-mail.ts';
import { type MailThread, startMailThread } from './mail-parser-thread.ts';

export interface MailReaderOptions {
  logger: Logger;
  /** The trusted email service's `authservId`. Only its Authentication-Results headers count. */
  authservId?: string | undefined;
  /** The time limit for parsing one email. All times here are wall-clock milliseconds. */
  withinMs?: number;
  /** The thread's heap limit in MB. */
  memoryMb?: number;
  /** How many emails can wait in total. `perLane` is how many can wait in each lane. */
  most?: number;
  perLane?: number;
  /** How long the thread stays idle before it ends. */
  restAfterMs?: number;
  /** The program that the thread runs. Default: the email parser. */
  program?: URL;
}

export interface MailReader {
  /**
   * Parses one email in the thread. Emails are parsed one at a time, and lanes take turns. `head` is the email's
   * header. If parsing exceeds a limit (`cut-mail.ts`, time or memory), the result has only the data from `head`, and
   * `unreadable` is true. Rejects with LineFull if too many emails are waiting. Rejects with an error if the thread
   * doesn't start.
   */
  read(lane: string, raw: RawMail, head: Buffer<ArrayBuffer>): Promise<InboundMail>;
  /** Ends the thread. The next email starts a new one. */
  close(): Promise<void>;
}

interface Job {
  raw: RawMail;
  head: Buffer<ArrayBuffer>;
  done(mail: Promise<InboundMail>): void;
}

/**
 * Creates a reader that parses incoming emails in one thread. The first email starts the thread. If an email causes the
 * thread to end, the next email starts a new one.
 */
export function createMailReader({
  logger,
  authservId,
  withinMs = 3 * SECOND,
  memoryMb = 128,
  most = 64,
  perLane = 8,
  restAfterMs = MINUTE,
  program,
}: MailReaderOptions): MailReader {
  const line = createFairLine<Job>({ most, perLane });
  let thread: MailThread | undefined;
  let isWorking = false;
  let resting: NodeJS.Timeout | undefined;

  const close = async () => {
    clearTimeout(resting);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  };

  async function ask(bytes: Buffer<ArrayBuffer>, isEncoded: boolean): Promise<InboundMail> {
    if (thread === undefined || thread.isOver())
      thread = await startMailThread({ authservId, memoryMb, ...(program ? { program } : {}) });
    return thread.ask({ bytes, isEncoded }, withinMs);
  }

  async function read({ raw, head }: Job): Promise<InboundMail> {
    const id = createHash('sha256').update(head).digest('hex');
    try {
      return await ask(raw.bytes, raw.isEncoded);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      logger.warn({ err: errorForLog(error) }, "couldn't parse an incoming email");
      return { ...(await readHead(head, id)), unreadable: true };
    }
  }

  const readHead = async (head: Buffer<ArrayBuffer>, id: string): Promise<InboundMail> => {
    try {
      return await ask(head, false);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      return { ...NOTHING, messageId: `sha256:${id}` };
    }
  };

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    clearTimeout(resting);
    for (let job = line.next(); job !== undefined; job = line.next()) {
      const reading = read(job);
      job.done(reading);
      await reading.catch(() => undefined);
    }
    isWorking = false;
    resting = setTimeout(() => void close(), restAfterMs).unref();
  }

  return {
    read: (lane, raw, head) =>
      new Promise((resolve) => {
        line.add(lane, { raw, head, done: resolve });
        void work();
      }),
    close,
  };
}

/** The result if an email's header can't be parsed either. */
const NOTHING: Omit<InboundMail, 'messageId'> = {
  from: null,
  isProven: false,
  recipients: [],
  subject: '',
  text: '',
  newlyWritten: '',
  hasOwnWords: false,
  wish: { kind: 'reply', words: '' },
  attachments: [],
  automatic: false,
  report: null,
  unreadable: true,
};
