import { MAX_GATES } from '#shared/features/pricing/price.rules.ts';
import { readLengths, readNumber } from './lengths.ts';
import { type MaterialRead, readMaterial, type Sold } from './materials.ts';
import { plainText } from './plain-text.ts';

/** What a message says about the fence. Null where it says nothing. */
export interface FenceRead {
  /** Decimal feet with at most two decimals. */
  feet: number | null;
  /** Whether a length was given that can't be priced. */
  impossibleLength: boolean;
  gateCount: number | null;
  material: MaterialRead;
  /** The height in feet, kept as a note. */
  heightFt: number | null;
  /** Whether an old fence must be removed. */
  removal: boolean;
  /** The single number of a message that has nothing else, such as '150'. */
  bareNumber: number | null;
}

const COUNT = String.raw`\d+|an?|una?|no|any|zero|cero|couple of|couple|pair of|un par de|par de|sin|ningun(?:a)?`;
const GATE = String.raw`(?:gates?|puertas?|portones|porton|puertecitas?|compuertas?)`;
const KIND_OF_GATE = String.raw`(?:(?:[a-z]+|\d+'?|\d+ ?-?(?:foot|ft|feet|pies?)(?: wide| de ancho)?)[ -]){0,2}?`;
const GATES = new RegExp(String.raw`\b(?:(${COUNT}) )${KIND_OF_GATE}${GATE}(?![a-z])`, 'g');
const NO_GATES =
  /\b(?:no gates?|without (?:a |any )?gates?|zero gates?|sin (?:ninguna )?(?:puertas?|porton(?:es)?)|ninguna puerta|ningun porton|gates?: ?(?:0|none|no))\b/;
const MORE_GATES = /\b(?:and|plus|y|mas) (?:another|otra|otro|1|an?|una?) (?:[a-z]+ )?(?:gate|puerta|porton)?/;

const HEIGHT_UNIT = String.raw`(?:feet|foot|ft|pies?|')`;
const HIGH = String.raw`(?:tall|high|in height|height|de alto|de altura|de alta|alto|altura|privacy|privacidad)`;
const FENCE_WORD = String.raw`(?:vin[yi]l|wood(?:en)?|cedar|chain|alum[a-z]*|iron|steel|composite|pvc|fence|privacy|cerca|madera)`;
const HEIGHTS = [
  new RegExp(String.raw`\b(\d+(?:[.,]\d+)?) ?-?${HEIGHT_UNIT}? ?-?${HIGH}\b`),
  new RegExp(String.raw`\b(\d+(?:[.,]\d+)?) ?-?${HEIGHT_UNIT} ?-?(?=${FENCE_WORD})`),
  new RegExp(String.raw`\b(?:height|altura|alto)(?: (?:of|is|de|es))? (\d+(?:[.,]\d+)?) ?-?${HEIGHT_UNIT}?`),
  new RegExp(String.raw`\b(?:de|of) (\d+(?:[.,]\d+)?) ?pies de (?:alto|altura)\b`),
];
/** The highest fence that a number beside a material can mean; anything longer is a length. */
const HIGHEST = 12;

const REMOVAL =
  /\b(?:old [a-z ]{0,24}(?:out|off|removed?|gone|away|down)|(?:remov(?:e|al|ing)|tear(?:ing)?|rip(?:ping)?|take|taking|haul(?:ing)?|demo|dispose|get rid)\b[^.,;!?]{0,40}\b(?:old|existing|current|fence|out|down|away|chain link|wood)|existing [a-z ]{0,20}(?:out|removed?|down)|(?:quitar|retirar|remover|sacar|tirar|desmontar|demoler)[^.,;!?]{0,40}(?:vieja|viejo|cerca|actual|existente|malla|madera))\b[^.,;!?]*/g;
const NO_REMOVAL = /\b(?:no (?:old )?fence|nothing (?:to remove|there)|no removal|no hay cerca|nada que quitar)\b/;

/** Reads a plain text (`plainText`) without contact details. `sold` are the company's materials. */
export function readFence(text: string, sold: readonly Sold[]): FenceRead {
  const removal = !NO_REMOVAL.test(text) && text.search(REMOVAL) >= 0;
  // the old fence's material isn't the wanted one; its gates and feet are read, because people say them in one breath
  const wanted = text.replaceAll(REMOVAL, (clause) =>
    clause.replaceAll(/[a-z]+/g, (word) => (KEPT.test(word) ? word : ' ')),
  );
  const { heightFt, rest } = withoutHeight(wanted);
  const gates = readGates(rest);
  const { feet, impossible } = readLengths(gates.rest);
  return {
    feet,
    impossibleLength: impossible,
    gateCount: gates.count,
    material: readMaterial(wanted, sold, plainText),
    heightFt,
    removal,
    bareNumber: bareNumber(text),
  };
}

const KEPT = /^(?:feet|foot|ft|m|meters?|metros?|pies?|yards?|gates?|puertas?|portones|porton|an?|una?)$/;

function withoutHeight(text: string): { heightFt: number | null; rest: string } {
  for (const pattern of HEIGHTS) {
    const match = pattern.exec(text);
    const height = match === null ? Number.NaN : readNumber(match[1] ?? '');
    if (match && height > 0 && height <= HIGHEST)
      return { heightFt: height, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` };
  }
  return { heightFt: null, rest: text };
}

const COUNTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['a', 'an', 'un', 'una'].map((word) => [word, 1])),
  ...Object.fromEntries(['no', 'zero', 'cero', 'sin', 'ningun', 'ninguna'].map((word) => [word, 0])),
  ...Object.fromEntries(['couple', 'couple of', 'pair of', 'un par de', 'par de'].map((word) => [word, 2])),
};

/** Several kinds add up ('1 walk gate and 1 double gate'); after a correction, the last count holds. */
function readGates(text: string): { count: number | null; rest: string } {
  const counts = [...text.matchAll(GATES)].map(({ 1: count = '', index, 0: whole }) => ({
    count: COUNTS[count] ?? (/^\d+$/.test(count) ? Number(count) : null),
    index,
    whole,
  }));
  const known = counts.flatMap(({ count }) => (count === null ? [] : [count]));
  const rest = text.replaceAll(GATES, (whole) => ' '.repeat(whole.length));
  if (known.length === 0) {
    if (NO_GATES.test(text)) return { count: 0, rest };
    // 'with gate', 'gate for the driveway'; a question about gates says no number
    return { count: /\b(?:with|plus|con) (?:the |la |el )?(?:gate|puerta|porton)\b/.test(text) ? 1 : null, rest };
  }
  const corrected = /\b(?:actually|no,|sorry|make (?:it|that)|instead|mejor|perdon|digo)\b/.test(text);
  const sum = corrected ? (known.at(-1) ?? 0) : known.reduce((total, count) => total + count, 0);
  const more =
    known.length === 1 && MORE_GATES.test(text) && !text.match(GATES)?.some((one) => MORE_GATES.test(`and ${one}`))
      ? 1
      : 0;
  const count = sum + more;
  return { count: count <= MAX_GATES ? count : null, rest };
}

const bareNumber = (text: string): number | null => {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const words = text.replaceAll(/\d+(?:[.,]\d+)*/g, ' ').match(/[a-z]+/g) ?? [];
  return numbers.length === 1 && words.every((word) => FILLERS.has(word)) ? readNumber(numbers[0] ?? '') : null;
};

const FILLERS = new Set(
  'about around approx approximately maybe like roughly total its it is i think guess just only say around the we need want have como unos unas mas o menos aproximadamente creo que son es total solo de a in all please por favor ok yes si yeah'.split(
    ' ',
  ),
);
