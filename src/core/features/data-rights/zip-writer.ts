import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** The size at which a part is stored, in bytes. */
const PART = 1024 * 1024;
/** The zip format's number of the compression. */
const DEFLATED = 8;
/** The zip format's limit without its 64-bit extension, which our library doesn't write. */
const LARGEST = 4 * 1024 ** 3 - 1;

const encoder = new TextEncoder();

/** Writes one zip, part by part, so that no more than about a part of it is in memory. */
export interface ZipWriter {
  /** Begins a file. The one before it must have ended. Pictures and PDFs are stored as they are. */
  begin(name: string, options?: { compressed: boolean }): void;
  /** Adds text or bytes to the file. Resolves when full parts are stored. */
  add(content: string | Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** Ends the zip and stores the last part. */
  close(): Promise<void>;
}

/** Creates a zip whose parts, of about 1 MB, are passed to `store` in order. Throws if the zip exceeds 4 GB. */
export function createZip(store: (part: Buffer) => Promise<void>): ZipWriter {
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let size = 0;
  let open: { file: ZipInputFile & { size: number; crc: number }; deflate: DeflateRaw | undefined } | undefined;
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    chunks.push(chunk);
    waiting += chunk.length;
    size += chunk.length;
  });
  const flush = async (least: number): Promise<void> => {
    if (failure) throw failure;
    if (size > LARGEST) throw new Error('the export exceeds 4 GB');
    if (waiting < least) return;
    const part = Buffer.concat(chunks);
    chunks = [];
    waiting = 0;
    await store(part);
  };
  return {
    begin(name, { compressed } = { compressed: true }) {
      const file = { filename: name, size: 0, crc: 0, compression: compressed ? DEFLATED : 0 };
      // Node compresses in its thread pool, 20 times as fast as the library.
      const deflate = compressed ? createDeflateRaw() : undefined;
      open = { file, deflate };
      zip.add(file);
      deflate?.on('data', (chunk: Buffer) => open?.file.ondata?.(null, Uint8Array.from(chunk), false));
    },
    async add(content) {
      if (!open) throw new Error('no file was begun');
      const { file, deflate } = open;
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;
      file.size += bytes.length;
      file.crc = crc32(bytes, file.crc);
      if (deflate)
        await new Promise<void>((resolve, reject) =>
          deflate.write(bytes, (error) => (error ? reject(error) : resolve())),
        );
      else file.ondata?.(null, Uint8Array.from(bytes), false);
      await flush(PART);
    },
    async end() {
      if (!open) throw new Error('no file was begun');
      const { file, deflate } = open;
      if (deflate) {
        deflate.end();
        await once(deflate, 'end');
      }
      file.ondata?.(null, new Uint8Array(), true);
      open = undefined;
      await flush(PART);
    },
    async close() {
      zip.end();
      await flush(1);
    },
  };
}
