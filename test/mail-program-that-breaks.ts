import { parentPort, threadId } from 'node:worker_threads';

// In the place of the program that reads emails (`mail-program.ts`): does what an email's text says, and answers others
// with their text as their subject, from the thread that it is.

const kept: number[][] = [];

const DOES: Record<string, () => void> = {
  HANG: () => {
    for (;;);
  },
  EAT: () => {
    for (;;) kept.push(Array<number>(10_000).fill(kept.length));
  },
  EXIT: () => process.exit(1),
  THROW: () => {
    throw new Error('broken');
  },
};

parentPort?.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const text = Buffer.from(bytes).toString();
  DOES[text]?.();
  parentPort?.postMessage({ mail: { subject: text, from: threadId } });
});
parentPort?.postMessage('ready');
