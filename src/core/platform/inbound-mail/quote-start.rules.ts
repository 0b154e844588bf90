import EmailReplyParser from 'email-reply-parser';

/** The maximum length of a line that starts a quote, in characters. */
export const LONGEST_START = 400;

/**
 * How much the library is asked per email. Its patterns take quadratic time on some lines, so only short lines that
 * look like the start of a quote are passed to it, and only so many.
 */
const MOST_QUESTIONS = 300;

/** A date, time or address. The line before a quote always has one, unlike 'On Monday my neighbor wrote:'. */
const HINT = /\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b|[<[(][^\s<>[\]()]+@|@\S+\.\S/;
/** The line before quoted text in most email clients: 'On Fri, Nov 6, 2026 at 10:00 AM Acme Fence <…> wrote:'. */
const WROTE =
  /^(?:-+\s*)?(?:on|el|le|am|il|op|em|den|a|w dniu|dnia|pe|ti|on\s)\s.{6,}\s(?:wrote|escribi[oó]|a écrit|écrit|schrieb|ha scritto|scritto|schreef|escreveu|skrev|pisze|napisał(?:\(a\))?|kirjoitti)\s?:?\s?-*$/i;
/** In some languages, Gmail puts the verb before the name: 'Am … schrieb Acme <…>:'. */
const WROTE_BY = /^(?:am|den|op)\s.{6,}(?:schrieb|skrev|schreef)\s.{1,200}:$/i;
const OPENS = /^(?:on|el|le|am|il|op|em|den|a)\s/i;
const ORIGINAL =
  /^-{2,}\s*(?:original message|forwarded message|mensaje original|mensaje reenviado|message d'origine|message transféré|ursprüngliche nachricht|messaggio originale|mensagem original|oprindelig besked|oorspronkelijk bericht)\s*-{2,}$|^begin forwarded message:$|^inicio del mensaje reenviado:$/i;
const HEADER =
  /^\*?(from|sent|date|to|cc|subject|reply-to|de|enviado(?: el)?|fecha|para|asunto|von|gesendet|datum|an|betreff|envoyé|à|objet|da|inviato|a|oggetto|van|verzonden|aan|onderwerp)\s?:\*?\s/i;
const FROM = /^(?:from|de|von|da|van)$/i;
const SUBJECT = /^(?:subject|asunto|betreff|objet|oggetto|onderwerp)$/i;
const SENT = /^(?:sent|date|enviado|enviado el|fecha|gesendet|datum|envoyé|inviato|verzonden)$/i;
const ADDRESS = /[^\s<>[\]()"']+@[^\s<>[\]()"']+\.\w|mailto:/i;
const RULE = /^_{10,}$|^-{10,}$/;

export interface QuoteStart {
  /** How many lines introduce the quote. */
  lines: number;
}

/** Returns a function that tells whether quoted text starts at a line. The lines are trimmed. Use one per email. */
export function quoteStarts(lines: readonly string[]): (index: number) => QuoteStart | null {
  const parser = new EmailReplyParser();
  let asked = 0;
  /** Whether the library knows the line before a quote, in any of its languages. */
  const isKnown = (line: string): boolean =>
    (asked += 1) <= MOST_QUESTIONS &&
    parser
      .read(`-\n\n${line}`)
      .getFragments()
      .some((part) => part.isQuoted());

  const isIntroduction = (line: string): boolean => {
    if (line.length > LONGEST_START || !/[:>\]：-]$|wrote|escribi/i.test(line)) return false;
    if (!HINT.test(line)) return false;
    return (
      WROTE.test(line) || WROTE_BY.test(line) || (/[:：-]$/.test(line) && !/^[a-z]+:/i.test(line) && isKnown(line))
    );
  };

  /** How many lines a folded introduction takes, or 0: 'On Fri, Nov 6 … Acme Fence <…>', then 'wrote:'. */
  const folded = (index: number): number => {
    const first = lines[index] ?? '';
    if (isIntroduction(first)) return 1;
    if (!OPENS.test(first) || !/\d/.test(first) || /[.!?]$/.test(first)) return 0;
    for (const count of [2, 3]) {
      const more = lines.slice(index + 1, index + count);
      if (
        more.length < count - 1 ||
        more.some((line) => line === '' || OPENS.test(line) || line.length > LONGEST_START)
      )
        return 0;
      if (isIntroduction([first, ...more].join(' '))) return count;
    }
    return 0;
  };

  return (index) => {
    const line = lines[index] ?? '';
    if (line === '' || line.length > LONGEST_START) return null;
    if (ORIGINAL.test(line)) return { lines: 1 };
    const introduction = folded(index);
    if (introduction > 0) return { lines: introduction };
    const head = headOf(lines, RULE.test(line) ? index + 1 : index);
    return head === 0 ? null : { lines: head + (RULE.test(line) ? 1 : 0) };
  };
}

/**
 * How many lines Outlook's copy of the header takes ('From: … Sent: … To: … Subject: …'), or 0. A homeowner's own list
 * ('From: the garage, To: the shed') has no email address, and no subject with a date.
 */
function headOf(lines: readonly string[], index: number): number {
  const names: string[] = [];
  let taken = 0;
  for (const line of lines.slice(index, index + 8)) {
    const name = HEADER.exec(`${line.slice(0, LONGEST_START)} `)?.[1];
    if (name === undefined && !(names.length > 0 && taken === names.length && /^[<\s]*\S+@\S+/.test(line))) break;
    taken += 1;
    if (name !== undefined) names.push(name);
  }
  const [first] = names;
  if (first === undefined || !FROM.test(first) || names.length < 2) return 0;
  const hasAddress = lines.slice(index, index + taken).some((line) => ADDRESS.test(line.slice(0, LONGEST_START)));
  const isWhole = names.some((name) => SUBJECT.test(name)) && names.some((name) => SENT.test(name));
  return isWhole || (hasAddress && names.length >= 2) ? taken : 0;
}
