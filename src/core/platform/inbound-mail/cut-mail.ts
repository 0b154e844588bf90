/** Limits on how much of an email is parsed. */
export interface MailCaps {
  /**
   * The maximum number of lines. `parts` is the maximum number of lines that may start a MIME part (`--…`). Emails with
   * more are rejected.
   */
  lines: number;
  parts: number;
  /** The maximum size of all headers in bytes, including those of MIME parts. Larger emails are rejected. */
  headerBytes: number;
  /**
   * How many bytes and lines of each part's text are kept. `bytes` and `textLines` apply to all parts together. The
   * rest is dropped.
   */
  partBytes: number;
  partLines: number;
  bytes: number;
  textLines: number;
}

/** Limits far above what email apps produce. For example, 25 MB of photos are 340,000 lines in 20 parts. */
export const MAIL_CAPS: MailCaps = {
  lines: 1_000_000,
  parts: 3_000,
  headerBytes: 256 * 1024,
  partBytes: 600_000,
  partLines: 20_000,
  bytes: 3_000_000,
  textLines: 60_000,
};

/** Thrown if an email is too large or too complex. */
export class MailTooMuch extends Error {
  constructor(what: 'lines' | 'parts' | 'headers') {
    super(`the email has too many ${what}`);
  }
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const LINE_END = Buffer.from('\r\n');
/** The maximum size of a part's header in bytes. If a header is longer, the rest counts as text. */
const LONGEST_PART_HEADER = 16 * 1024;

/**
 * Content of these types is never text, so it's dropped. The part's header is kept, because it contains the file name.
 */
const FILE = /^(?:application|audio|chemical|font|image|model|video)\//i;
const CONTENT_TYPE = /^content-type[ \t]*:(?:[ \t]|\r?\n[ \t])*([^\r\n;]*)/im;

/**
 * Returns the parts of a raw email that must be parsed: headers and text. Omits files, and text beyond the limits in
 * `caps`. Reads each line once, so it takes linear time. Doesn't read MIME boundaries. Every line that begins with two
 * dashes starts a new part. Throws MailTooMuch if the email has too many lines or parts, or if its headers are too
 * large.
 */
export function cutMail(raw: Buffer, caps: MailCaps = MAIL_CAPS): Buffer {
  const kept = keepOf(raw);
  const all = { lines: 0, parts: 0, headerBytes: 0, bytes: 0, textLines: 0 };
  let part = { isHeader: true, start: 0, isFile: false, bytes: 0, lines: 0 };
  for (let start = 0, end = 0; start < raw.length; start = end) {
    end = lineEnd(raw, start);
    if ((all.lines += 1) > caps.lines) throw new MailTooMuch('lines');
    // Only an empty line ends the email's own header.
    const isRootHeader = part.isHeader && all.parts === 0;
    if (!isRootHeader && raw[start] === DASH && raw[start + 1] === DASH) {
      if ((all.parts += 1) > caps.parts) throw new MailTooMuch('parts');
      part = { isHeader: true, start, isFile: false, bytes: 0, lines: 0 };
    }
    if (part.isHeader) {
      if ((all.headerBytes += end - start) > caps.headerBytes) throw new MailTooMuch('headers');
      kept.add(start, end);
      if (isEmpty(raw, start, end)) part = { ...part, isHeader: false, isFile: isFile(raw, part.start, start) };
      else if (!isRootHeader && end - part.start > LONGEST_PART_HEADER) part = { ...part, isHeader: false };
      continue;
    }
    if (part.isFile || part.lines >= caps.partLines || all.textLines >= caps.textLines) continue;
    const room = Math.min(end - start, caps.partBytes - part.bytes, caps.bytes - all.bytes);
    if (room <= 0) continue;
    kept.add(start, start + room);
    // The next kept bytes must start on a new line.
    if (room < end - start) kept.endLine();
    part.bytes += room;
    part.lines += 1;
    all.bytes += room;
    all.textLines += 1;
  }
  return kept.joined();
}

const lineEnd = (raw: Buffer, start: number): number => {
  const found = raw.indexOf(LF, start);
  return found === -1 ? raw.length : found + 1;
};

const isEmpty = (raw: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) if (raw[at] !== CR && raw[at] !== LF) return false;
  return true;
};

const isFile = (raw: Buffer, from: number, to: number): boolean =>
  FILE.test(CONTENT_TYPE.exec(raw.toString('latin1', from, to))?.[1]?.trim() ?? '');

/** Collects slices of a buffer and merges adjacent ones. */
function keepOf(raw: Buffer) {
  const stretches: Buffer[] = [];
  let from = 0;
  let to = 0;
  const close = () => {
    if (to > from) stretches.push(raw.subarray(from, to));
  };
  return {
    add(start: number, end: number) {
      if (start !== to) {
        close();
        from = start;
      }
      to = end;
    },
    endLine() {
      close();
      stretches.push(LINE_END);
      from = to;
    },
    joined(): Buffer {
      close();
      return Buffer.concat(stretches);
    },
  };
}
