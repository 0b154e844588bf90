import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type Sharp } from 'sharp';

// This program runs in a process that `draw-picture.ts` starts. If an image crashes or blocks its decoder, only this
// process ends. It has no connections and no secrets. It reads the image from stdin and writes a PNG to stdout.

const MOST_MEMORY = 500 * 1024 * 1024;
const LARGE = 48 * 1024;
const [width = 0, height = 0, mostPixels = 0] = process.argv.slice(2).map(Number);

// Kills the process if it uses too much memory. The native code would delay a normal exit.
setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && process.kill(process.pid, 'SIGKILL'), 20).unref();

sharp.concurrency(1);
sharp.cache(false);
// Allows only these three decoders. When librsvg reads an SVG from memory, it doesn't open files or URLs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
});

const draw = (input: Buffer, options: { limitInputPixels: number; density?: number }): Sharp =>
  sharp(input, { failOn: 'error', ...options })
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true });

/** Renders a vector drawing at the requested size, regardless of its own size. */
const densityOf = ({ format, width: w, height: h }: Metadata): { density?: number } =>
  format === 'svg' ? { density: Math.min(Math.max(72 * Math.min(width / w, height / h), 1), 20_000) } : {};

const input = await buffer(process.stdin);
const size = await sharp(input, { limitInputPixels: false }).metadata();
const picture = draw(input, { limitInputPixels: mostPixels, ...densityOf(size) });
const whole = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
// Reduces large images to 256 colors, because emails and widgets on phones need small files.
process.stdout.write(whole.length <= LARGE ? whole : await picture.png({ palette: true, effort: 1 }).toBuffer());
