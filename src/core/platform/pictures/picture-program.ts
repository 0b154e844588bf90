import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type Sharp } from 'sharp';

// A program of its own (`draw-picture.ts` starts it): a picture that was made to break its reader, or to keep it
// busy for ever, takes a process down that holds no connection and no secret. Picture in by stdin, PNG out by stdout.

const MOST_MEMORY = 500 * 1024 * 1024;
const LARGE = 48 * 1024;
const [width = 0, height = 0, mostPixels = 0] = process.argv.slice(2).map(Number);

// a kill, because the native work goes on through an exit
setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && process.kill(process.pid, 'SIGKILL'), 20).unref();

sharp.concurrency(1);
sharp.cache(false);
// no other reader than these three; with an SVG in memory librsvg opens no file and no address
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
});

const draw = (input: Buffer, options: { limitInputPixels: number; density?: number }): Sharp =>
  sharp(input, { failOn: 'error', ...options })
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true });

/** Lines are drawn at the size that is wanted, however small the drawing says it is. */
const densityOf = ({ format, width: w, height: h }: Metadata): { density?: number } =>
  format === 'svg' ? { density: Math.min(Math.max(72 * Math.min(width / w, height / h), 1), 20_000) } : {};

const input = await buffer(process.stdin);
const size = await sharp(input, { limitInputPixels: false }).metadata();
const picture = draw(input, { limitInputPixels: mostPixels, ...densityOf(size) });
const whole = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
// mails and widgets are to load it on a phone: what many colours make heavy gets 256 well-chosen ones
process.stdout.write(whole.length <= LARGE ? whole : await picture.png({ palette: true, effort: 1 }).toBuffer());
