import { AVATAR_BYTES, type AvatarType } from '#shared/features/auth/auth.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';

/** The maximum width and height in pixels. Without this limit, a small file could decompress into a huge image. */
const MOST_PIXELS = 2_048;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const REFUSAL = 'Choose a PNG or JPG image that’s 200 kB or smaller, with at most 2,048 pixels per side';

interface Size {
  width: number;
  height: number;
}

export interface Picture {
  type: AvatarType;
  content: Buffer;
}

/**
 * Validates an image by its content, regardless of its file name. Throws VALIDATION_FAILED unless it's a small PNG or
 * JPG.
 */
export function readPicture(base64: string): Picture {
  const content = Buffer.from(base64, 'base64');
  const type = content.subarray(0, PNG.length).equals(PNG) ? 'image/png' : 'image/jpeg';
  const size = type === 'image/png' ? pngSize(content) : jpegSize(content);
  const fits = size && [size.width, size.height].every((side) => side > 0 && side <= MOST_PIXELS);
  if (!fits || content.length > AVATAR_BYTES) throw invalid({ avatarBase64: REFUSAL });
  return { type, content };
}

/** Reads a PNG's size from its first chunk. Returns null if the last chunk isn't the end marker. */
function pngSize(content: Buffer): Size | null {
  if (content.length < 45 || content.toString('latin1', 12, 16) !== 'IHDR') return null;
  if (content.toString('latin1', content.length - 8, content.length - 4) !== 'IEND') return null;
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

const hasSize = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads a JPG's size by scanning its segments. */
function jpegSize(content: Buffer): Size | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < content.length;) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1] ?? 0;
    if (hasSize(marker)) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    const length = content.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** Replaces the image and gives it a new URL. If `picture` is null, removes the image. */
export async function replaceAvatar(tx: SystemTx, userId: UserId, picture: Picture | null): Promise<void> {
  await tx.deleteFrom('user_avatars').where('user_id', '=', userId).execute();
  let address: string | null = null;
  if (picture) {
    const { id } = await tx
      .insertInto('user_avatars')
      .values({ user_id: userId, content_type: picture.type, content: picture.content })
      .returning('id')
      .executeTakeFirstOrThrow();
    address = `/avatars/${id}`;
  }
  await tx.updateTable('users').set({ avatar_url: address }).where('id', '=', userId).execute();
}

export type AvatarDeps = SystemDeps;

/** Reads the image for `/avatars/:id`. Returns undefined if there's no such image. */
export async function findAvatar({ system }: AvatarDeps, id: string): Promise<Picture | undefined> {
  const row = await system
    .selectFrom('user_avatars')
    .select(['content_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { type: row.content_type, content: row.content };
}
