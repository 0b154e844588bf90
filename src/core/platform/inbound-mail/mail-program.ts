import { parentPort, workerData } from 'node:worker_threads';
import { readMail } from './read-mail.ts';
import { formBytes } from './form-bytes.ts';
import { errorForLog } from '../log-error.ts';
import type { MailAnswer, MailQuestion } from './mail-thread.ts';

// A program in a thread of its own (`mail-thread.ts` starts it): an email that was made to keep its reader busy, or to
// fill its memory, takes down a thread that holds no connection and no secret.

const { authservId } = workerData as { authservId: string | undefined };

async function answer({ bytes, isEncoded }: MailQuestion): Promise<MailAnswer> {
  try {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { mail: await readMail(isEncoded ? formBytes(raw) : raw, authservId) };
  } catch (error) {
    return { fault: errorForLog(error) };
  } finally {
    // now: a thread that waits collects nothing
    bytes.buffer.transfer(0);
  }
}

parentPort?.on('message', (question: MailQuestion) => {
  void answer(question).then((said) => parentPort?.postMessage(said));
});
parentPort?.postMessage('ready');
