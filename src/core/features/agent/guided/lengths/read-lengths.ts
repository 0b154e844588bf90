import { isFeet } from '#shared/primitives/feet.ts';
import { withoutOtherNumbers } from './other-numbers.ts';
import { type Kind, type Token, tokensOf } from './tokens.ts';
import { feetOf, hundredths, NUMBER, readNumber, UNIT } from './units.ts';

/** A length that makes up the fence, and how often it occurs: 'both sides are 45 ft' is 45 ft, 2 times. */
export interface Part {
  /** Decimal feet. */
  feet: number;
  times: number;
}

/**
 * How the parts form the fence: a single length, a sum, a rectangle ('around', each part occurs twice), or the longest
 * length of a range.
 */
export type Form = 'single' | 'sum' | 'around' | 'range';

/** The lengths in a message. */
export interface LengthRead {
  /** The whole fence in decimal feet, rounded half up to hundredths. Null if the message contains no length. */
  feet: number | null;
  parts: readonly Part[];
  form: Form;
  /**
   * Whether `feet` is surely the whole fence:
   *
   * - `sure`: one length, stated alone
   * - `reckoned`: several lengths whose sum is beyond doubt, or a correction. The answer shows the sum.
   * - `unsure`: anything else, such as a range, a negative number or a number that fits nowhere. The homeowner must
   *   confirm the length.
   */
  certainty: 'sure' | 'reckoned' | 'unsure';
  /** Whether the length can't be priced: 0 or above 100,000 ft. */
  impossible: boolean;
}

export const NO_LENGTH: LengthRead = { feet: null, parts: [], form: 'single', certainty: 'sure', impossible: false };

/**
 * Reads the fence's length from a normalized message (`plainText`) without heights, gates and notes. Lengths may be in
 * feet, yards, meters or inches.
 */
export function readLengths(typed: string): LengthRead {
  const text = withoutOtherNumbers(
    typed
      .replaceAll(/(\d) ?-?ish\b/g, '$1')
      .replaceAll(YARD, '$1 ft')
      .replaceAll(WIDE_DEEP, '$1 x $2'),
  ).replaceAll(DENIED, (whole) => ' '.repeat(whole.length));
  const mentions = mentionsOf(text);
  if (mentions.length === 0) return NO_LENGTH;
  const { parts, form, doubt, corrected } = combined(mentions, text);
  const sum = parts.reduce((total, { feet, times }) => total + feet * times, 0);
  const feet = hundredths(Math.abs(sum));
  if (parts.length === 0) return NO_LENGTH;
  const isAlone = parts.length === 1 && parts[0]?.times === 1 && !corrected;
  return {
    feet: isFeet(feet) ? feet : null,
    parts: parts.map(({ feet: each, times }) => ({ feet: hundredths(each), times })),
    form,
    certainty: doubt ? 'unsure' : isAlone ? 'sure' : 'reckoned',
    impossible: !isFeet(feet),
  };
}

/** Matches the size of a yard, in which 'yard' isn't a unit: 'a 30 x 40 yard'. */
const YARD = /(\b(?:x|by) ?\d+) (?=yard\b)/g;
/** Matches '60 ft wide and 45 ft deep', the two sides of a yard. */
const WIDE_DEEP = new RegExp(
  String.raw`(${NUMBER} ?(?:${UNIT})?) ?(?:wide|de ancho)(?:,| and| by| x| y| por)* (${NUMBER} ?(?:${UNIT})?) ?(?:deep|long|de (?:largo|fondo))\b`,
  'g',
);
/** Matches a width, which may be that of a gate or of the yard. */
const WIDE = new RegExp(String.raw`\d ?-?(?:${UNIT})? ?(?:wide|de ancho)\b`);
/** Matches a part of a length: 'it’s 300 ft, but I only want half'. */
const SHARE = /\b(?:half|a third|a quarter|la mitad|un tercio)\b/;
/** Matches a length that the homeowner denies: '120 ft, not 100'. */
const DENIED = new RegExp(
  String.raw`\b(?:not|instead of|rather than|en vez de|en lugar de) ${NUMBER}(?: ?-?(?:${UNIT}))?`,
  'g',
);

/** A number in the message, with the words around it. */
interface Mention extends Part {
  token: Token;
  /** The tokens and the text between the previous number and this one, and between this number and the next one. */
  before: Gap;
  after: Gap;
  isNegative: boolean;
  /** Whether the message says which part of the fence this length is. */
  placed: boolean;
  /** Whether it isn't certain how often the length occurs. */
  doubt: boolean;
}

interface Gap {
  text: string;
  at: number;
  tokens: readonly Token[];
  /** Whether no number follows. */
  isLast: boolean;
}

/** Finds the lengths, in order. Numbers without a unit and without a word about the fence beside them aren't lengths. */
function mentionsOf(text: string): Mention[] {
  const tokens = tokensOf(text);
  const numbers = tokens.filter(({ kind }) => kind === 'num');
  const unit = numbers.find((token) => token.unit !== undefined)?.unit;
  const gaps = [...numbers.keys(), numbers.length].map((index): Gap => {
    const [at, end] = [numbers[index - 1]?.end ?? 0, numbers[index]?.at ?? text.length];
    return {
      at,
      text: text.slice(at, end),
      tokens: tokens.filter((one) => one.at >= at && one.end <= end),
      isLast: index === numbers.length,
    };
  });
  const owners: Owners = new Map();
  const found = numbers.map((token, index): Mention => {
    const [before, after] = [gaps[index] as Gap, gaps[index + 1] as Gap];
    const isNegative = token.number.startsWith('-');
    const feet = feetOf(token.number.replace('-', ''), token.unit ?? unit) + token.inches / 12;
    const around = { token, before, after, owners };
    const repeats = repeatsOf(around);
    return { token, feet, before, after, isNegative, placed: isPlaced(around), ...repeats };
  });
  return lengthsIn(found);
}

/** The number that each word belongs to. */
type Owners = Map<Token, Token>;

interface Around {
  token: Token;
  before: Gap;
  after: Gap;
  owners: Owners;
}

const unowned = ({ tokens }: Gap, kind: Kind, owners: Owners): Token | undefined =>
  tokens.find((token) => token.kind === kind && !owners.has(token));

/** Words between a length and the words that say how often it occurs: '45 ft deep on both sides'. */
const LINK = /^(?:[ ,]|\b(?:x|times|deep|long|down|on|for|along|de|en|por|a|of|the|my|los|las|fence|at|in)\b)*$/;
/** Words between the number of sides and the length of each: '3 sides of 50 ft'. */
const OF = /^,? ?(?:of|at|de|that are|que miden|measuring|with|@|x|:)\b|^ ?$/;

const SEPARATOR = /[,;.&+]|\b(?:and|y|plus)\b/;

/** Whether a word after a length belongs to the next length, as 'both' does in '60 ft, both sides 45 ft'. */
const isOfNext = (one: Token, { text, at, isLast }: Gap): boolean =>
  !isLast && SEPARATOR.test(text.slice(0, one.at - at)) && !SEPARATOR.test(text.slice(one.end - at));

/** Returns how often a length occurs. */
function repeatsOf({ token, before, after, owners }: Around): Pick<Mention, 'times' | 'doubt'> {
  const own: Gap = { ...after, tokens: after.tokens.filter((one) => !isOfNext(one, after)) };
  const each = unowned(own, 'each', owners) ?? unowned(before, 'each', owners);
  const both = unowned(own, 'both', owners) ?? unowned(before, 'both', owners);
  const isNear = (one: Token): boolean =>
    one.at < token.at || LINK.test(after.text.slice(0, one.at - after.at).replace(/\b(?:each|cada)\b.*/, ''));
  const count = unowned(before, 'count', owners) ?? unowned(own, 'count', owners);
  const take = (times: number, doubt: boolean, ...tokens: (Token | undefined)[]) => {
    for (const one of tokens) if (one !== undefined) owners.set(one, token);
    return { times, doubt };
  };
  const counted = count === undefined ? undefined : Number(count.number);
  if (each !== undefined && isNear(each)) {
    if (counted !== undefined) return take(counted, false, each, count);
    if (both !== undefined) return take(2, false, each, both);
    return take(2, true, each);
  }
  if (both !== undefined && isNear(both)) return take(2, false, both);
  if (count === undefined || counted === undefined) return { times: 1, doubt: false };
  if (count.at < token.at) {
    const link = before.text.slice(count.end - before.at);
    if (OF.test(link)) return take(counted, false, count);
    return /\b(?:are|is|son|miden|measure)\b/.test(link) ? take(counted, true, count) : { times: 1, doubt: false };
  }
  const link = after.text.slice(0, count.at - after.at);
  return LINK.test(link) && /\w/.test(link) ? take(counted, false, count) : { times: 1, doubt: false };
}

const PLACES: readonly Kind[] = ['side', 'count', 'each', 'both'];

/** Whether a word says which part of the fence a length is. A word after the length may belong to the next length. */
function isPlaced({ token, before, after, owners }: Around): boolean {
  const isFree = (one: Token): boolean => PLACES.includes(one.kind) && (owners.get(one) ?? token) === token;
  const isOwn = (one: Token): boolean =>
    isFree(one) && (owners.has(one) || !SEPARATOR.test(after.text.slice(0, one.at - after.at)));
  const ahead = before.tokens.filter(isFree);
  const placing = ahead.length > 0 ? ahead : after.tokens.filter(isOwn);
  for (const one of placing) owners.set(one, token);
  return placing.length > 0;
}

const BY = /^ ?(?:x|by|por|\*) ?$/;
const RANGE =
  /^ ?,? ?(?:-|to|or|or maybe|maybe|or even|or perhaps|perhaps|more like|o|a|hasta|quizas?|tal vez) ?(?:about |around |like |maybe |even |up to |at most |closer to )?$/;
const PLUS =
  /^ ?,? ?(?:and )?(?:\+|plus|mas|another|and another|and then|then|y otros|otros) ?(?:another |about |around |an? |otros )*$/;
const BETWEEN = /\b(?:between|entre|from|de|either)\b[^\d]*$/;

const isRange = (one: Mention): boolean => RANGE.test(one.before.text) || /^ ?(?:and|y) ?$/.test(one.before.text);

/** Matches the text between the numbers of a list: '60, 45 and 45 ft'. */
const LISTED = /^ ?(?:,|,? ?and|,? ?y) ?$/;
/** Matches the start of the text between a number and the next side: '60 and the two sides 45 each'. */
const THEN = /^ ?(?:,|and\b|y\b|\+|plus\b|mas\b)/;

/** Returns the numbers that are lengths. A number with a unit always is. */
function lengthsIn(all: readonly Mention[]): Mention[] {
  const hasUnit = all.some(({ token }) => token.unit !== undefined);
  const hasSides = all.some(({ times }) => times > 1);
  return all.filter((one, index) => {
    const joins = [index === 0 ? '' : one.before.text, index === all.length - 1 ? '' : one.after.text];
    return (
      one.token.unit !== undefined ||
      one.placed ||
      isTotal(one) ||
      joins.some((join) => BY.test(join) || PLUS.test(join)) ||
      (hasUnit && joins.some((join) => RANGE.test(join) || LISTED.test(join))) ||
      (hasSides && one.feet > HIGHEST_COUNT && THEN.test(one.after.text)) ||
      (index > 0 && has(one.before, 'fix'))
    );
  });
}
/** A number up to this value without a unit may count something. */
const HIGHEST_COUNT = 12;

/** Whether a length is stated to be the whole fence: 'total of 150 ft', '150 ft in all'. */
function isTotal({ token, before, after }: Mention): boolean {
  const isSaid = (one: Token): boolean => {
    if (one.kind !== 'total') return false;
    if (one.end <= token.at)
      return /^[ :=-]*(?:(?:of|is|are|it|it's|its|that's|thats|about|around|roughly|length|de|es|son|needed|fence|would be|comes to|makes) ?)*$/.test(
        before.text.slice(one.end - before.at),
      );
    return (
      /^ ?,? ?(?:[a-z]+ ){0,3}$/.test(after.text.slice(0, one.at - after.at)) &&
      !/^ ?(?:so|length|=)/.test(after.text.slice(one.at - after.at))
    );
  };
  return [...before.tokens, ...after.tokens].some(isSaid);
}

interface Combined {
  parts: readonly Part[];
  form: Form;
  /** Whether the homeowner must confirm the length. */
  doubt: boolean;
  corrected: boolean;
}

const has = ({ tokens }: Pick<Gap, 'tokens'>, kind: Kind): boolean => tokens.some((token) => token.kind === kind);

/** Combines the lengths of a message into one fence. */
function combined(mentions: readonly Mention[], text: string): Combined {
  const corrected = afterCorrection(mentions);
  const { list } = corrected;
  const [first] = mentions;
  const isOdd =
    corrected.doubt ||
    mentions.some((one) => one.isNegative || one.doubt || has(one.before, 'less') || has(one.before, 'open')) ||
    has(mentions.at(-1)?.after ?? { tokens: [] }, 'less') ||
    WIDE.test(text) ||
    SHARE.test(text) ||
    hasStray(mentions, text);
  const of = (parts: readonly Part[], form: Form, doubt: boolean): Combined => ({
    parts,
    form,
    doubt: doubt || isOdd,
    corrected: corrected.is,
  });
  const total = list.find(isTotal);
  const others = list.filter((one) => one !== total);
  if (total !== undefined)
    return sumOf(others) === sumOf([total]) || others.length === 0
      ? of(others.length === 0 ? [total] : others, others.length === 0 ? 'single' : 'sum', total.isNegative)
      : of([{ feet: total.feet, times: 1 }], 'single', true);
  const rectangle = list.findIndex((one, index) => index > 0 && BY.test(one.before.text));
  if (rectangle > 0) return ofRectangle(list, rectangle, of);
  const range = list.findIndex(
    (one, index) =>
      index > 0 && (RANGE.test(one.before.text) || (isRange(one) && BETWEEN.test(list[index - 1]?.before.text ?? ''))),
  );
  if (range > 0) {
    const ends = list.slice(range - 1, range + 1);
    const longest = Math.max(...ends.map(({ feet }) => feet));
    const times = Math.max(...ends.map((one) => one.times));
    const rest = list.filter((_one, index) => index !== range && index !== range - 1);
    return of([...rest, { feet: longest, times }], rest.length === 0 ? 'range' : 'sum', true);
  }
  const subtracted = list.findIndex((one, index) => index > 0 && has(one.before, 'less'));
  if (subtracted > 0)
    return of([{ feet: sumOf(list.slice(0, subtracted)) - sumOf(list.slice(subtracted)), times: 1 }], 'single', true);
  if (list.length === 1 && first !== undefined)
    return of(list, list[0]?.times === 1 ? 'single' : 'sum', isPartOnly(list[0] ?? first));
  const distinct = isSaidTwice(list) ? list.slice(0, 1) : list;
  const isSum = countsAll(list) || distinct.every((one, index) => isInSum(one, index, distinct));
  return of(distinct, distinct.length === 1 ? 'single' : 'sum', distinct.length > 1 && !isSum);
}

const sumOf = (list: readonly Part[]): number =>
  hundredths(list.reduce((sum, { feet, times }) => sum + feet * times, 0));

/** Whether the message counts the sides and then lists their lengths: 'three sides: 40, 50 and 60 ft'. */
const countsAll = (list: readonly Mention[]): boolean =>
  list.every(({ times }) => times === 1) &&
  has(list[0]?.before ?? { tokens: [] }, 'count') &&
  list[0]?.before.tokens.some(({ kind, number }) => kind === 'count' && Number(number) === list.length) === true;

/**
 * Whether a length is surely a part of a sum: its place is named, it's added with 'plus', or the sides that follow it
 * leave no other meaning ('60 and the two sides 45 each').
 */
const isInSum = (one: Mention, index: number, list: readonly Mention[]): boolean =>
  one.placed ||
  PLUS.test(index === 0 ? (list[1]?.before.text ?? '') : one.before.text) ||
  (THEN.test(one.after.text) && (list[index + 1]?.times ?? 1) > 1);

/** Whether all lengths are the same one, mentioned again: '100 ft of vinyl. How much is 100 ft?' */
const isSaidTwice = (list: readonly Mention[]): boolean =>
  list.every(
    ({ feet, placed, times, before }, index) =>
      feet === list[0]?.feet && times === 1 && !placed && (index === 0 || !PLUS.test(before.text)),
  );

/**
 * Drops lengths that the homeowner corrected: '100 ft, no, 120 ft'. If several lengths came before the correction, it's
 * uncertain which of them it replaces.
 */
function afterCorrection(mentions: readonly Mention[]): { list: readonly Mention[]; is: boolean; doubt: boolean } {
  const at = mentions.findLastIndex((one, index) => index > 0 && has(one.before, 'fix'));
  if (at <= 0) return { list: mentions, is: false, doubt: false };
  const [before, after] = [mentions.slice(0, at), mentions.slice(at)];
  const isWhole = before.length === 1 || after.length > 1 || after.some(isTotal);
  return isWhole
    ? { list: after, is: true, doubt: false }
    : { list: [...before.slice(0, -1), ...after], is: true, doubt: true };
}

/** Combines the sides of a yard: '30 x 40 ft' is 140 ft if the fence goes all the way around. */
function ofRectangle(
  list: readonly Mention[],
  index: number,
  of: (parts: readonly Part[], form: Form, doubt: boolean) => Combined,
): Combined {
  const sides = list.filter(
    (one, at) => BY.test(one.before.text) || at === index - 1 || BY.test(list[at + 1]?.before.text ?? ''),
  );
  const others = list.filter((one) => !sides.includes(one));
  if (others.length > 0) return of(others, others.length === 1 ? 'single' : 'sum', true);
  const [a, b] = sides;
  if (a === undefined || b === undefined || sides.length > 2) return of(sides, 'sum', true);
  if (a.token.unit === undefined && a.feet <= 4) return of([{ feet: b.feet, times: a.feet }], 'sum', true);
  const isAround = list.some((one) =>
    [one.before, one.after].some(
      (gap) => has(gap, 'around') || gap.tokens.some(({ kind, number }) => kind === 'count' && number === '4'),
    ),
  );
  return of(
    [a, b].map(({ feet }) => ({ feet, times: 2 })),
    'around',
    !isAround,
  );
}

/** Matches words that make a length the whole fence although they name a side: 'just the back, 60 ft'. */
const ONLY = /\b(?:just|only|solo|solamente|nada mas|nothing else)\b/;
/** Matches a side whose length follows: 'the back is 60 ft'. */
const SIDE_IS =
  /\b(?:side|back|front|rear|left|right|1|lado|costado|fondo|frente|atras)\b[a-z ]{0,24}\b(?:is|measures|runs|will be|would be|es|mide)\b(?: about| like| around| roughly)? ?$|\b(?:side|back|front|rear|left|right)[:=]? ?$/;

/** Whether the message gives only the length of one side, which may not be the whole fence. */
const isPartOnly = ({ before, after, times, doubt }: Mention): boolean =>
  doubt ||
  // 'ten panels plus 20 ft', in which the count of panels is blanked out
  /^.{8,}(?:\+|\bplus|\bmas) ?$/.test(before.text) ||
  (times === 1 && SIDE_IS.test(before.text) && !ONLY.test(before.text) && !ONLY.test(after.text)) ||
  hasUnusedCount({ before, after, times });

/** Whether the message counts sides, but doesn't say whether the length is that of each side: '3 sides, 150 ft'. */
const hasUnusedCount = ({ before, after, times }: Pick<Mention, 'before' | 'after' | 'times'>): boolean =>
  times === 1 && (has(before, 'count') || has(after, 'count'));

/** Whether the message contains a number whose meaning is unknown. */
const hasStray = (mentions: readonly Mention[], text: string): boolean => {
  const known = new Set(mentions.map(({ token }) => token.at));
  return tokensOf(text).some(({ kind, at, number }) => kind === 'num' && !known.has(at) && readNumber(number) !== 0);
};
