import { isFeet } from '#shared/primitives/feet.ts';

const FEET_IN = { feet: 1, yards: 3, meters: 1 / 0.3048, inches: 1 / 12 } as const;
type Unit = keyof typeof FEET_IN;

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
const UNIT = String.raw`(?:linear |lin\.? |running |lineal |lineales )?(?:feets?|foots?|foot|fts?|lf|pies?|yards?|yds?|yardas?|met(?:er|re)s?|metros?|mts?|m|inch(?:es)?|pulgadas?)(?![a-z])(?: lineales)?|'`;
const LENGTH = new RegExp(String.raw`(${NUMBER})\s*-?\s*(${UNIT})`, 'g');
/** Matches ranges: '150 to 160 ft', '150-160 ft', 'between 150 and 160 ft'. The longer length is used. */
const RANGE = new RegExp(
  String.raw`${NUMBER}\s*(?:'|ft|feet|pies)?\s*(?:-|to|or|o|a|and|y)\s*(${NUMBER})\s*-?\s*(${UNIT})`,
  'g',
);
const BETWEEN = /between|entre|around|about|maybe|como|unos/;
/** Matches several sides of the same length: '3 sides of 50 ft', 'three runs, each 50 ft'. */
const SIDES = new RegExp(
  String.raw`(\d+) (?:sides?|runs?|sections?|stretch(?:es)?|lados?|tramos?),? (?:(?:of|de|at|each|cada uno|is|are|que miden|that are)\s*(?:about |de )?)+(${NUMBER})\s*-?\s*(${UNIT})`,
  'g',
);
/** Matches '70 ft maybe 75'. The longer length is used. */
const OR_MAYBE = new RegExp(
  String.raw`${NUMBER}\s*-?\s*(${UNIT}),? (?:or )?(?:maybe|perhaps|quiza|tal vez) (${NUMBER})(?!\s*(?:gates?|puertas?))`,
  'g',
);
/** Matches '55 ft on both sides'. */
const BOTH_SIDES = new RegExp(
  String.raw`(${NUMBER})\s*-?\s*(${UNIT}) ?(?:(?:deep|long|down|on|for|de|en|por) )*(?:both|each|the 2|ambos|los 2|cada) (?:sides?|lados?)`,
  'g',
);
/** Matches 'Length: 180' and 'largo 50'. Without a unit, the length is in feet. */
const LABELED = new RegExp(
  String.raw`\b(?:length|perimeter|footage|largo|longitud|perimetro)\s*(?:is|of|de|es|about)?\s*[:=-]?\s*(${NUMBER})(?![\d.,]*\s*(?:[$%]|dollars))`,
  'g',
);
/** Matches '60 feet one way and then 35 the other way', where the unit appears only once. */
const OTHER_WAY = new RegExp(
  String.raw`(?:and|y|,)(?: then| about| another| otros)* (${NUMBER})(?= (?:the other|on the|along|across|down the|in the (?:back|front)|(?:in )?(?:back|front)\b|por el otro|del otro|atras|al frente))`,
  'g',
);
/**
 * Matches several sides of the same length in other word orders: '3 sides, 40 ft each', '50 ft on each side, all 4
 * sides' and '4 sides, 50 ft a side'.
 */
const EACH_SIDE = new RegExp(
  String.raw`^(?=.*\b(\d+) (?:equal )?(?:sides?|runs?|lados?|tramos?)\b).*?\b(${NUMBER})\s*-?\s*(${UNIT}) ?(?:on |for |per |a |de |por |en )*(?:each|every|apiece|per side|a side|cada)(?: side| one| uno| lado)?.*`,
  'g',
);
/**
 * Matches the size of a yard, as in 'a 30 x 40 ft yard'. The fence's length is then the yard's perimeter. The pattern
 * needs numbers with two or more digits, so the sizes of posts ('4 x 4') and panels ('6 x 8') don't match.
 */
const AROUND = new RegExp(String.raw`\b(\d{2,4})\s*(?:${UNIT})?\s*(?:x|by|por)\s*(\d{2,4})\s*-?\s*(${UNIT})?`, 'g');
const YARD = /\b(?:(?:back)?yard|lot|area|around|rectangle|patio|jardin|terreno|alrededor)\b/;
const CORRECTION =
  /\b(?:so(?= (?:about |around |that's |thats |it's |its )?\d)|actually|no|sorry|i mean|i meant|make (?:it|that)|instead|rather|correction|wait|oops|should be|mejor|perdon|en realidad|quise decir|quiero decir|digo|corrijo|corrigo|espera|mas bien)\b/g;

/** The lengths mentioned in a message. */
export interface Lengths {
  /**
   * The fence's length in decimal feet, rounded half up to hundredths. If the message contains several lengths, it's
   * their sum. If the homeowner corrects a length, only the lengths after the last correction count.
   */
  feet: number | null;
  /** Whether a length can't be priced: 0, negative or above 100,000 ft. */
  impossible: boolean;
  /** The text without the lengths. */
  rest: string;
}

/**
 * Reads lengths in feet, yards, meters and inches from a normalized message (`plainText`) from which heights have
 * already been removed.
 */
export function readLengths(text: string): Lengths {
  const found: { at: number; feet: number }[] = [];
  let rest = text;
  const take = (pattern: RegExp, feetOf: (match: RegExpMatchArray) => number) => {
    rest = rest.replaceAll(pattern, (...args: unknown[]) => {
      const at = args.findIndex((arg) => typeof arg === 'number');
      const groups = args.slice(0, at) as unknown as RegExpMatchArray;
      found.push({ at: args[at] as number, feet: feetOf(groups) });
      return ' '.repeat((groups[0] ?? '').length);
    });
  };
  take(EACH_SIDE, ([, count, value, unit]) => Number(count) * feetOf(value, unit));
  if (YARD.test(text)) take(AROUND, ([, wide, deep, unit]) => 2 * (feetOf(wide, unit) + feetOf(deep, unit)));
  take(BOTH_SIDES, ([, value, unit]) => 2 * feetOf(value, unit));
  take(SIDES, ([, count, value, unit]) => Number(count) * feetOf(value, unit));
  if (/\d\s*(?:-|to)\s*\d/.test(rest) || BETWEEN.test(rest)) take(RANGE, ([, value, unit]) => feetOf(value, unit));
  const unit = new RegExp(LENGTH).exec(rest)?.[2];
  take(OR_MAYBE, ([, own, value]) => feetOf(value, own));
  take(LENGTH, ([, value, own]) => feetOf(value, own));
  if (found.length > 0) take(OTHER_WAY, ([, value]) => feetOf(value, unit));
  else take(LABELED, ([, value]) => feetOf(value));
  found.sort((a, b) => a.at - b.at);
  const feet = found.length === 0 ? null : hundredths(total(found, text));
  return { feet: feet !== null && isFeet(feet) ? feet : null, impossible: feet !== null && !isFeet(feet), rest };
}

/**
 * Returns the total length in feet. If the message corrects itself ('100 ft, no, 120 ft'), only lengths after the last
 * correction count.
 */
function total(found: readonly { at: number; feet: number }[], text: string): number {
  const first = found[0]?.at ?? 0;
  const corrected = [...text.matchAll(CORRECTION)].map(({ index }) => index).findLast((at) => at > first);
  const counted = corrected === undefined ? found : found.filter(({ at }) => at > corrected);
  return (counted.length === 0 ? found : counted).reduce((sum, { feet }) => sum + feet, 0);
}

const unitOf = (text: string): Unit => {
  if (/ya?r?ds?|yard/.test(text)) return 'yards';
  if (/^(?:m$|mt|met)|\bm(?:et|t)/.test(text) || text === 'm') return 'meters';
  return /inch|pulgada/.test(text) ? 'inches' : 'feet';
};

const feetOf = (value = '', unit = ''): number => readNumber(value) * FEET_IN[unitOf(unit)];

/** Rounds half up to hundredths: 40 m is 131.23 ft. */
const hundredths = (feet: number): number => Math.round((feet + Number.EPSILON) * 100) / 100;

/** Parses a number: '1,500' and '1.500' are 1500. '40,5' and '40.5' are 40.5. */
export const readNumber = (text: string): number => {
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(text);
  return Number(grouped ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.'));
};
