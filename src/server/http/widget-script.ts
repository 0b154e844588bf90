import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { AppError } from '#shared/primitives/app-error.ts';

interface Encoded {
  madeFrom: number;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Serves one of the widget's scripts to contractors' sites. Any origin can load it. It's compressed once per build,
 * because every visitor to these sites requests it. Browsers cache it for ten minutes.
 */
export function widgetScript(file: string): RequestHandler {
  let made: Promise<Encoded> | undefined;
  const current = async (): Promise<Encoded> => {
    const { mtimeMs } = await stat(file);
    if ((await made?.catch(() => undefined))?.madeFrom !== mtimeMs) made = encode(file, mtimeMs);
    return made ?? encode(file, mtimeMs);
  };
  return async (req, res) => {
    const script = await current().catch((cause: unknown) => {
      throw new AppError('The widget isn’t built yet', 'PROVIDER_UNAVAILABLE', { cause });
    });
    res.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=600, stale-while-revalidate=86400',
      'Content-Type': 'text/javascript; charset=utf-8',
      Vary: 'Accept-Encoding',
    });
    // browsers list gzip first without preferring it, so this order selects brotli, which is smaller
    const encoding = (['br', 'gzip'] as const).find((name) => req.acceptsEncodings(name));
    if (encoding) res.set('Content-Encoding', encoding).send(script[encoding]);
    else res.send(script.plain);
  };
}

async function encode(file: string, madeFrom: number): Promise<Encoded> {
  const plain = await readFile(file);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { madeFrom, plain, br, gzip: zipped };
}
