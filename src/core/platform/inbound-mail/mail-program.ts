import { parentPort, workerData } from 'node:worker_threads';
import { readMail } from './read-mail.ts';
import { formBytes } from './form-bytes.ts';
import { errorForLog } from '../log-error.ts';
import type { MailAnswer, MailQuestion } from './mail-parser-thread.ts';

// This program runs in a thread that `mail-parser-thread.ts` starts. If an email exceeds the time or memory limit, only this
// thread ends. It has no connections and no secrets.

const { authservId } = workerData as { authservId: string | undefined };

async function answer({ bytes, isEncoded }: MailQuestion): Promise<MailAnswer> {
  try {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { mail: await readMail(isEncoded ? formBytes(raw) : raw, authservId) };
  } catch (error) {
    return { fault: errorForLog(error) };
  } finally {
    // Frees the memory now, because garbage isn't collected in an idle thread.
    bytes.buffer.transfer(0);
  }
}

parentPort?.on('message', (question: MailQuestion) => {
  void answer(question).then((said) => parentPort?.postMessage(said));
});
// Compiles the patterns before the first email, whose time limit they would count against on a busy machine.
await readMail(
  Buffer.from('Subject: Re: Your fence\r\n\r\nPlease stop by on Tuesday.\r\nAcme <a@b.test> wrote 2026:\r\n> Hi'),
);
parentPort?.postMessage('ready');
