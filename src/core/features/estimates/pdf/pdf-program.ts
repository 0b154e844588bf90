import { parentPort } from 'node:worker_threads';
import { errorForLog } from '../../../platform/log-error.ts';
import { estimatePdf } from './estimate-pdf.ts';
import type { PdfAnswer, PdfOrder } from './pdf-drawer.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { qrSheet } from './qr-sheet.ts';

// This program runs in a thread that `pdf-drawer.ts` starts. If a document exceeds the time or memory limit, only this
// thread ends. It has no connections and no secrets.

const draw = (order: PdfOrder): Promise<Buffer> => {
  if (order.kind === 'qr') return qrSheet(order);
  // a buffer arrives in a thread as plain bytes
  const logo = order.print.logo && Buffer.from(order.print.logo);
  return order.kind === 'invoice' ? invoicePdf({ ...order.print, logo }) : estimatePdf({ ...order.print, logo });
};

async function answer(order: PdfOrder): Promise<PdfAnswer> {
  try {
    return { pdf: new Uint8Array(await draw(order)) };
  } catch (error) {
    return { fault: errorForLog(error) };
  }
}

parentPort?.on('message', (order: PdfOrder) => {
  void answer(order).then((said) => parentPort?.postMessage(said));
});
parentPort?.postMessage('ready');
