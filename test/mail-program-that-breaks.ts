import { parentPort, threadId } from 'node:worker_threads';

// Replaces the program that parses emails (`mail-program.ts`). It fails in the way that the email's text asks for.
// Otherwise it returns the text as the subject, from the same thread.

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
