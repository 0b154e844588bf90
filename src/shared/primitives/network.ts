/**
 * Returns the network that a client's rate limits apply to. An IPv4 address is its own network. An IPv6 address is
 * identified by its first 64 bits, because a client usually controls at least a /64. An IPv4-mapped IPv6 address
 * (`::ffff:203.0.113.7`) counts as the IPv4 address. A string that isn't an IP address is returned unchanged.
 */
export function networkOf(ip: string): string {
  const address = ip.trim().toLowerCase().replace(/%.*$/, '');
  const mapped = /^(?:0{0,4}:)*:?ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const groups = expand(address);
  if (!groups) return address;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return dotted(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Returns the eight groups of an IPv6 address, or undefined if the string isn't an IPv6 address. */
function expand(address: string): number[] | undefined {
  const embedded = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  const text = embedded
    ? `${embedded[1]}${((Number(embedded[2]) << 8) | Number(embedded[3])).toString(16)}:${((Number(embedded[4]) << 8) | Number(embedded[5])).toString(16)}`
    : address;
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}
