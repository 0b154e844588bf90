/** Content-Type headers, with their folded lines. A header is never longer than this. */
const CONTENT_TYPE = /^content-type:(?:[^\r\n]|\r?\n[ \t]){0,2000}/gim;
const FLOWED = /(;\s*)format(\s*=\s*"?flowed\b)/i;
const DELSP = /;\s*delsp\s*=\s*"?yes\b/i;

/** How an email's text is to be unwrapped: not at all, or by RFC 3676. */
export type Flow = { delsp: boolean } | null;

/**
 * Takes `format=flowed` out of an email's headers, so that the parser leaves the lines as they are. The parser would join
 * a quoted line with the reply below it, because it doesn't compare how deeply lines are quoted. Returns the email and
 * how `unflow` must unwrap its text.
 */
export function takeFlow(raw: Buffer): { raw: Buffer; flow: Flow } {
  const source = raw.toString('latin1');
  let flow: Flow = null;
  const changed = source.replace(CONTENT_TYPE, (header) => {
    if (!/^content-type:\s*text\/plain/i.test(header) || !FLOWED.test(header)) return header;
    flow = { delsp: DELSP.test(header) };
    return header.replace(FLOWED, '$1x-format$2');
  });
  return flow === null ? { raw, flow } : { raw: Buffer.from(changed, 'latin1'), flow };
}

/**
 * Unwraps flowed text (RFC 3676). Lines are joined only if both are quoted equally deeply. The signature mark '-- '
 * always stands alone.
 */
export function unflow(text: string, flow: Flow): string {
  if (flow === null) return text;
  const done: string[] = [];
  let open: { depth: number; words: string } | null = null;
  const write = ({ depth, words }: { depth: number; words: string }): void => {
    done.push(depth === 0 ? words : `${'>'.repeat(depth)} ${words.trimStart()}`);
  };
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const rest = line.slice(depth);
    const words = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (open !== null && (open.depth !== depth || words === '-- ')) {
      write(open);
      open = null;
    }
    const joined: string = (open?.words ?? '') + words;
    const isFlowed = words.endsWith(' ') && words !== '-- ';
    if (isFlowed) open = { depth, words: flow.delsp ? joined.slice(0, -1) : joined };
    else {
      write({ depth, words: joined });
      open = null;
    }
  }
  if (open !== null) write(open);
  return done.join('\n');
}
