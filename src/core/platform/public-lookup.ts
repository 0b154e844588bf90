import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import { isPublicAddress } from './public-host.ts';

/** A name that resolves to a private network. */
export class InnerAddress extends Error {}

/** Like `dns.lookup`, but only for public addresses: another one fails with `InnerAddress`. */
export const publicLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    const hosts = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
    if (hosts.length === 0 || !hosts.every((host) => isPublicAddress(`https://${host}`)))
      return done(new InnerAddress('a name that resolves to a private address'), '');
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  });
};
