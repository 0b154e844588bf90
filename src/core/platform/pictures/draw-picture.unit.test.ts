import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPicture, PictureTookTooLong } from './draw-picture.ts';

const BOX = { width: 600, height: 300 };
const svg = (body: string, attributes = 'width="400" height="200"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`,
  );
const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#a43' } });

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const numbers = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  numbers[0].writeUInt32BE(data.length);
  // With an invalid checksum, the PNG would be rejected before decompression.
  numbers[1].writeUInt32BE(crc(typed));
  return Buffer.concat([numbers[0], typed, numbers[1]]);
};
const crc = (bytes: Buffer): number => {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return ~sum >>> 0;
};
/** Returns a PNG of black pixels: a few kB that decompress to side² pixels. */
const bomb = (side: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const lines = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('an image is redrawn', () => {
  test('as a PNG that fits the box, with its transparency and without hidden data', async () => {
    const photo = await square(1_200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .toBuffer();
    const drawn = await drawPicture(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]), BOX);
    expect(drawn).toMatchObject({ width: 300, height: 300 });
    expect(drawn?.content.subarray(1, 4).toString()).toBe('PNG');
    expect(drawn?.content.includes('SECRET-PLACE') || drawn?.content.includes('script')).toBe(false);

    const half = await drawPicture(svg('<rect width="200" height="200" fill="#f00"/>'), BOX);
    expect(half).toMatchObject({ width: 600, height: 300 });
    const { channels } = await sharp(half?.content).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([128, 0, 0, 128]);
  });

  test('at its own size if it is a small image, and enlarged if it is a vector drawing', async () => {
    expect(await drawPicture(await square(40).png().toBuffer(), BOX)).toMatchObject({ width: 40, height: 40 });
    const drawing = svg('<circle cx="12" cy="12" r="9"/>', 'viewBox="0 0 24 24"');
    expect(await drawPicture(drawing, BOX)).toMatchObject({ width: 300, height: 300 });
  });

  test('without opening files or URLs that a drawing refers to', async () => {
    const own = `data:image/png;base64,${(await square(8).png().toBuffer()).toString('base64')}`;
    const image = (href: string) => svg(`<rect width="1" height="1"/><image href="${href}" width="400" height="200"/>`);
    const inks = await Promise.all(
      [own, `file://${import.meta.dirname}/../../../../docs/leads.png`].map(async (href) => {
        const drawn = await drawPicture(image(href), BOX);
        return (await sharp(drawn?.content).stats()).channels[3]?.mean ?? 0;
      }),
    );
    expect(inks[0]).toBeGreaterThan(100);
    expect(inks[1]).toBeLessThan(1);
  });
});

describe('no image is produced from', () => {
  test.each([
    ['a web page', Buffer.from('<html><body>logo.png</body></html>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a web page with a drawing in it', Buffer.from('<html><svg xmlns="http://www.w3.org/2000/svg"/></html>')],
    ['a small file that decompresses to a huge image', bomb(20_000)],
  ])('%s', async (_what, file) => {
    expect(await drawPicture(file, BOX)).toBeUndefined();
  });

  test('a drawing that takes too long to render', async () => {
    const noise = '<feTurbulence baseFrequency="0.5" numOctaves="10"/>'.repeat(2_000);
    const busy = svg(`<filter id="f">${noise}</filter><rect width="400" height="200" filter="url(#f)"/>`);
    const started = performance.now();
    await expect(drawPicture(busy, { ...BOX, patienceMs: 600 })).rejects.toThrow(PictureTookTooLong);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
