/** No line that begins a quote is longer; what is longer is no such line. */
const LONGEST = 400;

/** 'On Fri, Nov 6, 2026 at 10:00 AM Acme Fence <…> wrote:', as email clients begin what they quote. */
const WROTE =
  /^(?:on|el|le|am|il|op|em|den)\s.{6,}\s(?:wrote|escribió|a écrit|schrieb|ha scritto|schreef|escreveu|skrev)\s?:?$/i;
/** Gmail in some languages puts the verb before the name: 'Am … schrieb Acme <…>:'. */
const WROTE_BY = /^(?:am|den|op)\s.{6,}(?:schrieb|skrev|schreef)\s.{1,200}:$/i;
const ORIGINAL =
  /^-{2,}\s*(?:original message|forwarded message|mensaje original|message d'origine|ursprüngliche nachricht)\s*-{2,}$/i;
const HEADER = /^\*?(?:from|sent|date|to|cc|subject|de|enviado|para|asunto|von|gesendet|an|betreff)\s?:\*?\s/i;
const FIRST_HEADER = /^\*?(?:from|de|von)\s?:\*?\s/i;
const RULE = /^_{10,}$/;
const QUOTED = /^>/;
/** Between an answer and what is quoted under it, in emails that were HTML. */
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

/** Whether what other people wrote begins with this line of trimmed ones. */
function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (line === '' || line.length > LONGEST) return false;
  if (ORIGINAL.test(line) || WROTE.test(line) || WROTE_BY.test(line)) return true;
  // folded by the email client: 'On Fri, Nov 6 … Acme Fence <…>' and 'wrote:' on the next line
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

/** What an email says itself. Either is empty where it says nothing there. */
export interface OwnWords {
  /** Above the quoted history and the line that a phone puts below. */
  above: string;
  /** Below or between quoted lines, where these are marked as such. */
  below: string;
}

/**
 * Parts an email into what was newly written and what it quotes. Line by line, so that no text takes longer than its
 * length.
 */
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

/** Unmarked lines after a marked one; all that follows an unmarked quote may be the quote's. */
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

/** What was newly written in an answer by email, to be shown; all of it where nothing would be left. */
export const newlyWritten = (text: string): string => ownWords(text).above || text.trim();
