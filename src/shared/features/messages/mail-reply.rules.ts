/** No line that begins a quote is longer; what is longer is no such line. */
const LONGEST = 400;

/** 'On Fri, Nov 6, 2026 at 10:00 AM Acme Fence <…> wrote:', as mail programs begin what they quote. */
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
const SIGNATURE =
  /^(?:--\s?|(?:sent|enviado|gesendet|envoyé)\s(?:from|desde|von|de)\s(?:my|mi|meinem|mon)\s.{1,60}|get outlook for .{1,60})$/i;

/** Whether what other people wrote begins with this line. `next`: the lines after it. */
function beginsQuote(line: string, next: readonly string[]): boolean {
  if (line.length > LONGEST) return false;
  if (ORIGINAL.test(line) || WROTE.test(line) || WROTE_BY.test(line)) return true;
  // folded by the mail program: 'On Fri, Nov 6 … Acme Fence <…>' and 'wrote:' on the next line
  const [following = '', afterThat = ''] = next;
  if (/^(?:on|el|le|am|il)\s/i.test(line) && following.length < LONGEST) {
    if (WROTE.test(`${line} ${following}`) || WROTE.test(`${line} ${following} ${afterThat.slice(0, LONGEST)}`))
      return true;
  }
  const headers = (RULE.test(line) ? next : [line, ...next])
    .slice(0, 4)
    .filter((text) => HEADER.test(text.slice(0, LONGEST)));
  return headers.length >= 2 && (RULE.test(line) || FIRST_HEADER.test(line));
}

/**
 * What was newly written in an answer by mail: without the quoted history, and without the line that a phone puts
 * below. All of it where nothing would be left. Line by line, so that no text takes longer than its length.
 */
export function newlyWritten(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const kept: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (
      line !== '' &&
      beginsQuote(
        line,
        lines.slice(index + 1, index + 5).map((each) => each.trim()),
      )
    )
      break;
    if (SIGNATURE.test(raw.length > LONGEST ? '' : raw)) break;
    kept.push(raw);
  }
  while (kept.length > 0 && (kept.at(-1)?.trim() === '' || QUOTED.test(kept.at(-1) ?? ''))) kept.pop();
  const written = kept.join('\n').trim();
  return written === '' ? text.trim() : written;
}
