/** The line that begins a signature. '-- ' with its space by convention (RFC 3676), and without it as many send it. */
export const SIGNATURE_MARK = /^--\s?$/;

const LONGEST_LINE = 400;

const DEVICE =
  "(?:(?:[\\w+&.’' -]{0,30} )?(?:i ?phone|i ?pad|i ?pod|apple watch|galaxy|samsung|android|pixel|phone|smartphone|mobile|cell|cellphone|tablet|blackberry|huawei|xiaomi|motorola|moto|oneplus|nokia|lg|htc|windows(?: phone| \\d+)?|mac|macbook|computer|laptop|chromebook|ipad pro|verizon|t-?mobile|at&t|celular|tel[ée]fono|m[óo]vil|handy|t[ée]l[ée]phone|kindle|fire)(?:[ ,][\\w,+&./’' -]{0,40})?)";
const EXCUSE =
  '(?:[.,;:!–—-]*\\s*(?:(?:so |and |,|please |kindly )*(?:excuse|pardon|forgive|disculp\\w*|perdon\\w*|ignore)[^.!?]{0,60}|(?:typed|dictated|sent) (?:with|by|on|using) [^.!?]{0,40})[.!]?)?';
const APPS =
  '(?:yahoo(?: mail)?|aol(?: mail)?|gmail(?: mobile)?|outlook|hotmail|mail(?: for \\w+)?|proton ?mail|proton|icloud|fastmail|spark|mailbird|thunderbird|superhuman|newton mail|blue ?mail|edison|xfinity|comcast|samsung email|the samsung[\\w ,+&.-]{0,40}|windows mail|a mobile device|rogers yahoo! mail)';
/** A line that a phone or an email app adds by itself. A sentence that starts in the same way doesn't match. */
const DEVICE_LINE = new RegExp(
  `^(?:${[
    `(?:sent|written|typed) (?:from|via|on|using) (?:my |the |a |our |an )?${DEVICE}${EXCUSE}`,
    `sent (?:from|with|via|by|using) (?:the (?:all-?new )?)?${APPS}(?:[ ,]{1,2}(?:for|on|with|a|an|from) [\\w ,+&./-]{1,40})?(?:\\s?[<(]?https?://\\S+[>)]?)?${EXCUSE}`,
    `get (?:the )?(?:outlook|bluemail|spark|yahoo mail|proton mail)(?: app)? for .{1,80}`,
    `(?:yahoo mail|aol mail): .{1,60}`,
    `(?:enviado|mandado) (?:desde|de|con|por) (?:mi |el |la |un )?(?:${DEVICE}|${APPS}(?: .{1,40})?)${EXCUSE}`,
    `(?:obtener|obt[ée]n|descarga) outlook para .{1,80}`,
    `(?:gesendet von|von) (?:mein\\w* )?${DEVICE}(?: gesendet)?`,
    `(?:envoy[ée] (?:de|depuis|à partir de)) (?:mon |ma )?(?:${DEVICE}|${APPS})`,
    `(?:inviato da|inviata da|enviado do|verzonden vanaf|verstuurd vanaf|sendt fra|skickat från|lähetetty) (?:mio |meu |mijn |min )?(?:${DEVICE}|${APPS})`,
    `(?:télécharger|scarica|download|hämta|hent|baixe o) outlook (?:pour|per|voor|für|för|til|para) .{1,60}`,
  ].join('|')})$`,
  'i',
);

export const isDeviceLine = (line: string): boolean => line.length <= LONGEST_LINE && DEVICE_LINE.test(line.trim());

const SPEAKS =
  /(?<![\p{L}\p{N}'’])(?:i|im|i['’]m|we|me|us|my|our|you|your|please|pls|stop|don['’]?t|no|yes|unsubscribe me|yo|nos|por favor|mi|usted|ustedes|quiero|queremos|dej\w+)(?![\p{L}\p{N}])/iu;
const CONTACT_LABEL =
  /^(?:tel|phone|cell|mobile|fax|e-?mail|web|website|office|direct|main|home|work|address|o|c|m|p|t|f|e|w|h|a|d|tel[ée]fono|celular|correo|oficina|direcci[óo]n|twitter|x|facebook|instagram|linkedin|license|lic|dre|nmls|hours)\b\.?\s*(?:#|no\.?)?\s*:/i;
const LABEL = /^[^:]{1,30}:\s*\S/;

/** Whether a line speaks to the reader, rather than naming a person, a company or their addresses. */
export const isSentence = (line: string): boolean => {
  const words = line.trim().split(/\s+/).length;
  return line.length <= LONGEST_LINE
    ? (words >= 3 && SPEAKS.test(line)) || (words >= 6 && /[.!?]$/.test(line.trim()))
    : true;
};

/** Whether the lines below a signature mark are a signature: few, short, and not a list or a letter. */
export function looksLikeSignature(block: readonly string[]): boolean {
  const filled = block.filter((line) => line.trim() !== '');
  const [first] = filled;
  if (first === undefined) return true;
  if (filled.length > 15 || first.length > 100 || isSentence(first)) return false;
  return !filled.some((line) => LABEL.test(line) && !CONTACT_LABEL.test(line) && !/https?:/.test(line));
}

/**
 * Sentences from newsletters', companies' and mail servers' footers. They speak to any reader, and a stop wish in them
 * is nobody's own. The patterns match a sentence in lower case with single spaces.
 */
const FOOTER = new RegExp(
  [
    '^(?:\\W*(?:to|para) )(?:unsubscribe|opt[ -]?out|stop receiving|be removed|manage|update|change|darse de baja|cancelar|dejar de recibir|anular)\\b',
    "^(?:if|should) you (?:no longer |do not |don[’']t |would |wish |want |prefer |would like |would rather |’d )+(?:not )?(?:to )?(?:wish|want|like|prefer|receive|get|hear|unsubscribe|opt|be|stop)",
    '^si (?:ya )?(?:no )?(?:desea|quiere|deseas|quieres|prefiere)s?n?\\b',
    "^(?:you|usted|you’re|you're) (?:are |is |re |have |were |can |may |est[áa] )*(?:receiving|received|getting|recibiendo|subscribed|signed up|unsubscribe|opt[ -]?out)",
    '^(?:ha recibido|recibe|est[áa] recibiendo|recibes|recibiste) este',
    '^this (?:e-?mail|message|communication|newsletter|transmission)(?: and any[\\w ]{0,40})?(?: is| was| may| contains| has| can| and|,)',
    '^este (?:correo|mensaje|e-?mail)(?: electr[óo]nico)?(?: y| es| puede| contiene| fue|,)',
    '^(?:if|si) (?:you are not|you have received|you received|you’re not|usted no es|no es usted|ha recibido|recibi[óo])\\b',
    '^(?:please )?(?:notify|advise|contact) the sender|^(?:please )?(?:notify|advise) (?:us|me) immediately if you',
    '^(?:please )?(?:delete|destroy|elimine|borre)\\b(?! (?:my|our|me|us|mi)\\b).{0,60}(?:all copies|from your (?:system|computer)|sistema)',
    '^(?:click|tap|press|haga clic|haz clic|pulse|reply|text|responda|env[íi]e) (?:here|on|aqu[íi]|the|below|link|stop|el|en|with|alto)\\b',
    '\\b(?:click|tap|haga clic|haz clic|pulse) (?:here|aqu[íi]|below|(?:on )?(?:the|this) link|en el enlace)\\b.{0,40}(?:unsubscribe|opt|baja|cancelar)|unsubscribe.{0,40}\\b(?:click|tap) (?:here|below|on)|(?:reply|text|responda) (?:with )?["“‘\']?(?:stop|alto|unsubscribe|baja)["”’\']? (?:to|para)\\b',
    '^\\W*(?:unsubscribe|darse de baja|cancelar (?:la )?suscripci[óo]n|opt[ -]?out|desuscribirse|manage (?:your )?(?:e-?mail )?(?:preferences|subscriptions?)|update (?:your )?preferences|e-?mail preferences|view (?:this )?(?:e-?mail )?in (?:your )?browser|privacy(?: policy)?|terms(?: of (?:use|service))?|aviso de privacidad|privacidad)\\s*(?:[|·•/–—:<\\[(]|from (?:this|our|these|reminders|follow-ups?|all)|https?:|- |$).*(?:[|·•/–—:<\\[(]|https?:|from|privacy|privacidad|preferences|terms)',
    '[|·•/–—]\\s*(?:unsubscribe|opt[ -]?out|privacy|preferences|darse de baja|cancelar suscripci[óo]n)\\b|\\b(?:privacy(?: policy)?|preferences|terms|view in browser)\\s*[|·•/–—]',
    '^\\W*(?:copyright|©|\\(c\\)|all rights reserved|virus-?free|avast|confidential(?:ity)?(?: notice)?\\b|aviso de confidencialidad)',
  ].join('|'),
  'iu',
);
/** Somebody who speaks of themselves isn't a footer: 'I tried to click here to unsubscribe, but …'. */
const OF_SELF = /(?<![\p{L}\p{N}])(?:i|i['’]m|im|i['’]ve|we|we['’]re)(?![\p{L}\p{N}'’])/iu;

/** Whether a sentence or a line is from a footer. */
export const isFooter = (sentence: string): boolean => {
  const words = sentence.slice(0, LONGEST_LINE).replace(/\s+/g, ' ').trim();
  return words !== '' && FOOTER.test(words) && !OF_SELF.test(words);
};

const UNSUBSCRIBE_ALONE = /^\W*(?:unsubscribe|opt[ -]?out|darse de baja|cancelar suscripci[óo]n)\W*$/i;
/** A name, a title or a company: at most six words, no sentence, each word capitalized or a connective. */
const NAME_LINE =
  /^(?:[\p{Lu}\d][\p{L}\d.'’&-]*|[|,·•@#-]|of|the|and|de|y|la|del|at)(?:[ ,|·•]+(?:[\p{Lu}\d][\p{L}\d.'’&@-]*|[|,·•@#-]|of|the|and|de|y|la|del|at)){0,6},?$/u;

/** Whether a lone 'Unsubscribe' stands under lines of a signature, where it may be the signature's link. */
export const isUnderSignature = (line: string, above: readonly string[]): boolean => {
  if (!UNSUBSCRIBE_ALONE.test(line)) return false;
  const [last, before] = [above.at(-1) ?? '', above.at(-2) ?? ''];
  return NAME_LINE.test(last.trim()) && !UNSUBSCRIBE_ALONE.test(last) && before.trim() !== '';
};
