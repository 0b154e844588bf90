import type { errorForLog } from '../log-error.ts';
import { startThread, ThreadFailed } from '../work-thread.ts';
import type { InboundMail } from './inbound-mail.ts';

/** The thread's program. It's next to this file, as a source file or as a bundle in `dist`. */
const PROGRAM = new URL(`./mail-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export interface MailQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  isEncoded: boolean;
}
export type MailAnswer = { mail: InboundMail } | { fault: ReturnType<typeof errorForLog> };

export interface MailThread {
  /**
   * Parses one email. Calls must not overlap. The caller can't use `bytes` afterward, because its memory is transferred
   * to the thread. Throws ThreadFailed if parsing fails, takes longer than `withinMs` or needs more than the thread's
   * memory. In these cases, the thread may have ended (`isOver`).
   */
  ask(question: MailQuestion, withinMs: number): Promise<InboundMail>;
  isOver(): boolean;
  end(): Promise<void>;
}

/** Starts a thread that parses emails (`startThread`). */
export async function startMailThread({
  authservId,
  memoryMb,
  program = PROGRAM,
}: {
  authservId: string | undefined;
  memoryMb: number;
  program?: URL;
}): Promise<MailThread> {
  const thread = await startThread({ program, memoryMb, workerData: { authservId } });
  return {
    ...thread,
    async ask(question, withinMs) {
      const answer = (await thread.ask(question, { withinMs, transfer: [question.bytes.buffer] })) as MailAnswer;
      if ('mail' in answer) return answer.mail;
      throw new ThreadFailed(answer.fault.message);
    },
  };
}
