import { AppError } from '#shared/primitives/app-error.ts';

/** What the largest input of ours needs many times over: 1,000 ids, a batch of twenty calls. */
const MOST_VALUES = 5_000;
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text holds no more values than any input of ours, and no more levels. Asked before it is parsed: half a
 * megabyte of `[` or `{},` becomes a hundred in memory, and each wrong value an error of its own.
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

/** Throws APP_ERROR for a text that isn't modest. */
export function requireModestJson(text: Buffer): void {
  if (!isModestJson(text)) throw new AppError('That request is too large');
}
