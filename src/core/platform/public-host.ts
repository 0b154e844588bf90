import { BlockList, isIP } from 'node:net';
import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';

/** Names that can't be public hosts: this machine, home networks, and the reserved names of RFC 2606 and RFC 6761. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|example|invalid)$/;

const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inner.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inner.addSubnet(net, bits, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Whether a URL's host is this machine. False if the URL is invalid. */
export function isThisMachine(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a URL's host may be reachable from the internet. This machine, private networks and names without a dot don't
 * count. Throws if `url` is invalid.
 */
export function isPublicAddress(url: string): boolean {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return !inner.check(host, family === 4 ? 'ipv4' : 'ipv6');
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
