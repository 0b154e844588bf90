/** 'www.example.com' is the same site as 'example.com'. */
const bare = (host: string): string => host.replace(/^www\./, '');

/** `example.com` names one site, `*.example.com` every site below it. */
const matches = (host: string, domain: string): boolean =>
  domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : bare(host) === bare(domain);

/**
 * Whether a page of this origin may show a company's widget (contract.md, widget). An empty list allows every site.
 * `own` is our own origin, where the hosted page and the demo are. An origin that isn't a URL ('null') is foreign.
 */
export function isAllowedOrigin(origin: string, domains: readonly string[], own: string): boolean {
  if (domains.length === 0) return true;
  const url = URL.parse(origin);
  if (url === null) return false;
  return url.origin === URL.parse(own)?.origin || domains.some((domain) => matches(url.hostname, domain));
}
