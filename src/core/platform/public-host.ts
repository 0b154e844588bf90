import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import ipaddr from 'ipaddr.js';

/** Names that can't be public hosts: this machine, home networks, and the reserved names of RFC 2606 and RFC 6761. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|example|invalid)$/;

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Returns the range of IANA's registries that an IP address belongs to: 'unicast' is the public internet. An
 * IPv4-mapped IPv6 address has the range of the IPv4 address. Undefined if the host isn't an IP address.
 */
const rangeOf = (host: string): string | undefined => (ipaddr.isValid(host) ? ipaddr.process(host).range() : undefined);

/** Whether a URL's host is this machine. False if the URL is invalid. */
export function isThisMachine(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const host = hostOf(url);
  return rangeOf(host) === 'loopback' || host === 'localhost';
}

/**
 * Whether a URL's host may be reachable from the internet. This machine, private networks, ranges for special purposes and
 * names without a dot don't count. Throws if `url` is invalid.
 */
export function isPublicAddress(url: string): boolean {
  const host = hostOf(url);
  const range = rangeOf(host);
  if (range !== undefined) return range === 'unicast';
  return host.includes('.') && !INNER_NAMES.test(host);
}

/** Thrown if a name resolves to a private IP address. */
export class InnerAddress extends Error {}

/** Works like `dns.lookup`, but fails with `InnerAddress` if the name resolves to a private IP address. */
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
