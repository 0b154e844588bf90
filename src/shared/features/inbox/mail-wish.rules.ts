import { ownWords } from './mail-reply.rules.ts';
import { classifyReply, normalise, type SmsKeywords } from './reply.rules.ts';

/** The request in an email: an opt-out, a possible opt-out, or anything else. */
export interface MailWish {
  kind: 'opt-out' | 'unsure' | 'reply';
  /** The new text, or the subject if there's no new text. At most 300 characters. */
  words: string;
}

/**
 * How many characters at the start of each part are searched for an opt-out. Later phrases may belong to a newsletter's
 * footer.
 */
const FIRST_WORDS = 300;
/** How many characters of a long email are searched for explicit phrases. */
const SEARCHED = 5_000;

/**
 * The following words are in the form that `normalise` returns: lower case, without punctuation, separated by single
 * spaces.
 */
const MAILS = '(?:e ?mails|mails|mailings|messages|newsletters?|correspondence|spam)';
const MAIL = `(?:${MAILS}|(?:e ?mail|mail|mailing|message)(?! (?:box|slot)))`;
const THESE = '(?:all|any|more|another|further|of|the|these|those|this|your|such|future)';
const DO_NOT = '(?:do not|dont|never)(?: ever)?';
const UNSUBSCRIBE = '(?:un ?subscri|unsubcri|unsuscri|unsubsri|unsubsci|unscubscri)[a-z]*';
const CORREO = '(?:correos?(?: electronicos?)?|e ?mails?|mails?|mensajes?|notificaciones)';
/**
 * Excludes requests about something specific. 'Don't email me the plan' is about the plan, so the contractor decides.
 */
const UNLESS_OF_SOMETHING =
  '(?! (?:the|a|an|at|on|in|to|until|till|before|after|if|when|that|my|your|about|with|from|but|just)(?: |$))';

const patterns = (from: readonly string[]): RegExp[] => from.map((words) => new RegExp(`(?:^| )${words}(?= |$)`));

/** Explicit opt-out phrases about email that don't occur in newsletter footers. */
const DIRECT = patterns([
  '(?:stop|quit|cease) (?:\\w+ )?(?:e ?mailing|mailing|spamming|writing)(?: (?:to )?(?:me|us))?',
  `(?:stop|quit|cease)(?: sending| with)?(?: (?:me|us))?(?: ${THESE})* ${MAIL}`,
  `${DO_NOT} (?:e ?mail|mail|write|write to|contact|message|bother) (?:me|us)${UNLESS_OF_SOMETHING}`,
  `${DO_NOT} send(?: (?:me|us))?(?: ${THESE})* (?:${MAIL}|anything)`,
  `(?<!(?:got|gotten|received|seen|had|are|were|is|getting) )no (?:more|further|additional)(?: ${THESE})* ${MAIL}`,
]);

const OPT_OUT = [
  ...DIRECT,
  ...patterns([
    `(?:do not|dont|no longer|would not|wouldnt) (?:want|wish|care|need|like)(?: to)?(?: (?:receive|get|getting|receiving|see|have))?(?: ${THESE})* ${MAILS}`,
    '(?:do not|dont|no longer|would not|wouldnt) (?:want|wish|care|like) (?:to be (?:contacted|e ?mailed)|to hear from you|you to (?:contact|e ?mail|write))',
    `(?:do not|dont|no longer) (?:want|need)(?: (?:any|another|further))+(?: more)? ${MAIL}`,
    '(?:remove|delete|erase) (?:my|our) (?:e ?mail|mailing|address|name|info|information)(?! box)',
    // Doesn't match 'if it is not for you, delete this email', a common email footer.
    '(?:remove|delete|erase) this (?:(?:e ?mail|mailing) )?address',
    '(?:remove|delete|erase|take) this (?:e ?mail|name) (?:off|from (?:your|the|any|this) (?:\\w+ )?(?:lists?|database|records))',
    '(?:remove|take|drop) (?:me|us) (?:off|from|out)',
    'take (?:my|our|this) (?:name|e ?mail|address)(?: address)? off',
    `cancel (?:my|this|the|our) (?:subscription|${MAILS})`,
    `opt (?:me |us )?out(?: of(?: ${THESE})* (?:${MAIL}|list|this|it|them))?$`,
    UNSUBSCRIBE,
    `no (?:quiero|deseo|queremos|deseamos|necesito)(?: recibir)?(?: (?:mas|de|sus|tus|estos|los|otros?))* ${CORREO}`,
    `(?<!hay )no mas (?:de )?(?:estos |sus |tus )?${CORREO}`,
    'no me (?:escriba|escribas|contacte|contacten|contactes|moleste|molesten|molestes)',
    `no me (?:envi|mand)\\w+ (?:mas|nada|estos|sus|tus|${CORREO})`,
    '(?:deja|deje|dejen|dejar|paren|pare|para) de (?:enviar|mandar|escribir|contactar|molestar)\\w*',
    '(?:dar|darme|darnos|dame|denme|deme|quiero la|solicito la|pido la) (?:de )?baja',
    '(?:cancel|anul)\\w+ (?:mi|la|esta) su[bs]?scripcion',
    '(?:borr|elimin|quit)\\w+ mi (?:correo|e ?mail|direccion|nombre)',
    '(?:quit|sac|saqu|elimin|borr)\\w* de (?:la|su|tu|esta) lista',
    'desu[bs]?scri[a-z]*',
  ]),
];

const UNSURE = patterns([
  'too many (?:e ?mails?|mails?|messages)',
  '(?:this|that|its|is|as) (?:is )?spam',
  `${DO_NOT} (?:e ?mail|mail|write|write to) (?:me|us)`,
  'no longer interested',
  'demasiados (?:correos|e ?mails?|mensajes)',
]);

/**
 * Phrases that reverse the meaning ('I did not unsubscribe', 'don't stop emailing me'), and phrases from other
 * companies' newsletter footers.
 */
const TURNED = new RegExp(
  `(?:^| )(?:(?:did not|didnt|do not|dont|never|no need to|accidentally|why was i|why am i)(?: \\w+)? (?:${UNSUBSCRIBE}|stop)|${UNSUBSCRIBE}(?: \\w+){0,3} (?:by mistake|by accident|accidentally)|no (?:paren|pare|dejen|deje|deja)|to ${UNSUBSCRIBE}(?: \\w+){0,6} (?:click|visit|reply|follow|here))(?= |$)`,
  'g',
);

const BEGINS_ANSWER = /^\s*(?:(?:re|aw|antw|sv|vs|odp|tr|res|rv|fwd?)\s*(?:\[\d+\])?\s*:\s*)+/i;

/** The footer in every follow-up email, which some email clients quote without marking it. */
const OUR_FOOT =
  /\[?unsubscribe\]?\s{0,5}(?:[<([][^<>()[\]]{1,500}[>)\]])?\s{0,5}from\s{1,5}(?:reminders\s{1,5}and\s{1,5})?(?:follow-ups\s{1,5}by\s{1,5}mail|follow-up\s{1,5}emails)/gi;
const ADDRESS = /https?:\/\/\S+/gi;

const own = (text: string): string =>
  text
    .slice(0, SEARCHED)
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .replace(OUR_FOOT, ' ')
    .replace(ADDRESS, ' ')
    .trim();

/** Whether a phrase occurs within one clause. The clause may span a line that the email client wrapped. */
const saysSo = (text: string, phrases: readonly RegExp[]): boolean => {
  const said = new Set([
    ...text.split(/[.,;:!?\u00a1\u00bf\n]+/),
    ...text.replaceAll('\n', ' ').split(/[.,;:!?\u00a1\u00bf]+/),
  ]);
  const clauses = [...said].map((clause) => normalise(clause).replace(TURNED, ' '));
  return phrases.some((phrase) => clauses.some((clause) => phrase.test(clause)));
};

const isTurned = (text: string): boolean => normalise(text).search(TURNED) !== -1;

function kindOf(text: string, keywords: SmsKeywords): MailWish['kind'] {
  if (saysSo(text, OPT_OUT)) return 'opt-out';
  // HELP and START are keywords only in texts. An email with these words is an ordinary reply.
  const { kind } = classifyReply(text, keywords);
  if (kind === 'opt-out') return isTurned(text) ? 'unsure' : kind;
  return kind === 'unsure' || saysSo(text, UNSURE) ? 'unsure' : 'reply';
}

/**
 * Finds an opt-out in an email (C22, C8). Checks the new text above and below the quotes. If there's no such text, or
 * if the email isn't a reply ('Re: …'), checks the subject too. Quoted text, including our own footer, is ignored.
 */
export function mailWish(mail: { text: string; subject: string }, keywords: SmsKeywords): MailWish {
  const { above, below } = ownWords(mail.text);
  const written = [own(above), own(below)].filter((part) => part !== '');
  const subject = mail.subject.replace(BEGINS_ANSWER, '');
  const heads = written.map((part) => part.slice(0, FIRST_WORDS));
  if (heads.length === 0 || subject === mail.subject) heads.push(subject);
  const kinds = new Set(heads.map((head) => kindOf(head, keywords)));
  const words = (written[0] ?? subject).slice(0, FIRST_WORDS);
  if (kinds.has('opt-out') || written.some((part) => saysSo(part, DIRECT))) return { kind: 'opt-out', words };
  return { kind: kinds.has('unsure') ? 'unsure' : 'reply', words };
}
