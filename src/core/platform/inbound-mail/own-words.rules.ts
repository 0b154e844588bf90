import { isDeviceLine, isFooter, isSentence, looksLikeSignature, SIGNATURE_MARK } from './signature.rules.ts';
import { quoteStarts } from './quote-start.rules.ts';

/** The separator line before the quoted text in emails that were converted from HTML. */
const RULE = /^\s*(?:-{5,}|_{5,}|={5,}|\*{5,})\s*$/;
const QUOTED = /^\s*>/;

/**
 * What a line of an email is. 'aside': a sentence inside a signature, which is shown, but may belong to the signature.
 */
type LineKind = 'own' | 'quote' | 'device' | 'signature' | 'aside';

export interface OwnWords {
  /** The homeowner's own words, in their order, for display. Empty if there are none. */
  shown: string;
  /**
   * The same words in paragraphs, without footers, in which a wish is certain. In `asides`, it's doubtful, because the
   * words may belong to a signature.
   */
  paragraphs: string[];
  asides: string[];
}

/**
 * Separates an email's own words from quotes, signatures and lines that devices add. Own words may stand anywhere:
 * above, below and between quotes marked with '>', and below a device's line. After a quote without marks, all
 * remaining lines may belong to the quote. Each line is read once.
 */
export function ownWords(text: string): OwnWords {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (SIGNATURE_MARK.test(line) ? line : line.trimEnd()));
  const kinds = kindsOf(lines);
  return {
    shown: shownOf(lines, kinds),
    paragraphs: wordsOf(lines, kinds, 'own'),
    asides: wordsOf(lines, kinds, 'aside'),
  };
}

/** Returns an email reply's own words for display, or the whole text if there are none. */
export const newlyWritten = (text: string): string => ownWords(text).shown || text.trim();

function kindsOf(lines: readonly string[]): LineKind[] {
  const trimmed = lines.map((line) => line.trim());
  const startsQuote = quoteStarts(trimmed);
  const kinds: LineKind[] = [];
  while (kinds.length < lines.length) {
    const index = kinds.length;
    const line = lines[index] ?? '';
    if (line === '' || QUOTED.test(line)) {
      kinds.push(line === '' ? 'own' : 'quote');
      continue;
    }
    const quote = startsQuote(index);
    if (quote !== null) {
      const next = nextFilled(lines, index + quote.lines);
      const isMarked = QUOTED.test(lines[next] ?? '');
      const end = isMarked ? next : lines.length;
      while (kinds.length < end) kinds.push('quote');
      continue;
    }
    if (isDeviceLine(trimmed[index] ?? '')) kinds.push('device');
    else if (SIGNATURE_MARK.test(line)) kinds.push(...signatureKinds(trimmed, index, startsQuote));
    else kinds.push('own');
  }
  return kinds;
}

const nextFilled = (lines: readonly string[], from: number): number => {
  let index = from;
  while (index < lines.length && (lines[index] ?? '').trim() === '') index += 1;
  return index;
};

/** A list under a heading ('Options:') isn't a signature, even if a line of dashes precedes it. */
const endsWithColon = (lines: readonly string[], before: number): boolean => {
  for (let index = before - 1; index >= 0; index -= 1)
    if (lines[index] !== '') return (lines[index] ?? '').endsWith(':');
  return false;
};

function signatureKinds(
  lines: readonly string[],
  mark: number,
  startsQuote: ReturnType<typeof quoteStarts>,
): LineKind[] {
  let end = mark + 1;
  while (end < lines.length && !QUOTED.test(lines[end] ?? '') && !isDeviceLine(lines[end] ?? '') && !startsQuote(end)) {
    // A paragraph of sentences below a signature's lines is the homeowner's again.
    const isNewParagraph = lines[end - 1] === '' && end - 1 > mark + 1;
    if (isNewParagraph && isSentence(lines[end] ?? '') && !isFooter(lines[end] ?? '')) break;
    end += 1;
  }
  const block = lines.slice(mark + 1, end);
  if (endsWithColon(lines, mark) || !looksLikeSignature(block)) return ['own'];
  return ['signature', ...block.map((line): LineKind => (isSentence(line) ? 'aside' : 'signature'))];
}

/** Joins the shown lines. Where lines are left out, one empty line remains of those around them. */
function shownOf(lines: readonly string[], kinds: readonly LineKind[]): string {
  const kept: string[] = [];
  let isAfterGap = false;
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index];
    if (kind !== 'own' && kind !== 'aside') {
      isAfterGap = true;
      continue;
    }
    if (isAfterGap && line === '' && (kept.at(-1) ?? '') === '') continue;
    isAfterGap = false;
    kept.push(line);
  }
  while (kept.length > 0 && (kept.at(-1)?.trim() === '' || RULE.test(kept.at(-1) ?? ''))) kept.pop();
  return kept.join('\n').trim();
}

/** Returns the paragraphs of one kind. Each consists of logical lines: wrapped lines are joined. */
function wordsOf(lines: readonly string[], kinds: readonly LineKind[], wanted: 'own' | 'aside'): string[] {
  const paragraphs: string[] = [];
  let current: string[] = [];
  const close = () => {
    const words = current.join('\n').trim();
    if (words !== '') paragraphs.push(words);
    current = [];
  };
  for (const [index, line] of lines.entries()) {
    if (kinds[index] !== wanted || line.trim() === '') close();
    else current.push(line);
  }
  close();
  return paragraphs;
}
