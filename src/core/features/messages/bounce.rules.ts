import { HOUR } from '#shared/primitives/durations.ts';

/** hard: the mailbox does not exist. soft: it may take mail another day. */
export type BounceKind = 'hard' | 'soft';

/** C26: so many soft bounces of one address within so long pause it. */
export const SOFT_BOUNCES = 3;
export const SOFT_BOUNCES_WITHIN = 72 * HOUR;

/** What a mailbox that is gone answers (RFC 3463, RFC 7505). */
const HARD = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** About our sender address, whatever the mailbox. */
const ABOUT_US = new Set(['5.1.7', '5.1.8']);
const MAILBOX = '2';
const SOFT_WHERE_FINAL = new Set(['1', MAILBOX, '3', '4']);
/** The basic codes of a mailbox that a server without enhanced ones refuses. */
const BASIC_SOFT = new Set(['550', '551', '552', '553']);

const ENHANCED = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;

/**
 * What a mail server's answer says of the address: its enhanced status decides, in `detail` or as `code` itself;
 * null where it is about us, the message or the server. `final`: the mail came back for good, so that a delay
 * that went on too long (4.4.7) counts too.
 */
export function bounceKind(
  { code, detail }: { code: string | null; detail: string },
  final = code?.startsWith('5') ?? false,
): BounceKind | null {
  const found = ENHANCED.exec(`${code ?? ''} ${detail}`);
  if (!found) return code !== null && BASIC_SOFT.has(code) ? 'soft' : null;
  const status = `${found[1]}.${found[2]}.${found[3]}`;
  if (HARD.has(status)) return 'hard';
  if (ABOUT_US.has(status)) return null;
  const subject = found[2] ?? '';
  return subject === MAILBOX || (final && SOFT_WHERE_FINAL.has(subject)) ? 'soft' : null;
}
