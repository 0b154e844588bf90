const FEET_IN = { feet: 1, yards: 3, meters: 1 / 0.3048, inches: 1 / 12 } as const;
export type Unit = keyof typeof FEET_IN;

export const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
/** Matches a unit of length. 'square feet' isn't one. */
export const UNIT = String.raw`(?:linear |lin\.? |running |lineal(?:es)? )?(?:feets?|foots?|foot|fts?|lf|pies?|yards?|yds?|yardas?|met(?:er|re)s?|metros?|mts?|m|inch(?:es)?|pulgadas?)(?![a-z])(?: lineales)?|'(?!')`;

const unitOf = (text: string): Unit => {
  if (/yard|yds?/.test(text)) return 'yards';
  if (/inch|pulgada/.test(text)) return 'inches';
  return /\bm(?:et|t|$)/.test(text) ? 'meters' : 'feet';
};

/** Converts a number with its unit to decimal feet. Without a unit, the number is in feet. */
export const feetOf = (value: string, unit = ''): number => readNumber(value) * FEET_IN[unitOf(unit)];

/** Rounds half up to hundredths: 40 m is 131.23 ft. */
export const hundredths = (feet: number): number => Math.round((feet + Number.EPSILON) * 100) / 100;

/** Parses a number: '1,500' and '1.500' are 1500. '40,5' and '40.5' are 40.5. */
export const readNumber = (text: string): number => {
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(text);
  return Number(grouped ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.'));
};
