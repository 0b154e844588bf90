import { MAX_GATES } from '#shared/features/pricing/fence-limits.ts';
import { withoutNote, withoutOtherNumbers } from './lengths/other-numbers.ts';
import { type LengthRead, readLengths } from './lengths/read-lengths.ts';
import { readNumber } from './lengths/units.ts';
import { type MaterialRead, readMaterial, type Sold } from './materials.ts';
import { plainText } from './plain-text.ts';

/** A description of the fence, read from a message. A field is null if the message doesn't mention it. */
export interface FenceRead {
  /** The length. Its `feet` is null if the message doesn't mention it. */
  length: LengthRead;
  gateCount: number | null;
  material: MaterialRead;
  /** The height in feet. It's only recorded and doesn't affect the price. */
  heightFt: number | null;
  /** Whether an old fence must be torn out. */
  removal: boolean;
  /** Whether the only length in the message is that of the old fence. */
  isOldLength: boolean;
  /** Whether the homeowner asks about tearing out an old fence, for example whether the price includes it. */
  asksRemoval: boolean;
  /**
   * Whether the length is added to the one given earlier ('another 40 ft') or subtracted from it ('20 ft less'). Null if
   * it replaces that length.
   */
  change: 'more' | 'less' | null;
  /** Whether `gateCount` is added to the number given earlier ('one more gate'). */
  moreGates: boolean;
  /** Whether `gateCount` is subtracted from the number given earlier ('take off one gate'). */
  fewerGates: boolean;
  /** The number in a message that consists only of a number, such as '150'. */
  bareNumber: number | null;
  /**
   * The only number in a short message, such as 'oh, just the one'. The number may appear twice, as in 'yes one small
   * one'.
   */
  onlyNumber: number | null;
}

const COUNT = String.raw`\d+|an?|una?|no|any|zero|cero|single|couple of|couple|pair of|un par de|par de|sin|ningun(?:a)?`;
const GATE = String.raw`(?:gates?(?! (?:codes?|locks?|latch|keys?|keypad|openers?|posts?|hinges?)\b)|gats|gaits?|gtes?|puertas?|portones|porton|puertecitas?|compuertas?)`;
const KIND_OF_GATE = String.raw`(?:(?:(?!(?:and|y|with|con|plus|feet|foot|ft|pies|metros|meters|yards|yardas|an?|una?|of|de|no|any|zero|sin|sides?|lados?|runs?|sections?)\b)[a-z]+|\d+'?|\d+ ?-?(?:foot|ft|feet|pies?)(?: wide| de ancho)?)[ -]){0,3}?`;
const GATES = new RegExp(
  String.raw`\b(?:(${COUNT})(?! ?-?(?:foot|feet|ft|pies?|m|met(?:er|re)s?|metros?|yards?|yardas|')(?![a-z])) )${KIND_OF_GATE}${GATE}(?![a-z])`,
  'g',
);
const NO_GATES =
  /\b(?:no gates?(?! (?:codes?|locks?|latch|keys?|keypad|openers?|posts?|hinges?)\b)|(?:don'?t|do not|won'?t|will not|not) (?:need|want|have) (?:any |a )?gates?|no (?:necesito|quiero|necesitamos) (?:ninguna? )?(?:puertas?|porton(?:es)?)|without (?:a |any )?gates?|zero gates?|sin (?:ninguna )?(?:puertas?|porton(?:es)?)|ninguna puerta|ningun porton|gates?: ?(?:0|none|no))\b/;
/** Matches 'Gates: 2'. */
const LABELED_GATES = /\b(?:gates?|puertas?|portones)\s*[:=x-]? ?(\d{1,2})(?!\d|\.\d|\s*-?(?:ft|feet|foot|'|pies|m\b))/;
/** Matches the total in 'a gate on each side, so 2 total'. */
const IN_TOTAL = /\b(\d{1,2}) (?:in |of them )?(?:total|altogether|en total)\b/;
/** Matches 'another gate' and 'one more gate', which add to the gates mentioned earlier. */
const ONE_MORE =
  /\b(?:another|one more|1 more|add(?:ing)? (?:an?|1)(?! (?:total|to))|(?:agregar?|agreguen?|anad\w+) (?:un|una|1)|an? (?:extra|additional|second)|otra|otro|1 mas|una mas|una? (?:puerta|porton) mas) ?(?:[a-z]+ )?(?:gate|puerta|porton)?\b/;
/** Matches 'take off one gate'. */
const FEWER_GATES =
  /\b(?:take (?:off|out|away)|remove|drop|lose|minus|skip|quit(?:ar|en|e)|menos) (?:the |1 of the )?(?:\d+|an?|una?|of the|1 of the)? ?(?:[a-z]+ ){0,2}(?:gate|puerta|porton)|\b\d+ (?:gates?|puertas?) (?:less|fewer|menos)\b|\b(?:less|fewer) gate/;
const ONE_GATE = /\b(?:with|plus|con) (?:the |la |el )?(?:\d+ ?-?(?:foot|feet|ft|') )?(?:gate|puerta|porton)\b/;
const MORE_GATES = /\b(?:and|plus|y|mas) (?:another|otra|otro|1|an?|una?) (?:[a-z]+ )?(?:gate|puerta|porton)?/;

const HEIGHT_UNIT = String.raw`(?:feet|foot|ft|pies?|')`;
const METERS = String.raw`(?:met(?:er|re)s?|metros?|mts?|m)`;
const HIGH = String.raw`(?:tall|high|in height|height|de alto|de altura|de alta|alto|altura|privacy|privacidad)`;
const FENCE_WORD = String.raw`(?:vin[yi]l|wood(?:en)?|cedar|chain|alum[a-z]*|iron|steel|composite|pvc|fence|privacy|cerca|madera)`;
const HEIGHTS = [
  new RegExp(String.raw`\b(\d+(?:[.,]\d+)?) ?-?(?:(${METERS})|${HEIGHT_UNIT})? ?-?${HIGH}\b`),
  new RegExp(String.raw`\b(\d+(?:[.,]\d+)?) ?-?${HEIGHT_UNIT} ?-?(?=${FENCE_WORD})`),
  new RegExp(String.raw`\b(?:height|altura|alto)(?: (?:of|is|de|es))? (\d+(?:[.,]\d+)?) ?-?${HEIGHT_UNIT}?`),
  new RegExp(String.raw`\b(?:de|of) (\d+(?:[.,]\d+)?) ?pies de (?:alto|altura)\b`),
  // Matches 'vinyl, 6ft, 150ft'.
  new RegExp(String.raw`(?:^|, ?)([3-8]) ?-?${HEIGHT_UNIT}(?=,.*\d{2})`),
];
/**
 * A number next to a material is read as a height in feet if it's at most this value, or as a length if it's higher.
 */
const HIGHEST = 12;

const OLD = String.raw`(?:old|existing|current|present|rotten|rotted|falling|leaning|vieja|viejo|actual|existente|podrida)`;
const OLD_FENCE = String.raw`(?:fenc(?:es?|ing)|chain ?link|wood(?:en)?|vinyl|cedar|posts?|panels?|one|cercas?|malla|madera|barda)`;
/** Matches the beginning of the new fence's description, as in 'remove the old fence and put in 140 ft of vinyl'. */
const WANTED = String.raw` (?:and|y|then|luego|want|need|quiero|necesito|put|install|instalar|poner|replace\w*|for|para) `;
/**
 * Matches a request to tear out the old fence. 'Take the wood' chooses a material, and 'remove the gate' changes the new
 * fence, so a verb alone isn't enough: the message must mention the old fence, or tearing or hauling a fence away.
 */
const REMOVAL = new RegExp(
  String.raw`(?:\d+ ?(?:feet|foot|ft|'|pies) (?:of |de )?(?:the |that |la |el )?)?\b(?:${[
    String.raw`${OLD} [a-z ]{0,40}?(?:out|off|removed?|gone|away|down|demolished)`,
    String.raw`(?:remov(?:e|al|ing)|tear(?:ing)?|rip(?:ping)?|tak(?:e|ing)|pull(?:ing)?|haul(?:ing)?|demo(?:lish|ing)?|dispos(?:e|al|ing)|get(?:ting)? rid|replac(?:e|ing))\b[^.,;!?]{0,30}?\b${OLD}(?: [a-z]+)? ${OLD_FENCE}`,
    String.raw`(?:remov(?:e|al|ing)|haul(?:ing)?|demo(?:lish|ing)?|dispos(?:e|al|ing)|get(?:ting)? rid)\b[^.,;!?]{0,20}?\b(?:the|my|our|that|an?|of) (?:[a-z]+ )?(?:fenc(?:e|ing)|chain ?link)\b(?! (?:option|line|price))`,
    String.raw`(?:tear(?:ing)?|rip(?:ping)?|tak(?:e|ing)|pull(?:ing)?|haul(?:ing)?|knock(?:ing)?)(?: [a-z]+){0,4}? (?:out|down|up|away)\b(?: (?:the|my|our|that|what)[^.,;!?]{0,20}${OLD_FENCE})?(?<=(?:fenc(?:e|ing)|chain ?link|panels?|posts?|it|one|there)(?: (?:out|down|up|away))?)`,
    String.raw`(?:fence |old )?(?:tear|rip|haul)[- ]?(?:out|off|down|away)\b`,
    String.raw`(?:quitar|quiten|retirar|remover|sacar|tirar|desmontar|demoler)[^.,;!?]{0,40}?(?:cerca (?:vieja|actual|existente)|viej[ao]|cerca|actual|existente|malla|barda)`,
  ].join('|')})\b(?:(?!${WANTED})[^.,;!?])*`,
  'g',
);
const NO_REMOVAL = /\b(?:no (?:old )?fence|nothing (?:to remove|there)|no removal|no hay cerca|nada que quitar)\b/;

/** Matches questions about a service, as opposed to a request for it. */
const ASKS_ABOUT =
  /\b(?:includ\w*|do (?:you|u|y'?all)|does|is (?:the |there |a |an )?(?:tear|removal|remov|haul|demo)|charge\w*|extra|how much (?:to|for|is|would)|who (?:takes|hauls|removes)|incluy\w*|incluid\w*|cobran|quitan|retiran)\b/;

/** Matches the old fence's length, which is used only if no other length is given. */
const OLD_LENGTH = /\d+ ?(?:feet|foot|ft|'|pies)/g;
/** Matches 'the old fence is 90 ft'. */
const OLD_IS =
  /\b(?:old|existing|current|present) (?:one|fence|fencing)(?: line)? (?:is|was|measures|runs|has) (?:about |only |around |like )?\d/;
/** Matches 'another 40 ft', '40 ft more' and 'I forgot the side yard, 40 ft'. */
const MORE_FEET =
  /\b(?:another|additional|an extra|extra|plus|add(?:ing|ed)?|forgot|on top|otros|otras|adicionales|agreg\w+|olvid\w+)\b(?=.*\d)|\d ?(?:ft|feet|foot|'|yards?|meters?|pies|metros)? (?:more|extra|longer|mas)\b/;
/** Matches '20 ft less' and 'take 20 ft off'. */
const LESS_FEET =
  /\b(?:minus|less(?! than)|fewer|shorter|shorten|subtract|deduct|take off|knock off|menos(?! de)|quit(?:ar|en|e)|rest(?:ar|en|e))\b|\btake \d+.{0,12}\boff\b/;

/** Returns how a single length changes the length given earlier. */
function changeIn(text: string, { feet, parts }: LengthRead): FenceRead['change'] {
  if (feet === null || parts.length !== 1) return null;
  if (LESS_FEET.test(text)) return 'less';
  return MORE_FEET.test(text) ? 'more' : null;
}

/**
 * Reads the fence's description from a normalized message (`plainText`) without contact details. `sold` lists the
 * company's materials.
 */
export function readFence(typed: string, sold: readonly Sold[]): FenceRead {
  const text = withoutNote(typed)
    .text.replaceAll(NEIGHBORS, ' ')
    .replaceAll(/\bnegativ[eo] (?=\d)/g, '-')
    .replaceAll(/(\d)(gates?|puertas?)/g, '$1 $2')
    .replaceAll(/\((\d+)\)|\bx(\d)(?= (?:gates?|puertas?))/g, '$1$2');
  const mentionsRemoval = !NO_REMOVAL.test(text) && text.search(REMOVAL) >= 0;
  const asksRemoval = mentionsRemoval && ASKS_ABOUT.test(text);
  // The old fence's material is ignored. Its gates and length are read, because they usually apply to the new fence
  // too.
  const hasOwnLength = readLengths(withoutHeight(text.replaceAll(REMOVAL, ' ')).rest).feet !== null;
  const wanted = text.replaceAll(REMOVAL, (clause) =>
    clause
      .replaceAll(hasOwnLength ? OLD_LENGTH : /(?!)/g, ' ')
      .replaceAll(/[a-z]+/g, (word) => (KEPT.test(word) ? word : ' ')),
  );
  const { heightFt, rest } = withoutHeight(wanted);
  const gates = readGates(rest);
  const length = readLengths(gates.rest);
  return {
    length,
    gateCount: gates.count ?? (ONE_MORE.test(rest) && /gate|puerta|porton/.test(rest) ? 1 : null),
    material: readMaterial(wanted, sold, plainText),
    heightFt,
    removal: mentionsRemoval && !asksRemoval,
    isOldLength: (!hasOwnLength && mentionsRemoval) || (OLD_IS.test(text) && length.parts.length === 1),
    asksRemoval,
    change: changeIn(gates.rest, length),
    moreGates: ONE_MORE.test(rest) && /gate|puerta|porton/.test(rest) && (gates.count ?? 1) === 1,
    fewerGates: (gates.count ?? 0) > 0 && FEWER_GATES.test(rest),
    bareNumber: bareNumber(text),
    onlyNumber: onlyNumber(withoutOtherNumbers(text)),
  };
}

/** Matches what the neighbor has: 'my neighbor has 200 ft and 3 gates'. */
const NEIGHBORS =
  /\b(?:neighbou?rs?|(?:guy|lady|people|house) next door|vecin[oa]s?)(?:'s)? (?:has|have|had|got|installed|built|paid|pays|tienen?|pag\w+)\b(?:(?! (?:but|and|so|pero|y) (?:i|we|yo|nosotros|quiero|necesito)\b)[^.,;!?])*/g;
/** Matches one gate at each of two places. */
const GATE_AT_BOTH = /\bgates? (?:on|at|for) (?:both|each|either) (?:sides?|ends?)\b/;

const KEPT = /^(?:feet|foot|ft|m|meters?|metros?|pies?|yards?|gates?|puertas?|portones|porton|an?|una?)$/;

function withoutHeight(text: string): { heightFt: number | null; rest: string } {
  for (const pattern of HEIGHTS) {
    const match = pattern.exec(text);
    const height = match === null ? Number.NaN : heightOf(match);
    if (match && height > 0 && height <= HIGHEST)
      return { heightFt: height, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` };
  }
  return { heightFt: null, rest: text };
}

/**
 * Returns the height in feet. Heights in meters are rounded to a tenth of a foot, because the height is only a note.
 */
const heightOf = ([, value = '', meters]: RegExpExecArray): number =>
  meters === undefined ? readNumber(value) : Math.round((readNumber(value) / 0.3048) * 10) / 10;

const COUNTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['a', 'an', 'un', 'una', 'single'].map((word) => [word, 1])),
  ...Object.fromEntries(['no', 'zero', 'cero', 'sin', 'ningun', 'ninguna'].map((word) => [word, 0])),
  ...Object.fromEntries(['couple', 'couple of', 'pair of', 'un par de', 'par de'].map((word) => [word, 2])),
};

/** Matches words that repeat a number of gates: '100 ft with a gate, I said one gate', 'a gate. Just one gate please'. */
const RESTATED =
  /\b(?:i|like i|as i) (?:said|told you|mentioned)\b|[.;!?] ?(?:just|only|solo|dije)\b|\bya (?:le |te )?dije\b/;
const CORRECTED = /\b(?:actually|no,|sorry|make (?:it|that)|instead|yeah|yep|mejor|perdon|digo)\b/;
const CLAUSE = /[^.,;!?\n]+/g;

/** Blanks out each clause that has the same words as an earlier one. */
function withoutRepeats(text: string): string {
  const said = new Set<string>();
  return text.replaceAll(CLAUSE, (clause) => {
    if (said.has(clause.trim())) return ' '.repeat(clause.length);
    said.add(clause.trim());
    return clause;
  });
}

/**
 * Counts the gates. Different kinds are added up ('1 walk gate and 1 double gate'), but a clause that is said twice
 * counts once. After a correction, the last count is used.
 */
function readGates(text: string): { count: number | null; rest: string } {
  const known = [...withoutRepeats(text).matchAll(GATES)].flatMap(({ 1: count = '', index }) => {
    // A negative number of gates isn't a number of gates.
    if (/(?:^|[ ,(])-$/.test(text.slice(0, index))) return [];
    const value = COUNTS[count] ?? (/^\d+$/.test(count) ? Number(count) : null);
    return value === null ? [] : [value];
  });
  const rest = text.replaceAll(GATES, (whole) => ' '.repeat(whole.length));
  if (known.length === 0) {
    if (NO_GATES.test(text)) return { count: 0, rest };
    // 'with gate' and 'gate for the driveway' mean one gate. A question about gates isn't counted.
    const labeled = LABELED_GATES.exec(text)?.[1];
    if (labeled !== undefined) return { count: Number(labeled), rest: rest.replace(LABELED_GATES, ' ') };
    return { count: ONE_GATE.test(text) ? 1 : null, rest: rest.replace(ONE_GATE, ' ') };
  }
  const corrected = CORRECTED.test(text) || RESTATED.test(text);
  const inTotal = IN_TOTAL.exec(rest)?.[1];
  if (inTotal !== undefined) return { count: Number(inTotal), rest };
  if (known.length === 1 && known[0] === 1 && GATE_AT_BOTH.test(text)) return { count: 2, rest };
  const sum = corrected ? (known.at(-1) ?? 0) : known.reduce((total, count) => total + count, 0);
  const more =
    known.length === 1 && MORE_GATES.test(text) && !text.match(GATES)?.some((one) => MORE_GATES.test(`and ${one}`))
      ? 1
      : 0;
  const count = sum + more;
  return { count: count <= MAX_GATES ? count : null, rest };
}

/** The maximum number of words in a message that counts as short. */
const SHORT = 12;

const onlyNumber = (text: string): number | null => {
  const numbers = new Set(text.match(/\d+(?:[.,]\d+)*/g));
  const [only] = numbers;
  const isShort = text.split(' ').length <= SHORT && !/[$%]/.test(text);
  return numbers.size === 1 && only !== undefined && isShort ? readNumber(only) : null;
};

const bareNumber = (text: string): number | null => {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const words = text.replaceAll(/\d+(?:[.,]\d+)*/g, ' ').match(/[a-z]+/g) ?? [];
  return numbers.length === 1 && words.every((word) => FILLERS.has(word)) ? readNumber(numbers[0] ?? '') : null;
};

const FILLERS = new Set(
  'idk dunno probably perhaps something somewhere so um uh er hmm tal vez quiza quizas about around approx approximately maybe like roughly total its it is i think guess just only say around the we need want have como unos unas mas o menos aproximadamente creo que son es total solo de a in all please por favor ok yes si yeah'.split(
    ' ',
  ),
);
