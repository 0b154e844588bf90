import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The drawing program. It's next to this file, as a source file or as a bundle in `dist`. */
const PROGRAM = fileURLToPath(
  new URL(`./picture-program${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);
const PATIENCE_MS = 15_000;
/** The maximum number of pixels. It limits decompression, because a small file can contain a huge image. */
const MOST_PIXELS = 40_000_000;
/** Limits parallel work, so that a small machine has CPU time left for other requests. */
const MOST_AT_ONCE = 2;
let running = 0;

export interface DrawnPicture {
  /** A redrawn PNG with transparency. It contains only the visible image. */
  content: Buffer;
  /** In pixels, like `height`. */
  width: number;
  height: number;
}

/** Thrown if too many images are already being drawn. */
export class PicturesBusy extends Error {}
/** Thrown if drawing an image took too long. The machine may have been busy, so another try may succeed. */
export class PictureTookTooLong extends Error {}

/**
 * Redraws a PNG, JPG or SVG as a PNG that fits into `width` × `height` pixels. The file's content determines its type.
 * Only vector drawings are enlarged to fit. Returns undefined for any other file. Also returns undefined if the image
 * is broken, has more than 40 million pixels, or needs more than 500 MB. Throws PicturesBusy if too many images are being
 * drawn, and PictureTookTooLong after 15 seconds.
 */
export async function drawPicture(
  input: Buffer,
  { width, height, patienceMs = PATIENCE_MS }: { width: number; height: number; patienceMs?: number },
): Promise<DrawnPicture | undefined> {
  if (!mayBePicture(input)) return undefined;
  if (running >= MOST_AT_ONCE) throw new PicturesBusy('too many images at once');
  running += 1;
  try {
    const content = await runProgram(input, { patienceMs, options: [width, height, MOST_PIXELS] });
    return content && { content, width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  } finally {
    running -= 1;
  }
}

const STARTS = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** Whether a file may be a PNG, JPG or SVG. No process is started for other files. */
const mayBePicture = (input: Buffer): boolean =>
  STARTS.some((start) => input.subarray(0, start.length).equals(start)) || input.includes('<svg');

async function runProgram(
  input: Buffer,
  { patienceMs, options }: { patienceMs: number; options: number[] },
): Promise<Buffer | undefined> {
  let isLate = false;
  const child = spawn(process.execPath, [PROGRAM, ...options.map(String)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // The decoders are native code that can't be interrupted. Only killing the process stops them.
  const patience = setTimeout(() => (isLate = child.kill('SIGKILL')), patienceMs);
  // The process may exit before it has read all of the input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [content, code] = await Promise.all([buffer(child.stdout), ended]).finally(() => clearTimeout(patience));
  if (isLate) throw new PictureTookTooLong(`it took more than ${patienceMs} ms`);
  return code === 0 && content.length > 24 ? content : undefined;
}
