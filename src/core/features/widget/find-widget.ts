import { Parser } from 'htmlparser2';

/** Our script tag or frame on a page. `contractorId` is undefined if the page's own script mounts the widget. */
export interface FoundWidget {
  contractorId: string | undefined;
}

/**
 * Finds our widgets in a page's HTML. `host` is our server's host, such as 'picket.example.com'. Ignores tags in HTML
 * comments.
 */
export function findWidgets(html: string, { page, host }: { page: string; host: string }): FoundWidget[] {
  const found: FoundWidget[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'script' && name !== 'iframe') return;
      // Consent tools and lazy loaders move the URL to `data-src`.
      const src = attributes['src'] ?? attributes['data-src'];
      const url = src === undefined ? null : URL.parse(src, page);
      if (url?.host !== host) return;
      const framed = /^\/w\/([^/]+)/.exec(url.pathname)?.[1];
      if (url.pathname === '/widget-embed.js') found.push({ contractorId: attributes['data-contractor-id'] });
      else if (framed !== undefined) found.push({ contractorId: framed });
    },
  });
  parser.end(html);
  return found;
}
