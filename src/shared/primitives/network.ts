import ipaddr from 'ipaddr.js';

/**
 * Returns the network that a client's rate limits apply to. An IPv4 address is its own network. An IPv6 address is
 * identified by its first 64 bits, because a client usually controls at least a /64. An IPv4-mapped IPv6 address
 * (`::ffff:203.0.113.7`) counts as the IPv4 address. A string that isn't an IP address is returned in lowercase.
 */
export function networkOf(ip: string): string {
  const address = ip.trim().toLowerCase().replace(/%.*$/, '');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const first64 = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${first64.join(':')}::/64`;
}
