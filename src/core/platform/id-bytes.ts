/** The 16 bytes of an id (UUID), for tokens that must be short. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * The id with these bytes, in lowercase. Doesn't check them: only the signature proves that they are one of our ids.
 */
export const idOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
