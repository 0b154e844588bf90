import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The program beside this file: as it is written, or in `dist` as it was built. */
const PROGRAM = fileURLToPath(
  new URL(`./picture-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);
const PATIENCE_MS = 8_000;
/** A small file can unpack into a huge picture. */
const MOST_PIXELS = 40_000_000;
/** One at a time for each core that there is in the smallest machine: the rest of the server goes on. */
const MOST_AT_ONCE = 2;
let running = 0;

export interface DrawnPicture {
  /** A PNG with its transparency, drawn by us: nothing of what came in is left but what could be seen. */
  content: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** Says that too many pictures are being drawn just now. */
export class PicturesBusy extends Error {}

/**
 * Draws a PNG, JPG or SVG anew as a PNG that fits into `width` × `height` pixels; which of them it is decides its
 * content. Pictures are not enlarged, drawings are. Undefined for anything else, and for what is broken, larger than
 * 40 million pixels, or takes more than eight seconds or 500 MB to draw. Throws PicturesBusy.
 */
export async function drawPicture(
  input: Buffer,
  { width, height, patienceMs = PATIENCE_MS }: { width: number; height: number; patienceMs?: number },
): Promise<DrawnPicture | undefined> {
  if (!mayBePicture(input)) return undefined;
  if (running >= MOST_AT_ONCE) throw new PicturesBusy('too many pictures at once');
  running += 1;
  try {
    const content = await runProgram(input, { patienceMs, options: [width, height, MOST_PIXELS] });
    return content && { content, width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  } finally {
    running -= 1;
  }
}

const STARTS = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** Spares the program what is surely no PNG, no JPG and no SVG. */
const mayBePicture = (input: Buffer): boolean =>
  STARTS.some((start) => input.subarray(0, start.length).equals(start)) || input.includes('<svg');

async function runProgram(
  input: Buffer,
  { patienceMs, options }: { patienceMs: number; options: number[] },
): Promise<Buffer | undefined> {
  const child = spawn(process.execPath, [PROGRAM, ...options.map(String)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    // the work is native and can't be interrupted, only ended
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  // it may end before it has read everything
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [content, code] = await Promise.all([buffer(child.stdout), ended]);
  return code === 0 && content.length > 24 ? content : undefined;
}
