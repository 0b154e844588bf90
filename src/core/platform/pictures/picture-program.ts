import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type Sharp } from 'sharp';

// Runs in its own process (`draw-picture.ts` starts it): an image made to crash or stall its decoder can only end a
// process without connections and secrets. Reads the image from stdin and writes a PNG to stdout.

const MOST_MEMORY = 500 * 1024 * 1024;
const LARGE = 48 * 1024;
const [width = 0, height = 0, mostPixels = 0] = process.argv.slice(2).map(Number);

// kills the process, because the native work would delay a normal exit
setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && process.kill(process.pid, 'SIGKILL'), 20).unref();

sharp.concurrency(1);
sharp.cache(false);
// allows only these three decoders; librsvg opens no file or address for an SVG in memory
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
});

const draw = (input: Buffer, options: { limitInputPixels: number; density?: number }): Sharp =>
  sharp(input, { failOn: 'error', ...options })
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true });

/** Vector drawings are rendered at the requested size, whatever size they state. */
const densityOf = ({ format, width: w, height: h }: Metadata): { density?: number } =>
  format === 'svg' ? { density: Math.min(Math.max(72 * Math.min(width / w, height / h), 1), 20_000) } : {};

const input = await buffer(process.stdin);
const size = await sharp(input, { limitInputPixels: false }).metadata();
const picture = draw(input, { limitInputPixels: mostPixels, ...densityOf(size) });
const whole = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
// keeps files small for emails and for widgets on phones: images with many colors are reduced to 256
process.stdout.write(whole.length <= LARGE ? whole : await picture.png({ palette: true, effort: 1 }).toBuffer());
