import { MAX_GATES } from '#shared/features/pricing/price.rules.ts';
import { readLengths, readNumber } from './lengths.ts';
import { type MaterialRead, readMaterial, type Sold } from './materials.ts';
import { plainText } from './plain-text.ts';

/** A description of the fence, read from a message. A field is null if the message doesn't mention it. */
export interface FenceRead {
  /** The length in decimal feet, with at most two decimal places. */
  feet: number | null;
  /** Whether the message contains a length that can't be priced. */
  impossibleLength: boolean;
  gateCount: number | null;
  material: MaterialRead;
  /** The height in feet. It's only recorded and doesn't affect the price. */
  heightFt: number | null;
  /** Whether an old fence must be torn out. */
  removal: boolean;
  /** Whether `feet` is added to the length given earlier ('another 40 ft'). */
  moreFeet: boolean;
  /** Whether `gateCount` is added to the number given earlier ('one more gate'). */
  moreGates: boolean;
  /** The number in a message that consists only of a number, such as '150'. */
  bareNumber: number | null;
  /**
   * The only number in a short message, such as 'oh, just the one'. The number may appear twice, as in 'yes one small
   * one'.
   */
  onlyNumber: number | null;
}

const COUNT = String.raw`\d+|an?|una?|no|any|zero|cero|single|couple of|couple|pair of|un par de|par de|sin|ningun(?:a)?`;
const GATE = String.raw`(?:gates?|gats|gaits?|gtes?|puertas?|portones|porton|puertecitas?|compuertas?)`;
const KIND_OF_GATE = String.raw`(?:(?:(?!(?:and|y|with|con|plus|feet|foot|ft|pies|metros|meters|yards|yardas|an?|una?|of|de)\b)[a-z]+|\d+'?|\d+ ?-?(?:foot|ft|feet|pies?)(?: wide| de ancho)?)[ -]){0,3}?`;
const GATES = new RegExp(
  String.raw`\b(?:(${COUNT})(?! ?-?(?:foot|feet|ft|pies?|m|met(?:er|re)s?|metros?|yards?|yardas|')(?![a-z])) )${KIND_OF_GATE}${GATE}(?![a-z])`,
  'g',
);
const NO_GATES =
  /\b(?:no gates?|(?:don'?t|do not|won'?t|will not|not) (?:need|want|have) (?:any |a )?gates?|no (?:necesito|quiero|necesitamos) (?:ninguna? )?(?:puertas?|porton(?:es)?)|without (?:a |any )?gates?|zero gates?|sin (?:ninguna )?(?:puertas?|porton(?:es)?)|ninguna puerta|ningun porton|gates?: ?(?:0|none|no))\b/;
/** Matches 'Gates: 2'. */
const LABELED_GATES = /\b(?:gates?|puertas?|portones)\s*[:=x-]? ?(\d{1,2})(?!\d|\.\d|\s*-?(?:ft|feet|foot|'|pies|m\b))/;
/** Matches the total in 'a gate on each side, so 2 total'. */
const IN_TOTAL = /\b(\d{1,2}) (?:in |of them )?(?:total|altogether|en total)\b/;
/** Matches 'another gate' and 'one more gate', which add to the gates mentioned earlier. */
const ONE_MORE =
  /\b(?:another|one more|1 more|an? (?:extra|additional|second)|otra|otro|1 mas|una mas|una? (?:puerta|porton) mas) ?(?:[a-z]+ )?(?:gate|puerta|porton)?\b/;
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

const REMOVED = String.raw`(?:old|existing|current|vieja|viejo|actual|existente)`;
/** Matches the beginning of the new fence's description, as in 'remove the old fence and put in 140 ft of vinyl'. */
const WANTED = String.raw` (?:and|y|then|luego|want|need|quiero|necesito|put|install|instalar|poner|replace\w*|for|para) `;
const REMOVAL = new RegExp(
  String.raw`(?:\d+ ?(?:feet|foot|ft|'|pies) (?:of |de )?(?:the |that |la |el )?)?\b(?:${REMOVED} [a-z ]{0,40}?(?:out|off|removed?|gone|away|down)|(?:remov(?:e|al|ing)|tear(?:ing)?|rip(?:ping)?|take|taking|haul(?:ing)?|demo|dispose|get rid)\b[^.,;!?]{0,40}?\b(?:${REMOVED} (?:fence|chain ?link|wood|vinyl|one)|${REMOVED}|fence|out|down|away|chain link|wood)|(?:quitar|retirar|remover|sacar|tirar|desmontar|demoler)[^.,;!?]{0,40}?(?:cerca (?:vieja|actual|existente)|viej[ao]|cerca|actual|existente|malla|madera))\b(?:(?!${WANTED})[^.,;!?])*`,
  'g',
);
const NO_REMOVAL = /\b(?:no (?:old )?fence|nothing (?:to remove|there)|no removal|no hay cerca|nada que quitar)\b/;

/** Matches the old fence's length, which is used only if no other length is given. */
const OLD_LENGTH = /\d+ ?(?:feet|foot|ft|'|pies)/g;
/** Matches 'another 40 ft' and 'I forgot the side yard, 40 ft'. */
const MORE_FEET =
  /\b(?:another|additional|an extra|extra|plus|add(?:ing|ed)?|forgot|on top|otros|otras|adicionales|agreg\w+|olvid\w+)\b/;

/**
 * Reads the fence's description from a normalized message (`plainText`) without contact details. `sold` lists the
 * company's materials.
 */
export function readFence(typed: string, sold: readonly Sold[]): FenceRead {
  const text = typed
    .replaceAll(/(\d)(gates?|puertas?)/g, '$1 $2')
    .replaceAll(/\((\d+)\)|\bx(\d)(?= (?:gates?|puertas?))/g, '$1$2');
  const removal = !NO_REMOVAL.test(text) && text.search(REMOVAL) >= 0;
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
  const { feet, impossible } = readLengths(gates.rest);
  return {
    feet,
    impossibleLength: impossible,
    gateCount: gates.count ?? (ONE_MORE.test(rest) && /gate|puerta|porton/.test(rest) ? 1 : null),
    material: readMaterial(wanted, sold, plainText),
    heightFt,
    removal,
    moreFeet: feet !== null && MORE_FEET.test(gates.rest),
    moreGates: ONE_MORE.test(rest) && /gate|puerta|porton/.test(rest) && (gates.count ?? 1) === 1,
    bareNumber: bareNumber(text),
    onlyNumber: onlyNumber(text),
  };
}

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

/**
 * Counts the gates. Different kinds are added up ('1 walk gate and 1 double gate'). After a correction, the last count
 * is used.
 */
function readGates(text: string): { count: number | null; rest: string } {
  const known = [...text.matchAll(GATES)].flatMap(({ 1: count = '' }) => {
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
  const corrected = /\b(?:actually|no,|sorry|make (?:it|that)|instead|yeah|yep|mejor|perdon|digo)\b/.test(text);
  const inTotal = IN_TOTAL.exec(rest)?.[1];
  if (inTotal !== undefined) return { count: Number(inTotal), rest };
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
