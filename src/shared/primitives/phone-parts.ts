/**
 * Finds a US phone number in what people type or paste. Used by the widget too, so it needs no library, and no
 * lookbehind, which iOS 15 can't parse.
 */
export interface PhoneParts {
  /** Ten digits, such as '6142290649'. */
  digits: string;
  /** What was typed beside the number, such as 'ext. 12' or a second number. Empty if there's nothing to keep. */
  rest: string;
}

/** An optional country code, an area code and seven digits, separated as usual. */
const NUMBER = /(^|[^\d+])((?:(?:\+|00)?1[\s().-]*)?\(?([2-9]\d\d)\)?[\s./-]{0,3}([2-9]\d\d)[\s.-]{0,3}(\d{4}))(?!\d)/;
/** A country code before the number, other than 1: '+44 ' or '0044 '. */
const FOREIGN = /(?:\+|\b00|\b011)\s*[02-9][\d\s().-]*$/;

/** Words that only say whose or what number it is. Alone, they aren't kept. */
const LABEL =
  /\b(?:tel|telephone|phone|ph|p|cell|cellular|cellphone|mobile|mob|m|c|t|home|h|work|w|office|main|primary|number|num|no|nr|us|usa|call|text|sms|me|at|is|my|celular|tel[eé]fono|m[oó]vil|casa|trabajo)\b/gi;
const EXTENSION = /^(?:extension|extn|ext|ex|x|#)[\s.:#]*(\d{1,7})\b/i;
const LEADING = /^[\s,;:/|&.)*\]-]*(?:(?:or|and|y|o|u)\s+)?[\s,;:/|&.)*\]-]*/i;
const TRAILING = /[\s,;:/|&.(+*[-]+$/;

/** Makes full-width digits, Unicode dashes and spaces, and dots in the middle of a line plain. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00B7\u2022\u2219]/g, '.');

const tidied = (text: string): string => {
  const bare = text.replace(LEADING, '').replace(TRAILING, '').replace(/\s+/g, ' ');
  return /[\p{L}\p{N}]/u.test(bare.replace(LABEL, ' ')) ? bare.replace(EXTENSION, 'ext. $1') : '';
};

/** Returns the first US number and what else was typed, or undefined if the text contains no US number. */
export const phoneParts = (typed: string): PhoneParts | undefined => {
  const text = plain(typed);
  let from = 0;
  for (let match = NUMBER.exec(text); match; match = NUMBER.exec(text.slice(from))) {
    const [all, edge = '', number = '', area = '', exchange = '', line = ''] = match;
    const start = from + match.index + edge.length;
    const end = from + match.index + all.length;
    const before = text.slice(0, start);
    if (FOREIGN.test(before)) {
      from = end;
      continue;
    }
    const rest = [before, text.slice(start + number.length)].map(tidied).filter(Boolean).join(', ');
    return { digits: area + exchange + line, rest };
  }
  return undefined;
};
