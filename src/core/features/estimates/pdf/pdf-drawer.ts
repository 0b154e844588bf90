import { AppError } from '#shared/primitives/app-error.ts';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { createFairLine, LineFull } from '../../../platform/fair-line.ts';
import type { errorForLog } from '../../../platform/log-error.ts';
import { startThread, ThreadFailed, type WorkThread } from '../../../platform/work-thread.ts';
import type { EstimateToPrint } from './estimate-pdf.ts';
import type { InvoiceToPrint } from './invoice-pdf.ts';
import type { QrSheet } from './qr-sheet.ts';

/** What the drawing thread can draw. */
export type PdfOrder =
  | { kind: 'estimate'; print: EstimateToPrint }
  | { kind: 'invoice'; print: InvoiceToPrint }
  | ({ kind: 'qr' } & QrSheet);
export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> } | { fault: ReturnType<typeof errorForLog> };

export interface PdfDrawerOptions {
  /** The time limit for one document. All times here are wall-clock milliseconds. */
  withinMs?: number;
  /** The thread's heap limit in MB. */
  memoryMb?: number;
  /** How many documents can wait in total. `perLane` is how many can wait in one lane. */
  most?: number;
  perLane?: number;
  /** How long the thread stays idle before it ends. */
  restAfterMs?: number;
  /** The program that the thread runs. Default: the one that draws. */
  program?: URL;
}

export interface PdfDrawer {
  /**
   * Draws one document in the thread. Documents are drawn one at a time, and lanes (one per
   * company) take turns. Throws
   * PROVIDER_UNAVAILABLE if too many are waiting, or if drawing exceeds the limit of time or memory, or fails.
   */
  draw(lane: string, order: PdfOrder): Promise<Buffer>;
  /** Ends the thread. The next document starts a new one. */
  close(): Promise<void>;
}

/** The thread's program. It's next to this file, as a source file or as a bundle in `dist`. */
const PROGRAM = new URL(`./pdf-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export const PDF_BUSY = 'We couldn’t make this PDF right now. Try again in a moment';

interface Job {
  order: PdfOrder;
  done(pdf: Promise<Buffer>): void;
}

/** Creates a drawer of PDFs with a thread of its own. The first document starts the thread. */
export function createPdfDrawer({
  withinMs = 15 * SECOND,
  memoryMb = 256,
  most = 32,
  perLane = 8,
  restAfterMs = 5 * MINUTE,
  program = PROGRAM,
}: PdfDrawerOptions = {}): PdfDrawer {
  const line = createFairLine<Job>({ most, perLane });
  let thread: WorkThread | undefined;
  let isWorking = false;
  let resting: NodeJS.Timeout | undefined;

  const close = async () => {
    clearTimeout(resting);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  };

  async function draw(order: PdfOrder): Promise<Buffer> {
    if (thread === undefined || thread.isOver()) thread = await startThread({ program, memoryMb });
    const answer = (await thread.ask(order, { withinMs })) as PdfAnswer;
    if ('pdf' in answer) return Buffer.from(answer.pdf.buffer);
    throw new ThreadFailed(`${answer.fault.type}: ${answer.fault.message}`);
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    clearTimeout(resting);
    for (let job = line.next(); job !== undefined; job = line.next()) {
      const drawing = draw(job.order);
      job.done(drawing);
      await drawing.catch(() => undefined);
    }
    isWorking = false;
    resting = setTimeout(() => void close(), restAfterMs).unref();
  }

  return {
    async draw(lane, order) {
      try {
        return await new Promise<Buffer>((resolve) => {
          line.add(lane, { order, done: resolve });
          void work();
        });
      } catch (cause) {
        if (!(cause instanceof ThreadFailed || cause instanceof LineFull)) throw cause;
        throw new AppError(PDF_BUSY, 'PROVIDER_UNAVAILABLE', { retryAfter: 5, cause });
      }
    },
    close,
  };
}

const drawer = createPdfDrawer();

/** Draws a document in this process's drawing thread (`PdfDrawer.draw`). */
export const drawPdf = (lane: string, order: PdfOrder): Promise<Buffer> => drawer.draw(lane, order);
