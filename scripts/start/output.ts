import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

/** The output of one process. All lines go to its log file, and important lines also go to the terminal. */
export type Output = {
  /**
   * `spoken`: whether to show lines that aren't JSON, such as those from the error stream. JSON lines are filtered by
   * level.
   */
  follow(stream: Readable | null, spoken: boolean): void;
  note(text: string): void;
  lastLines(): string;
  file: string;
};

/** Which lines are shown in the terminal. */
export type Show = 'all' | 'warnings' | 'nothing';

const BIG_FILE = 5 * 1024 * 1024;
const WARN = 40;
const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string().optional() }).optional(),
});
const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };

/** Writes the output of the process `name` to `dataDir/logs/<name>.log`. */
export function openOutput(options: {
  dataDir: string;
  name: string;
  show: Show;
  say: (line: string) => void;
}): Output {
  const folder = join(options.dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${options.name}.log`);
  if (existsSync(file) && statSync(file).size > BIG_FILE) renameSync(file, `${file}.old`);
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  let last: string[] = [];
  const take = (line: string, spoken: boolean) => {
    log.write(`${line}\n`);
    last = [...last, line].slice(-15);
    const shown = readable(line, options.show, spoken);
    if (shown !== undefined) options.say(`[${options.name}] ${shown}`);
  };
  return {
    file,
    note: (text) =>
      text
        .split('\n')
        .filter(Boolean)
        .forEach((line) => take(line, false)),
    lastLines: () => last.map((line) => readable(line, 'all', true) ?? line).join('\n'),
    follow(stream, spoken) {
      if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => take(line, spoken));
    },
  };
}

function readable(line: string, show: Show, spoken: boolean): string | undefined {
  if (show === 'nothing') return undefined;
  if (!line.startsWith('{')) return line.trim() === '' || !(spoken || show === 'all') ? undefined : line;
  const entry = logLine.safeParse(parsed(line)).data;
  if (!entry) return line;
  if (show === 'warnings' && entry.level < WARN) return undefined;
  const cause = entry.err?.message;
  const text = [entry.msg, cause !== entry.msg ? cause : undefined].filter(Boolean).join(': ');
  return `${LEVELS[entry.level] ?? entry.level}: ${text}`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
