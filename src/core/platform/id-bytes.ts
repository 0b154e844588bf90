/** The 16 bytes of an id (UUID), for tokens that must be short. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The id of such bytes, in lower case; whatever they are, for whoever signed them knows. */
export const idOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
