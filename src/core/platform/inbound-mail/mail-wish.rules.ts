import { classifyReply, normalise, type SmsKeywords } from '#shared/features/inbox/reply.rules.ts';
import { stoppedChannels } from '#shared/features/inbox/stopped-channels.rules.ts';
import { ownWords } from './own-words.rules.ts';
import { isFooter, isUnderSignature } from './signature.rules.ts';

/** The request in an email: an opt-out, a possible opt-out, or anything else. */
export interface MailWish {
  kind: 'opt-out' | 'unsure' | 'reply';
  /** Whether the email certainly asks to stop texts ('stop texting me'). */
  texts?: true;
  /** The new text, or the subject if there's no new text. At most 300 characters. */
  words: string;
}

/** How many characters of the words are stored with the opt-out. */
const FIRST_WORDS = 300;
/**
 * How much is judged, in characters. Nobody writes more by hand, so a person must read a longer email. A sentence counts
 * as more than its characters, because even a short one takes time.
 */
const MOST_JUDGED = 25_000;
const PER_SENTENCE = 40;
/** A longer sentence is cut into pieces of this many characters at a space. */
const LONGEST_SENTENCE = 600;

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

/** Opt-out phrases about email. */
const OPT_OUT = patterns([
  '(?:stop|quit|cease) (?:\\w+ )?(?:e ?mailing|mailing|spamming|writing)(?: (?:to )?(?:me|us))?',
  `(?:stop|quit|cease)(?: sending| with)?(?: (?:me|us))?(?: ${THESE})* ${MAIL}`,
  `${DO_NOT} (?:e ?mail|mail|write|write to|contact|message|bother) (?:me|us)${UNLESS_OF_SOMETHING}`,
  `${DO_NOT} send(?: (?:me|us))?(?: ${THESE})* (?:${MAIL}|anything)`,
  `(?<!(?:got|gotten|received|seen|had|are|were|is|getting) )no (?:more|further|additional)(?: ${THESE})* ${MAIL}`,

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
]);

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

/** Whether a phrase occurs within one clause. */
const saysSo = (text: string, wanted: readonly RegExp[]): boolean => {
  const clauses = text.split(/[.,;:!?\u00a1\u00bf\n]+/).map((clause) => normalise(clause).replace(TURNED, ' '));
  return wanted.some((phrase) => clauses.some((clause) => phrase.test(clause)));
};

const isTurned = (text: string): boolean => normalise(text).search(TURNED) !== -1;

function kindOf(text: string, keywords: SmsKeywords): MailWish['kind'] {
  if (saysSo(text, OPT_OUT)) return 'opt-out';
  // HELP and START are keywords only in texts. An email with these words is an ordinary reply.
  const { kind } = classifyReply(text, keywords);
  if (kind === 'opt-out') return isTurned(text) ? 'unsure' : kind;
  return kind === 'unsure' || saysSo(text, UNSURE) ? 'unsure' : 'reply';
}

/** Our footer and web addresses hold words that nobody wrote as a wish. */
const cleaned = (text: string): string => text.replace(OUR_FOOT, ' ').replace(ADDRESS, ' ');

/** A line this long was probably wrapped by an email client, so the next line continues it. */
const WRAPPED = 55;

/** Whether the next line probably continues a line's sentence. */
const continues = (line: string, next: string): boolean =>
  next !== '' && !/(?:^|[.!?:;,])\s*$/.test(line) && (line.trimEnd().length >= WRAPPED || /^\s*\p{Ll}/u.test(next));

/**
 * Splits a paragraph into the sentences to judge: each line that stands for itself, and each sentence of the lines
 * joined, because an email client may have wrapped it.
 */
function sentencesOf(paragraph: string): string[] {
  const lines = paragraph.split('\n');
  const alone = lines.filter((line, index) => {
    return !continues(lines[index - 1] ?? '', line) && !continues(line, lines[index + 1] ?? '');
  });
  const joined = lines.join(' ').split(/(?<=[.!?])\s+/);
  return [...new Set([...alone, ...joined])].flatMap(pieces);
}

const pieces = (sentence: string): string[] =>
  sentence.length <= LONGEST_SENTENCE
    ? [sentence]
    : (sentence.match(new RegExp(`.{1,${LONGEST_SENTENCE}}(?:\\s|$)|.{1,${LONGEST_SENTENCE}}`, 'gsu')) ?? []);

const STRENGTH = { reply: 0, unsure: 1, 'opt-out': 2 } as const;
const strongest = (kinds: readonly MailWish['kind'][]): MailWish['kind'] =>
  kinds.reduce((most, kind) => (STRENGTH[kind] > STRENGTH[most] ? kind : most), 'reply');

/** Judges own paragraphs, in which footers and a signature's links say nothing. */
function wishOf(
  paragraphs: readonly string[],
  keywords: SmsKeywords,
  note: (asked: { texts: true }) => void = () => undefined,
): MailWish['kind'] {
  const kinds: MailWish['kind'][] = [];
  const above: string[] = [];
  const known = new Set<string>();
  let judged = 0;
  for (const paragraph of paragraphs) {
    for (const sentence of sentencesOf(cleaned(paragraph))) {
      if (known.has(sentence) || isFooter(sentence)) continue;
      known.add(sentence);
      if ((judged += sentence.length + PER_SENTENCE) > MOST_JUDGED) return strongest([...kinds, 'unsure']);
      const kind = kindOf(sentence, keywords);
      if (kind !== 'opt-out' || isUnderSignature(sentence, above)) {
        kinds.push(kind === 'reply' ? kind : 'unsure');
        continue;
      }
      const stopped = stoppedChannels(sentence, 'email', (clause) => kindOf(clause, keywords) === 'opt-out');
      if (stopped.other) note({ texts: true });
      // Someone who wants no more texts may still want emails.
      kinds.push(stopped.own ? kind : 'unsure');
    }
    above.push(...paragraph.split('\n'));
  }
  return strongest(kinds);
}

/** Words that a person put before the subject they answer: 'Stop Re: Your fence estimate'. */
const BEFORE_ANSWER = /^(.{1,200}?)\s+(?:re|aw|antw|sv|vs|odp|tr|res|rv|fwd?)\s*:/i;

/**
 * The words of a subject that the sender wrote. A reply's subject is ours, so it counts only if the email has no other
 * words of the sender.
 */
function subjectWords(subject: string, hasWords: boolean): string[] {
  const before = BEFORE_ANSWER.exec(subject)?.[1];
  const isAnswer = BEGINS_ANSWER.test(subject);
  if (before !== undefined && !isAnswer) return [before];
  const words = subject.replace(BEGINS_ANSWER, '');
  return words === '' || (isAnswer && hasWords) ? [] : [words];
}

/**
 * Finds an opt-out in an email (C22, C8), in all of the sender's own words, wherever they stand, and in a subject that
 * they wrote. Quoted text, signatures and footers, including our own, are ignored. A wish inside a signature is
 * doubtful.
 */
export function mailWish(mail: { text: string; subject: string }, keywords: SmsKeywords): MailWish {
  const { paragraphs, asides } = ownWords(mail.text);
  const written = paragraphs.map((part) => cleaned(part).trim()).filter((part) => part !== '');
  const subject = subjectWords(mail.subject, written.length > 0);
  let asked: Pick<MailWish, 'texts'> = {};
  const kind = strongest([
    wishOf(paragraphs, keywords, (texts) => (asked = texts)),
    ...subject.map((words) => kindOf(words, keywords)),
    ...(wishOf(asides, keywords) === 'reply' ? [] : ['unsure' as const]),
  ]);
  return { kind, ...asked, words: (written.join('\n\n') || (subject[0] ?? '')).slice(0, FIRST_WORDS) };
}
