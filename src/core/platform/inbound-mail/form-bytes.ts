const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

const nibble = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** Decodes a value of an `application/x-www-form-urlencoded` form to bytes. Leaves invalid escapes unchanged. */
export function formBytes(encoded: Buffer): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const byte = encoded[at] ?? 0;
    const high = byte === PERCENT ? nibble(encoded[at + 1]) : -1;
    const low = high === -1 ? -1 : nibble(encoded[at + 2]);
    if (low === -1) bytes[length] = byte === PLUS ? SPACE : byte;
    else {
      bytes[length] = high * 16 + low;
      at += 2;
    }
    length += 1;
  }
  return bytes.subarray(0, length);
}
