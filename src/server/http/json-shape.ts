import { AppError } from '#shared/primitives/app-error.ts';

/**
 * The maximum number of values in a JSON body: several times as many as in our largest input (1,000 ids, or a batch of
 * twenty calls).
 */
const MOST_VALUES = 5_000;
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Returns whether a JSON body has few enough values and levels for our inputs. The check runs before parsing. Parsing
 * half a megabyte of `[` or `{},` would take a hundred megabytes of memory, and each invalid value would create an
 * error.
 */
export function isModestJson(text: Buffer): boolean {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    if (values > MOST_VALUES || depth > DEEPEST) return false;
  }
  return true;
}

/** Throws APP_ERROR if a JSON body has too many values or is nested too deeply. */
export function requireModestJson(text: Buffer): void {
  if (!isModestJson(text)) throw new AppError('That request is too large');
}
