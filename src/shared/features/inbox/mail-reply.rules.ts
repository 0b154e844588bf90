/** The maximum length of a line that starts a quote, in characters. */
const LONGEST = 400;

/** The line before quoted text in most email clients: 'On Fri, Nov 6, 2026 at 10:00 AM Acme Fence <…> wrote:'. */
const WROTE =
  /^(?:on|el|le|am|il|op|em|den)\s.{6,}\s(?:wrote|escribió|a écrit|schrieb|ha scritto|schreef|escreveu|skrev)\s?:?$/i;
/** In some languages, Gmail puts the verb before the name: 'Am … schrieb Acme <…>:'. */
const WROTE_BY = /^(?:am|den|op)\s.{6,}(?:schrieb|skrev|schreef)\s.{1,200}:$/i;
const ORIGINAL =
  /^-{2,}\s*(?:original message|forwarded message|mensaje original|message d'origine|ursprüngliche nachricht)\s*-{2,}$/i;
const HEADER = /^\*?(?:from|sent|date|to|cc|subject|de|enviado|para|asunto|von|gesendet|an|betreff)\s?:\*?\s/i;
const FIRST_HEADER = /^\*?(?:from|de|von)\s?:\*?\s/i;
const RULE = /^_{10,}$/;
const QUOTED = /^>/;
/** The separator line before the quoted text in emails that were converted from HTML. */
const LINE = /^\s*(?:-{5,}|_{5,}|={5,}|\*{5,})\s*$/;
const SIGNATURE = new RegExp(
  `^(?:--\\s?|${[
    '(?:sent|enviado|gesendet|envoyé)\\s(?:from|desde|von|de)\\s(?:my|mi|meinem|mon)\\s.{1,60}',
    'sent\\s(?:from|with|via)\\s(?:yahoo|aol|gmail|outlook|mail for|proton|samsung|the samsung|windows mail).{0,60}',
    'get outlook for .{1,80}',
    'yahoo mail: .{1,60}',
  ].join('|')})$`,
  'i',
);

/** Whether quoted text starts at this line. The lines are trimmed. */
function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (line === '' || line.length > LONGEST) return false;
  if (ORIGINAL.test(line) || WROTE.test(line) || WROTE_BY.test(line)) return true;
  // The email client has wrapped the line: 'On Fri, Nov 6 … Acme Fence <…>', then 'wrote:'.
  const following = lines[index + 1] ?? '';
  if (/^(?:on|el|le|am|il)\s/i.test(line) && following.length < LONGEST) {
    const afterThat = lines[index + 2] ?? '';
    if (WROTE.test(`${line} ${following}`) || WROTE.test(`${line} ${following} ${afterThat.slice(0, LONGEST)}`))
      return true;
  }
  const isRule = RULE.test(line);
  if (!isRule && !FIRST_HEADER.test(line)) return false;
  const first = isRule ? index + 1 : index;
  return lines.slice(first, first + 4).filter((text) => HEADER.test(text.slice(0, LONGEST))).length >= 2;
}

/** An email's new text, without quotes. A part is empty if the sender didn't write anything there. */
export interface OwnWords {
  /** The text above the quoted history and above the signature that a phone adds. */
  above: string;
  /** The text below or between quoted lines, if the quotes are marked with '>'. */
  below: string;
}

/** Separates an email's new text from its quotes. Works line by line, so it takes linear time. */
export function ownWords(text: string): OwnWords {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const trimmed = lines.map((line) => line.trim());
  const end = lines.findIndex((raw, index) => isSignature(raw) || beginsQuote(trimmed, index));
  const kept = end === -1 ? lines : lines.slice(0, end);
  while (kept.length > 0 && isNothing(kept.at(-1) ?? '')) kept.pop();
  return { above: kept.join('\n').trim(), below: end === -1 ? '' : belowQuote(lines, trimmed, end) };
}

const isSignature = (line: string): boolean => line.length <= LONGEST && SIGNATURE.test(line);

const isNothing = (line: string): boolean => line.trim() === '' || QUOTED.test(line) || LINE.test(line);

/**
 * Returns the lines without '>' after a quote marked with '>'. After a quote without '>', all remaining lines may
 * belong to the quote, so nothing is returned.
 */
function belowQuote(lines: readonly string[], trimmed: readonly string[], from: number): string {
  const first = lines.findIndex((line, index) => index >= from && QUOTED.test(line));
  if (first === -1) return '';
  const own: string[] = [];
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isSignature(line) || beginsQuote(trimmed, index)) break;
    if (!QUOTED.test(line)) own.push(line);
  }
  return own.join('\n').trim();
}

/** Returns an email reply's new text for display, or the whole text if there's no new text above the quotes. */
export const newlyWritten = (text: string): string => ownWords(text).above || text.trim();
