/** 'www.example.com' is the same site as 'example.com'. */
const bare = (host: string): string => host.replace(/^www\./, '');

/** `example.com` matches one site. `*.example.com` matches all its subdomains. */
const matches = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : bare(host) === bare(domain);

/**
 * Whether a page from this origin may show a company's widget (docs/decisions.md, 'Domains restrict browsers, not
 * programs'). An empty list allows every site. `own` is our own origin, which is always allowed because it serves the
 * hosted page and the demo. An origin that isn't a URL ('null') counts as another site.
 */
export function isAllowedOrigin(origin: string, domains: readonly string[], own: string): boolean {
  if (domains.length === 0) return true;
  const url = URL.parse(origin);
  if (url === null) return false;
  return url.origin === URL.parse(own)?.origin || domains.some((domain) => matches(url.hostname, domain));
}
