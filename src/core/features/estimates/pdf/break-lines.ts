import type { Cluster } from './clusters.ts';

/** The clusters of one line, without the spaces at its end. */
export interface Span {
  start: number;
  end: number;
}

/** Returns the width of this many clusters in points, as a font draws them together. */
export type WidthOf = (clusters: readonly Cluster[]) => number;

const SPACE = /^[\u0020\u1680\u2000-\u2006\u2008-\u200A\u205F\u3000]$/;
const LETTER = /^\p{L}/u;
/** Chinese and Japanese have no spaces: a line may end between any two of their characters. */
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const OPENS = /^[([{“‘《〈「『【〔（［｛]/u;
const CLOSES = /^[)\]}”’、。，．・：；？！!?,.:;》〉」』】〕）］｝ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…]/u;
/** Scripts that have no spaces either, but words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line has room for more characters. A longer word is broken without measuring all of it at once. */
const MOST_IN_LINE = 400;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns the indexes of clusters at which a word of a script without spaces begins. */
const unspacedStarts = (clusters: readonly Cluster[]): Set<number> => {
  const starts = new Set<number>();
  const text = clusters.map((cluster) => cluster.text).join('');
  if (!UNSPACED.test(text)) return starts;
  const begins = new Set(Array.from(words.segment(text), ({ index }) => index));
  let at = 0;
  for (const [index, cluster] of clusters.entries()) {
    if (begins.has(at) && UNSPACED.test(cluster.text)) starts.add(index);
    at += cluster.text.length;
  }
  return starts;
};

const isSpace = (cluster: Cluster | undefined): boolean => cluster !== undefined && SPACE.test(cluster.text);

/** Whether it's a Latin letter, a digit or a sign between them in ASCII. No line ends between two of these. */
const isPlain = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return text.length === 1 && code >= 0x30 && code <= 0x7a;
};

/** Whether a line may end before the second cluster. */
const mayBreak = (before: string, after: string): boolean => {
  if (isPlain(before) && isPlain(after)) return false;
  if (SPACE.test(after)) return false;
  if (SPACE.test(before)) return true;
  if (/^[-–—/]$/.test(before)) return LETTER.test(after);
  return (IDEOGRAPH.test(before) || IDEOGRAPH.test(after)) && !OPENS.test(before) && !CLOSES.test(after);
};

/**
 * Breaks a paragraph into lines of at most this width, in points. A word that's wider than a line is broken anywhere
 * between two characters. Takes time in proportion to the length of the text. Returns at least one line.
 */
export const breakLines = (clusters: readonly Cluster[], width: number, widthOf: WidthOf): Span[] => {
  const starts = unspacedStarts(clusters);
  const lines: Span[] = [];
  let line: Span = { start: 0, end: 0 };
  let used = 0;
  const close = (start: number) => {
    lines.push(line);
    line = { start, end: start };
    used = 0;
  };
  const add = (end: number, gap: number, own: number) => {
    line.end = end;
    used += gap + own;
  };
  let gap = 0;
  for (let start = 0; start < clusters.length;) {
    let end = start + 1;
    while (
      end < clusters.length &&
      !starts.has(end) &&
      !mayBreak(clusters[end - 1]?.text ?? '', clusters[end]?.text ?? '')
    )
      end++;
    let wordEnd = end;
    while (wordEnd > start && isSpace(clusters[wordEnd - 1])) wordEnd--;
    const after = wordEnd < end ? widthOf(clusters.slice(wordEnd, end)) : 0;
    // measured with its spaces, as it's drawn: fonts lay out each such word once
    const own = wordEnd - start > MOST_IN_LINE ? Infinity : widthOf(clusters.slice(start, end)) - after;
    if (used > 0 && used + gap + own > width) {
      close(start);
      gap = 0;
    }
    if (own <= width) add(wordEnd, gap, own);
    else
      for (let at = start; at < wordEnd; at++) {
        const one = widthOf(clusters.slice(at, at + 1));
        if (used > 0 && used + gap + one > width) {
          close(at);
          gap = 0;
        }
        add(at + 1, gap, one);
        gap = 0;
      }
    gap = after;
    start = end;
  }
  lines.push(line);
  return lines;
};
