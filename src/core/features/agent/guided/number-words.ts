/** The value of each English and Spanish number word, without accents. */
const ONES: Readonly<Record<string, number>> = {
  ...valuesOf('zero one two three four five six seven eight nine ten', 0),
  ...valuesOf('eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 11),
  ...valuesOf('cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince', 0),
  ...valuesOf('dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro', 16),
  ...valuesOf('veinticinco veintiseis veintisiete veintiocho veintinueve', 25),
};
const TENS: Readonly<Record<string, number>> = {
  ...valuesOf('twenty thirty forty fifty sixty seventy eighty ninety', 2, 10),
  ...valuesOf('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 3, 10),
};
const HUNDREDS: Readonly<Record<string, number>> = {
  cien: 100,
  ...valuesOf('ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos', 1, 100),
  ...valuesOf('ochocientos novecientos', 8, 100),
};
const HUNDRED = 'hundred';
const THOUSAND = new Set(['thousand', 'mil']);
const JOINS = new Set(['and', 'y']);

function valuesOf(words: string, first: number, step = 1): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, (first + at) * step]));
}

const isNumberWord = (word: string): boolean =>
  word in ONES || word in TENS || word in HUNDREDS || word === HUNDRED || THOUSAND.has(word);

/**
 * Replaces number words with digits in lowercase text without accents: 'two hundred and ten' → '210', 'ciento
 * cincuenta' → '150', 'one fifty' → '150'. 'a hundred' becomes 100, but 'a' and 'un' on their own aren't replaced.
 */
export function readNumberWords(text: string): string {
  const parts = text.split(/([a-z]+)/);
  const out: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const found = readFrom(parts, at);
    if (found === undefined) out.push(parts[at] ?? '');
    else {
      out.push(String(found.value));
      at = found.last;
    }
  }
  return out.join('');
}

interface Found {
  value: number;
  /** The index of the last word that belongs to the number. */
  last: number;
}

/**
 * Reads the number that starts at an index. Words are at odd indexes. The words of one number are separated by spaces
 * or hyphens.
 */
function readFrom(parts: readonly string[], start: number): Found | undefined {
  if (start % 2 === 0) return undefined;
  const words: string[] = [];
  let last = start;
  for (let at = start; at < parts.length; at += 2) {
    const word = parts[at] ?? '';
    const joined = at === start || /^[ -]$/.test(parts[at - 1] ?? '');
    if (!joined) break;
    if (isNumberWord(word)) [last] = [at, words.push(word)];
    else if (isArticleOf(word, parts[at + 2]) && at === start) words.push('one');
    else if (JOINS.has(word) && words.length > 0 && isNumberWord(parts[at + 2] ?? '') && joinsOne(words)) continue;
    else break;
  }
  const value = words.length === 0 ? undefined : valueOf(words);
  return value === undefined || last < start ? undefined : { value, last };
}

const isArticleOf = (word: string, next: string | undefined): boolean =>
  word === 'a' && (next === HUNDRED || next === 'thousand');

/**
 * Whether 'and' or 'y' after these words joins them to the next word to form one number. 'two hundred and ten' and
 * 'treinta y cinco' are one number. 'twenty and fifty' are two.
 */
const joinsOne = (words: readonly string[]): boolean => {
  const before = words.at(-1) ?? '';
  return before === HUNDRED || THOUSAND.has(before) || SPANISH_TENS.has(before);
};

const SPANISH_TENS = new Set('treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' '));

/** Returns the value of a number written in words, such as 210 for 'two hundred ten'. */
function valueOf(words: readonly string[]): number | undefined {
  let [total, current] = [0, 0];
  for (const [at, word] of words.entries()) {
    if (THOUSAND.has(word)) [total, current] = [total + Math.max(1, current) * 1_000, 0];
    else if (word === HUNDRED) current = Math.max(1, current) * 100;
    else if (word in HUNDREDS) current += HUNDREDS[word] ?? 0;
    else if (word in TENS)
      current = isSpokenHundred(words, at, current) ? current * 100 + (TENS[word] ?? 0) : current + (TENS[word] ?? 0);
    else current += ONES[word] ?? 0;
  }
  return total + current;
}

/** Whether the words form a number in the hundreds without the word 'hundred', such as 'one fifty' for 150. */
const isSpokenHundred = (words: readonly string[], at: number, current: number): boolean =>
  at === 1 && current >= 1 && current <= 9 && (words[0] ?? '') in ONES;
