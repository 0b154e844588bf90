import { plainText } from '../guided/plain-text.ts';

/** The topics of questions about an estimate. They're answered in this order. */
export const TOPICS = [
  'total',
  'options',
  'lines',
  'feet',
  'gates',
  'material',
  'deposit',
  'balance',
  'paid',
  'expiry',
  'cancel',
  'terms',
  'version',
  'accept',
  'number',
  'sent',
] as const;
export type Topic = (typeof TOPICS)[number];

const PATTERNS: Record<Topic, RegExp> = {
  total:
    /\b(?:total|how much (?:is|does|will|would|do i)|(?:the|your|final|full) (?:price|cost)|what does (?:it|this) cost|price (?:for|of)|precio|cuanto (?:es|cuesta|sale|vale|seria|pago)|costo)\b/,
  options: /\b(?:options?|choices?|opcion(?:es)?|alternativas?)\b/,
  lines:
    /\b(?:included?|includes|breakdown|break (?:it|this|the price) down|itemized?|line items?|what am i paying for|incluye|incluid[oa]s?|desglos\w*|detalle)\b/,
  feet: /\b(?:how (?:many|much) (?:linear )?(?:feet|foot|ft|fence)|how long is (?:the|this|my) fence|(?:fence|total) length|length|footage|linear feet|cuantos (?:pies|metros)|largo|mide|longitud)\b/,
  gates: /\b(?:gates?|puertas?|porton(?:es)?)\b/,
  material:
    /\b(?:materials?|made (?:of|from|out of)|(?:kind|type|sort|style) of (?:fence|wood|vinyl|material)|what (?:fence|wood) is|material(?:es)?|de que (?:es|esta hech[ao])|tipo de (?:cerca|material|madera))\b/,
  deposit:
    /\b(?:deposits?|down ?payment|up ?front|due (?:today|now|first|at signing)|to get started|depositos?|anticipo|enganche|adelanto)\b/,
  balance:
    /\b(?:balance|remain(?:s|ing|der)?|the rest|left (?:over|to pay)|(?:still|i) owe|after the deposit|saldo|resto|restante|falta (?:por )?pagar|queda (?:por )?(?:pagar|debiendo)?)\b/,
  paid: /\b(?:did i (?:sign|accept|pay)|have i (?:paid|signed|accepted)|(?:got|get|received?) my (?:payment|deposit|money)|is it paid|paid (?:already|yet|so far)|already paid|ya (?:firme|pague|acepte)|he pagado|recibieron (?:mi|el) (?:pago|deposito))\b/,
  expiry:
    /\b(?:expir\w*|valid|good (?:for|until|till|through)|how long (?:do i have|is (?:this|it|the) ?(?:price|estimate|quote|offer|good)?)(?! fence)|deadline|until when|how many days|vence\w*|vencimiento|valid[oa]|validez|vigen\w*|hasta cuando|caduc\w*)\b/,
  cancel: /\b(?:cancel\w*|change my mind|back out|arrepient\w*|arrepentir\w*)\b/,
  terms: /\b(?:terms|conditions|fine print|terminos|condiciones|letra (?:chica|pequena))\b/,
  version:
    /\b(?:newer|latest|newest|most recent|versions?|previous (?:one|estimate)|older (?:one|estimate)|up to date|superseded|mas (?:nuev[oa]|reciente)|versiones|ultim[oa] (?:version|presupuesto)|anterior)\b/,
  accept:
    /\b(?:accept|sign|approve|go ahead|move forward|next steps?|proceed|what now|acept(?:ar|o)|firm(?:ar|o)|aprobar|siguiente paso|que sigue|como (?:sigo|procedo))\b/,
  number:
    /\b(?:(?:estimate|quote|reference) (?:number|no)|number of (?:the|this|my) (?:estimate|quote)|numero de(?:l)? (?:presupuesto|estimado|referencia))\b/,
  sent: /\b(?:when (?:was|did) (?:it|this|you|the estimate|they) ?(?:sent|send|written|made)?|date of (?:the|this) (?:estimate|quote)|fecha|cuando (?:lo )?(?:mandaron|enviaron))\b/,
};

/** Matches a request to change the fence. Only a person can price a change. */
const CHANGE =
  /\b(?:add(?:ing)?|remove|removing|change (?:the|my|it|to)|changing|swap|switch|make it|instead of|taller|shorter|longer|higher|different (?:material|fence|gate|height|color|style)|(?:one|two|another|more|fewer|extra|less) (?:more )?(?:gates?|feet|foot|ft|sections?)|upgrade|without the|what if|mov(?:e|ing) (?:the|it|my|a)|relocate|wider|narrower|swings?|open(?:s|ing)? (?:in|out)(?:ward|wards|side)?|(?:other|opposite) side|(?:don'?t|do not|no longer) (?:want|need) (?:the|a|any|it)|(?:get|have|want) it in|agreg\w+|anad\w+|quit(?:ar|en)|cambi\w+|en vez de|en lugar de|mas (?:alt[ao]|larg[ao]|cort[ao])|otra puerta|una puerta mas|mover|muevan|mas anch[ao]|(?:al|del) otro lado|mas puertas|otro material|sin la)\b/;

/** Matches requests for a lower price that the guided conversation's pattern misses. */
const HAGGLE =
  /\b(?:lower|come down|(?:bring|get) (?:it|the price|that) down|do (?:any )?better|wiggle room|baj(?:ar|en|an|e)|rebaj\w*|mas economic[oa]|mejorar el precio)\b/;

/** Matches a notice of cancellation. A question about the right to cancel is treated as a topic instead. */
const CANCELS =
  /(?<!\bif )\b(?:(?:i|we)(?: would|'?d)? (?:want|need|like|wish|have|decided|am going|are going) to cancel|(?:please|pls|can you|could you|just) (?:please )?cancel|(?:i'?m|i am|we'?re|we are) cancell?ing|(?:quiero|queremos|necesito|quisiera|pueden|puede) cancelar(?:lo|la)?|cancel(?:en|e)(?:lo|la)?)\b|^cancel (?:it|my|our|the|this|everything)\b/;

/** Matches news that only a person can act on: a mistake, a defect, a payment problem, or a lack of interest. */
const NEWS = new RegExp(
  String.raw`\b(?:${[
    'wrong|mistakes?|incorrect|misspell(?:ed|ing)|problems?|issues?|trouble|brok(?:e|en)|damaged?|falling|fell|leaning|crooked|forgot(?:ten)?|missing',
    "(?:doesn'?t|does not|didn'?t|did not|won'?t|isn'?t|not) (?:work|working|close|closing|open|latch|fit|load)",
    "(?:can'?t|can ?not|couldn'?t|unable to) (?:sign|pay|open|accept|see|download|find|get|reach)",
    "(?:payment|card|transfer|check) (?:has |was |got |is |didn'?t |did not )?(?:failed|declined|rejected|refused|bounced|go through)",
    'charged?(?: me)? (?:twice|double|again|too much)|(?:double|over)charged|refund(?:s|ed)?|receipts?|never (?:got|received|came|heard|arrived)',
    "(?<!have |had |did |if )(?:i|we)(?:'ve| have| already| just)* paid",
    "(?:went|going|gone|go) with (?:another|someone|somebody|other|a different)|(?:not|no longer|isn'?t) interested|decided (?:not|against|to wait)",
    "changed (?:my|our) minds?|(?:need|want) (?:some |more |a bit more )*time|(?:have to|need to|want to|let me|let us|let's|will|'ll) think (?:about|it)|(?:wait|hold off|hold on|postpone)(?: it)? (?:until|till|for)",
    'my (?:new |correct |right |other )?(?:phone|number|address|email|name) (?:is|has|changed)',
    'mal|equivocad[oa]s?|errore?s?|problemas?|fallas?|fallo|rot[oa]s?|danad[oa]s?|chuec[oa]s?|no (?:funciona|sirve|cierra|abre|llego|puedo (?:firmar|pagar|abrir|ver))',
    'rechaz\\w+|cobraron|reembols\\w+|recibos?|falta (?:la|el|un|una)|olvid\\w+|(?:ya )?pague|pagamos',
    'no (?:me|nos) interesa|ya no (?:la |lo )?(?:quiero|queremos|necesito|necesitamos|me interesa)|(?:cambie|cambiamos) de (?:idea|opinion)|(?:lo|la) voy a pensar|necesito (?:mas )?tiempo|mi (?:nuevo |nueva )?(?:telefono|numero|direccion|correo|nombre) (?:es|esta|cambio)',
  ].join('|')})\b`,
);

/** The topics that a message about an estimate asks about. */
export interface Topics {
  /** The normalized message (`plainText`) with common typos corrected. */
  text: string;
  topics: readonly Topic[];
  change: boolean;
  haggle: boolean;
  /** Whether the message gives notice of cancellation. */
  cancels: boolean;
  /** Whether the message contains news that only a person can act on. */
  news: boolean;
}

/** Reads the topics of a message. First corrects typos in the words that the patterns match. */
export const readTopics = (message: string): Topics => {
  const text = corrected(plainText(message));
  return {
    text,
    topics: TOPICS.filter((topic) => PATTERNS[topic].test(text)),
    change: CHANGE.test(text),
    haggle: HAGGLE.test(text),
    cancels: CANCELS.test(text),
    news: NEWS.test(text),
  };
};

const KNOWN = `total price option options choice breakdown included includes itemized gates material materials length
  deposit payment balance remaining remainder expire expires expired valid deadline cancel cancellation terms conditions
  version latest newest accept approve proceed estimate number warranty discount cheaper permit permits property installed
  precio cuanto opcion opciones incluye incluido desglose puertas puerta porton materiales longitud deposito anticipo
  enganche saldo restante vence vencimiento valido validez vigente hasta cancelar terminos condiciones aceptar firmar
  presupuesto garantia descuento permiso cambiar agregar quitar llamen`.split(/\s+/);
/** Correctly spelled words that differ from a known word by only one letter. They aren't corrected. */
const RIGHT = new Set(
  `rest these those there where other often about after their would could should right start state large largo dates rates
  later late gate price prices prince priced options value final first still thing think total totals install deposits
  place places terms cuando cuanta cuantos cuantas puerto puede pueden firma hasta basta hacer tiene ultima prices expiry
  lengths accepted signed estimated estimates`.split(/\s+/),
);

/** Corrects words that differ from a known word by one letter, or by two letters if the word is long. */
const corrected = (text: string): string => text.replaceAll(/[a-z]{4,}/g, (word) => nearest(word) ?? word);

const nearest = (word: string): string | undefined => {
  if (RIGHT.has(word) || KNOWN.includes(word)) return undefined;
  return KNOWN.find(
    (known) => known.length > 4 && known[0] === word[0] && distance(word, known) <= (known.length > 7 ? 2 : 1),
  );
};

/** Returns how many letters must be added, removed, changed or swapped to turn one word into the other. */
const distance = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const swap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (rows[i - 2]?.[j - 2] ?? 9) + 1 : 99;
      row.push(Math.min((rows[i - 1]?.[j] ?? 9) + 1, (row[j - 1] ?? 9) + 1, (rows[i - 1]?.[j - 1] ?? 9) + same, swap));
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 99;
};
