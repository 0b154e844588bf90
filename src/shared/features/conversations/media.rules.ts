/** File kinds by media type prefix. A generated file name starts with the kind. */
const KINDS = [
  ['image/', 'photo'],
  ['video/', 'video'],
  ['audio/', 'recording'],
  ['text/vcard', 'contact'],
  ['text/x-vcard', 'contact'],
] as const;

const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'video/quicktime': '.mov',
  'audio/mpeg': '.mp3',
  'audio/amr': '.amr',
  'text/vcard': '.vcf',
  'text/x-vcard': '.vcf',
  'application/pdf': '.pdf',
};

const typeOf = (type: string): string => type.toLowerCase().split(';')[0]?.trim() ?? '';
const kindOf = (type: string): string => KINDS.find(([begin]) => type.startsWith(begin))?.[1] ?? 'file';

/**
 * Generates names for the unnamed files in a text message: 'photo-1.jpg', 'photo-2.png', 'video-1.mp4', 'file-1'.
 * `types` are the media types in order.
 */
export function mediaNames(types: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return types.map(typeOf).map((type) => {
    const kind = kindOf(type);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return `${kind}-${number}${ENDINGS[type] ?? ''}`;
  });
}

/** Whether browsers can display the file with this name as an image. */
export const isPicture = (name: string): boolean => /^photo-\d+\.(?:jpg|png|gif|webp)$/.test(name);

/** Returns 'Sent photo-1.jpg' for a message with files and no text, or '' if there are no files. */
export const mediaWords = (names: readonly string[]): string => (names.length === 0 ? '' : `Sent ${names.join(', ')}`);
