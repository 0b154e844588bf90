import { createHash } from 'node:crypto';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Logger } from '../log.ts';
import { errorForLog } from '../log-error.ts';
import { createFairLine } from './fair-line.ts';
import type { InboundMail, RawMail } from './inbound-mail.ts';
import { type MailThread, MailUnread, startMailThread } from './mail-thread.ts';

export interface MailReaderOptions {
  logger: Logger;
  /** The mail service whose Authentication-Results headers are trusted. */
  authservId?: string | undefined;
  /** The time limit for one email. Real milliseconds, like all times here. */
  withinMs?: number;
  /** The thread's heap limit. */
  memoryMb?: number;
  /** How many emails can wait in total, and per lane. */
  most?: number;
  perLane?: number;
  /** The idle time after which a thread ends. */
  restAfterMs?: number;
  /** What the thread runs; default: the email parser. */
  program?: URL;
}

export interface MailReader {
  /**
   * Parses an email in a thread, one at a time, with lanes taking turns. One that exceeds the limits (`cut-mail.ts`),
   * the deadline or the thread's memory is returned as `unreadable`, with the data in `head`. Throws LineFull if too
   * many wait or no thread starts. `head`: the email's header alone.
   */
  read(lane: string, raw: RawMail, head: Buffer<ArrayBuffer>): Promise<InboundMail>;
  /** Ends the thread; the next email starts a new one. */
  close(): Promise<void>;
}

interface Job {
  raw: RawMail;
  head: Buffer<ArrayBuffer>;
  done(mail: Promise<InboundMail>): void;
}

/** Parses incoming emails in one thread, which starts with the first and is replaced when an email ends it. */
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
      if (!(error instanceof MailUnread)) throw error;
      logger.warn({ err: errorForLog(error) }, 'an email that came in could not be read');
      return { ...(await readHead(head, id)), unreadable: true };
    }
  }

  const readHead = async (head: Buffer<ArrayBuffer>, id: string): Promise<InboundMail> => {
    try {
      return await ask(head, false);
    } catch (error) {
      if (!(error instanceof MailUnread)) throw error;
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

/** The result for an email whose header can't even be parsed. */
const NOTHING: Omit<InboundMail, 'messageId'> = {
  from: null,
  isProven: false,
  recipients: [],
  subject: '',
  text: '',
  newlyWritten: '',
  wish: { kind: 'reply', words: '' },
  attachments: [],
  automatic: false,
  report: null,
  unreadable: true,
};
