import { parentPort } from 'node:worker_threads';
import type { PdfOrder } from '../src/core/features/estimates/pdf/pdf-drawer.ts';

// Replaces the program that draws PDFs (`pdf-program.ts`). It fails in the way that the homeowner's name asks for.
// Otherwise it returns the name as the file.

const kept: number[][] = [];

const DOES: Record<string, () => void> = {
  HANG: () => {
    for (;;);
  },
  EAT: () => {
    for (;;) kept.push(Array<number>(10_000).fill(kept.length));
  },
  EXIT: () => process.exit(1),
};

parentPort?.on('message', (order: PdfOrder) => {
  const name = order.kind === 'qr' ? order.companyName : order.print.document.customer.name;
  DOES[name]?.();
  if (name === 'THROW') parentPort?.postMessage({ fault: { type: 'Error', message: 'broken' } });
  else parentPort?.postMessage({ pdf: new Uint8Array(Buffer.from(name)) });
});
parentPort?.postMessage('ready');
