import { Parser } from 'htmlparser2';

/** Our script tag or frame on a page. `contractorId` is undefined if the page's own script mounts the widget. */
export interface FoundWidget {
  contractorId: string | undefined;
  /** Whether it's in a part of the page that visitors don't see (`hidden` or `display: none`). */
  hidden: boolean;
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * Finds our widgets in a page's HTML. `host` is our server's host, such as 'picket.example.com'. Consent tools, lazy
 * loaders and optimizers move a tag's URL to an attribute of their own (`data-src`, `data-rocket-src`,
 * `data-litespeed-src`) and change its type, so any attribute counts. So does the code in a script or a template that
 * adds the tag. Ignores HTML comments.
 */
export function findWidgets(html: string, { page, host }: { page: string; host: string }): FoundWidget[] {
  const found: FoundWidget[] = [];
  const around: { name: string; hides: boolean }[] = [];
  const isHidden = () => around.some(({ hides }) => hides);
  const find = (name: string, attributes: Record<string, string>) => {
    if (name !== 'script' && name !== 'iframe') return;
    for (const value of Object.values(attributes)) {
      const url = URL.parse(value.trim(), page);
      if (url?.host !== host) continue;
      const framed = /^\/w\/([^/]+)/.exec(url.pathname)?.[1];
      const contractorId = url.pathname === '/widget-embed.js' ? attributes['data-contractor-id'] : framed;
      if (url.pathname !== '/widget-embed.js' && framed === undefined) continue;
      found.push({ contractorId, hidden: isHidden() });
      return;
    }
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const hides = 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
      if (!VOID.has(name)) around.push({ name, hides });
      find(name, attributes);
    },
    onclosetag(name) {
      const at = around.findLastIndex((each) => each.name === name);
      if (at >= 0) around.splice(at);
    },
    ontext(text) {
      const inside = around.at(-1)?.name;
      if (inside === 'script' && text.includes(`${host}/widget-embed.js`)) {
        const id = /data-contractor-id\\?["']?\s*[=,:]\s*\\?["']([\w-]+)/i.exec(text)?.[1];
        found.push({ contractorId: id, hidden: isHidden() });
      }
    },
  });
  parser.end(html);
  return found;
}
