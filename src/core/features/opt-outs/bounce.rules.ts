import { HOUR } from '#shared/primitives/durations.ts';

/** A hard bounce means that the mailbox doesn't exist. After a soft bounce, the mailbox may accept email later. */
export type BounceKind = 'hard' | 'soft';

/** C26: this many soft bounces within the time below pause sending to the email address. */
export const SOFT_BOUNCES = 3;
export const SOFT_BOUNCES_WITHIN = 72 * HOUR;

/**
 * Status codes for a nonexistent mailbox or domain (RFC 3463, RFC 7505). 5.2.1 is a disabled mailbox, and 5.4.310
 * Microsoft's code for a domain that doesn't exist.
 */
const HARD = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.310']);
/** Status codes for a full mailbox. Microsoft writes 5.2.122 too, and some servers repeat the class of 5.3.1. */
const OVER_QUOTA = new Set(['5.2.2', '4.2.2', '5.2.122', '4.2.122']);
/** Status codes that concern our sender address, our volume or the email's size, not the mailbox. */
const ABOUT_US = new Set(['5.1.7', '5.1.8', '5.1.90', '4.2.3', '5.2.3', '5.3.4', '4.3.4']);
const MAILBOX = '2';
const SOFT_WHERE_FINAL = new Set(['1', MAILBOX, '3', '4']);
/** Basic codes that reject a mailbox, from servers without enhanced codes. */
const BASIC_SOFT = new Set(['550', '551', '552', '553']);

const ENHANCED = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/g;

const oneOf = (...words: readonly string[]): RegExp => new RegExp(words.join('|'), 'i');

/** Phrases that reject the email or its sender rather than the mailbox. GMX adds 'mailbox unavailable' to them. */
const REFUSED = oneOf(
  'spam|junk|unsolicited|phish|virus|malware|spoof',
  'block(?:ed|list|ing)|black ?list|deny ?list|banned|\\brbl\\b|dnsbl|reputation',
  'polic(?:y|ies)|\\bdmarc\\b|\\bspf\\b|\\bdkim\\b|authenticat',
  'message(?: was| has been)? (?:rejected|refused|denied|content)|content (?:rejected|filter)',
  'sender (?:address|domain|verif|rejected|unknown|denied)|(?:unknown|invalid) sender|relay(?:ing)? (?:access )?(?:denied|not|is)|(?:unable|not allowed) to relay|reverse dns|\\bptr\\b',
  'too (?:large|big|many)|size limit|at a rate|too quickly|throttl|greylist|graylist',
);

const WHO = '(?:user|recipient|mailbox|account|addressee|address|subscriber|customer|member|alias)';
/** Phrases for a nonexistent mailbox from Yahoo, Outlook, AT&T, Exim, Postfix and qmail, with status 5.0.0 or none. */
const GONE = oneOf(
  "(?:does not|doesn['’]?t|did not|do not|don['’]?t) have an? (?:\\S{1,60} )?account",
  `(?:unknown|invalid|no such|non-?exist(?:ent|ing)|undeliverable|unrouteable|bad destination|cannot find) (?:local |destination |e-?mail |virtual )?${WHO}`,
  `${WHO}\\b[^.;]{0,60}\\b(?:unknown|not found|not known|not exist|(?:doesn['’]?t|don['’]?t) exist|no longer (?:exists|valid|available|in use|active|on)|invalid|not (?:a )?valid|not listed|deleted|deactivated|disabled|suspended|terminated|closed|inactive|expired)`,
  'mailbox (?:is |currently )?(?:unavailable|not available)',
  'no (?:mailbox|account|user|recipient|one)\\b.{0,20}\\b(?:here|by that name|with that name|by this name)',
  'not our customer|user not local',
  'no longer (?:works|employed)|left the (?:company|organi[sz]ation)|has (?:been )?(?:moved|retired)\\b.{0,30}no longer',
);
/**
 * Microsoft 365 rejects an unknown recipient at its edge with 5.4.1 and these words. Without them, 5.4.1 means that no
 * server answered.
 */
const EDGE = oneOf('recipient address rejected', 'access denied');
/** A domain that doesn't exist or takes no mail. 'Try again' is a name server's passing trouble. */
const NO_DOMAIN = oneOf(
  "nxdomain|(?:domain|host)(?: name| or domain name)?\\b[^.;]{0,40}\\b(?:does not exist|doesn['’]?t exist|not found|unknown|invalid)|no such (?:domain|host)|unrouteable (?:mail )?domain|name or service not known|(?:unknown|invalid|non-?existent) (?:domain|host)\\b|no mx record|does not accept (?:e-?)?mail|null ?mx",
);
const TRY_AGAIN = oneOf('try again|tempor|timed? ?out|deferred');
const FULL = oneOf(
  'over ?quota|quota (?:is |has been )?exceeded|exceed\\w*[^.;]{0,30}\\b(?:quota|storage)',
  '(?:mailbox|account|inbox|user|recipient)[^.;]{0,30}\\bfull\\b|out of storage',
);

/** Removes links and email addresses from a server's response, because words in them say nothing about the bounce. */
const wordsOf = (detail: string): string =>
  detail
    .slice(0, 4_000)
    .replace(/https?:\/\/\S+|<?[^\s<>]{1,64}@[^\s<>]{1,255}>?/gi, ' ')
    .replace(/\s+/g, ' ');

/**
 * Returns the most specific status in the report. Reports often contain 5.0.0 in addition to the server's own status.
 */
function statusOf(text: string): string | undefined {
  const found = [...text.matchAll(ENHANCED)].map(([status]) => status);
  return found.find((status) => HARD.has(status)) ?? found.find((status) => !status.endsWith('.0.0')) ?? found[0];
}

/**
 * Returns whether a mail server's response is a hard or soft bounce of the email address. Returns null if the server
 * rejected us or the message, or if the server itself has a problem. The enhanced status in `detail` or `code` decides.
 * If there's no enhanced status, or if it's too general, the wording of the response decides. `final` is true if the
 * email was returned permanently. In that case, an expired delay (4.4.7) counts as a bounce too.
 */
export function bounceKind(
  { code, detail }: { code: string | null; detail: string },
  final = code?.startsWith('5') ?? false,
): BounceKind | null {
  const status = statusOf(`${code ?? ''} ${detail}`);
  const words = wordsOf(detail);
  const isFull = FULL.test(words) || (status !== undefined && OVER_QUOTA.has(status));
  if (isFull && !GONE.test(words)) return REFUSED.test(words.replace(FULL, ' ')) ? null : 'soft';
  if (status !== undefined && HARD.has(status) && !(status === '5.2.1' && REFUSED.test(words))) return 'hard';
  if (status === '5.4.1' && EDGE.test(words)) return 'hard';
  if ((status !== undefined && ABOUT_US.has(status)) || REFUSED.test(words)) return null;
  const permanent = (status ?? code)?.startsWith('5') ?? final;
  if (permanent && (GONE.test(words) || (NO_DOMAIN.test(words) && !TRY_AGAIN.test(words)))) return 'hard';
  if (isFull) return 'soft';
  if (status === undefined) return code !== null && BASIC_SOFT.has(code) ? 'soft' : null;
  const [, subject = ''] = status.split('.');
  return subject === MAILBOX || (final && SOFT_WHERE_FINAL.has(subject)) ? 'soft' : null;
}
