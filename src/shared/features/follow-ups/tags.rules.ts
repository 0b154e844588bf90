import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { textWords } from '../messages/words.ts';
import { formatCents } from '../../primitives/cents.ts';
import { formatFeet, formatNumber } from '../../primitives/feet.ts';

/**
 * The tags that a message template can contain: the spec's tags (section 9), the estimate's link, and the offer with its
 * last day.
 */
export const TAGS = [
  'name',
  'address',
  'total_feet',
  'estimate_amount',
  'estimate_link',
  'offer',
  'offer_ends',
] as const;
export type Tag = (typeof TAGS)[number];
/** Tags that are available only in reminders. */
export const REMINDER_TAGS = ['valid_until', 'balance', 'review_link'] as const;
export type AnyTag = Tag | (typeof REMINDER_TAGS)[number];

/** The tags' values. `offer` ('10% off') and `offerEnds` ('Nov 19, 2026') are display text. */
export interface TagValues {
  name: string | null;
  address: string | null;
  /** In feet, with decimals. */
  totalFeet: number | null;
  estimateCents: number | null;
  offer: string | null;
  offerEnds: string | null;
  /** A complete URL. Missing if no estimate was sent. */
  estimateLink?: string | null;
  /** The next three fields are set only for reminders. */
  validUntil?: string | null;
  balanceCents?: number | null;
  reviewLink?: string | null;
}

// No \s* around the name: combined with the greedy [^{}]*, it would take quadratic time on a malicious template.
const TAG = /\{\{([^{}]*)\}\}/g;
/**
 * Matches a tag and a unit that the contractor typed after it ('{{total_feet}} ft'), so that filling the tag doesn't
 * repeat the unit.
 */
const TAG_AND_UNIT = /\{\{([^{}]*)\}\}([ \t-]{0,2}(?:ft|feet|foot|pies?)\b)?/gi;
/** A tag with a missing opening or closing brace, or with single braces. */
const BROKEN = new RegExp(
  String.raw`\{\{[^{}\n]{0,30}\}?|\{?[\w ]{0,30}\}\}|\{\s?(?:${[...TAGS, ...REMINDER_TAGS].join('|')})\s?\}`,
  'g',
);

const isOneOf = (known: readonly AnyTag[], name: string): name is AnyTag => known.some((tag) => tag === name);

/** Returns a template's unknown or malformed tags as written, each once: '{{amount}}', '{{name}', '{address}'. */
export const findUnknownTags = (template: string, known: readonly AnyTag[] = TAGS): string[] => {
  const unknown = [...template.matchAll(TAG)]
    .filter(([, name = '']) => !isOneOf(known, name.trim()))
    .map(([whole]) => whole);
  const broken = template.replace(TAG, ' ').match(BROKEN) ?? [];
  return [...new Set([...unknown, ...broken])].map((text) => text.trim());
};

/** Whether the template contains a tag that needs an offer (C30). */
export const hasOffer = (template: string): boolean => hasTag(template, 'offer') || hasTag(template, 'offer_ends');

export const hasTag = (template: string, tag: AnyTag): boolean =>
  [...template.matchAll(TAG)].some(([, name = '']) => name.trim() === tag);

/**
 * Replaces line breaks with spaces, because a value with a line break could look like a separate line of the message.
 */
const oneLine = (text: string | null): string => text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? '';

/** Returns the first name for a greeting: 'Dana' for 'Dana Whitfield'. */
const firstName = (name: string | null): string => {
  const first = oneLine(name).split(' ')[0] ?? '';
  return first.length > LONGEST_NAME ? '' : safeValue(first);
};

/** A longer word probably isn't a name, and it would make the SMS more expensive. */
const LONGEST_NAME = 40;

/** Placeholder for a missing value. It's a private-use character, which is removed from all input. */
const GAP = '\uE000';

const PARENTHESES: [RegExp, string] = [new RegExp(`[ \\t]?\\([ \\t]*${GAP}[ \\t]*\\)`, 'gu'), ''];
const ANY_GAP: [RegExp, string] = [new RegExp(`${GAP}[ \\t]*`, 'gu'), ''];

/**
 * Patterns that remove the placeholder for a missing value and the words that depend on the value. They're applied in
 * order.
 */
const CLOSE_GAP: Record<Language, readonly [RegExp, string][]> = {
  en: [
    // '(184 ft)' is removed with its parentheses.
    PARENTHESES,
    // 'the 184 ft of fence' becomes 'the fence'.
    [new RegExp(`${GAP}[ \\t]+of[ \\t]+`, 'giu'), ''],
    // ', good through Nov 19' is removed completely.
    [new RegExp(`,?[ \\t]*(?:(?:good|valid|open)[ \\t]+)?\\b(?:through|until|till|by|ends)[ \\t]+${GAP}`, 'giu'), ''],
    // 'on the 184 ft for' becomes 'for', and 'fence: 184 ft.' becomes 'fence.'.
    [
      new RegExp(
        `(?:[ \\t]*[:,(])?(?:[ \\t]+(?:of|on|for|about|at|with))?(?:[ \\t]+(?:the|a|an|your))?[ \\t]*${GAP}(?=[ \\t]*(?:[.,;:!?)]|$|(?:of|on|for|at|in|to|from|and)\\b))`,
        'gimu',
      ),
      '',
    ],
    ANY_GAP,
  ],
  es: [
    PARENTHESES,
    // 'los 184 pies de cerca' becomes 'la cerca'.
    [new RegExp(`\\blos[ \\t]+${GAP}[ \\t]+de[ \\t]+(?=(?:cerca|valla|barda)\\b)`, 'giu'), 'la '],
    [new RegExp(`${GAP}[ \\t]+de[ \\t]+`, 'giu'), ''],
    // ', válido hasta el 19 de noviembre' is removed completely.
    [
      new RegExp(
        `,?[ \\t]*(?:(?:v[aá]lid[oa]|vigente)[ \\t]+)?\\b(?:hasta|antes|vence)(?:[ \\t]+(?:el|del))?[ \\t]+${GAP}`,
        'giu',
      ),
      '',
    ],
    // 'sobre los 184 pies para' becomes 'para', and 'cerca: 184 pies.' becomes 'cerca.'.
    [
      new RegExp(
        `(?:[ \\t]*[:,(])?(?:[ \\t]+(?:de|del|para|por|sobre|en|con))?(?:[ \\t]+(?:el|la|los|las|un|una|unos|unas|su|sus))?[ \\t]*${GAP}(?=[ \\t]*(?:[.,;:!?)]|$|(?:de|para|por|en|a|y)\\b))`,
        'gimu',
      ),
      '',
    ],
    ANY_GAP,
  ],
};

const closeGaps = (text: string, language: Language): string => {
  if (!text.includes(GAP)) return text;
  const closed = CLOSE_GAP[language].reduce((before, [pattern, instead]) => before.replace(pattern, instead), text);
  return closed
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]+([.,;:!?)])/g, '$1')
    .trim();
};

/**
 * Returns a sample short link for previews and for measuring a text's length. `origin` is a URL such as
 * 'https://picket.example'.
 */
export const sampleLink = (origin: string): string => `${origin}/e/7Qk2mW9xRt4BvL3z`;

const LINK_TAG = /\{\{[ \t]{0,9}estimate_link[ \t]{0,9}\}\}/g;

const withoutLink = (template: string): string =>
  withoutSentenceOf(template.replace(LINK_TAG, '{{estimate_link}}'), '{{estimate_link}}');

/** Formats the feet with one unit: the unit that the contractor typed, or else the language's default. */
const feetText = (feet: number | null, unit: string | undefined, language: Language): string => {
  if (feet === null) return GAP;
  return unit === undefined ? formatFeet(feet, language) : `${formatNumber(feet)}${unit}`;
};

/**
 * Replaces a template's tags with values. Does this in one pass, so a '{{…}}' inside a value isn't replaced. If the
 * name, street address or estimate amount is missing, 'there', 'your property' or 'your estimate' is used, or the
 * Spanish equivalent. If the feet or the offer's last day is missing, the words that depend on it are removed too. If
 * the estimate link is missing, its sentence is removed. A name or street address that contains a link counts as
 * missing. Line breaks in values become spaces. Unknown tags stay as written.
 */
export const fillTags = (
  template: string,
  values: TagValues,
  known: readonly AnyTag[] = TAGS,
  language: Language = DEFAULT_LANGUAGE,
): string => {
  const words = textWords(language);
  const text: Record<Exclude<AnyTag, 'total_feet'>, string> = {
    name: firstName(values.name) || words.there,
    address: safeValue(oneLine(values.address)) || words.yourProperty,
    estimate_amount: values.estimateCents === null ? words.yourEstimate : formatCents(values.estimateCents),
    offer: oneLine(values.offer) || GAP,
    offer_ends: oneLine(values.offerEnds) || GAP,
    estimate_link: oneLine(values.estimateLink ?? null) || GAP,
    valid_until: oneLine(values.validUntil ?? null) || GAP,
    balance: typeof values.balanceCents === 'number' ? formatCents(values.balanceCents) : GAP,
    review_link: oneLine(values.reviewLink ?? null) || GAP,
  };
  const safe = (value: string) => (value === GAP ? value : value.replaceAll(GAP, ''));
  const written = text.estimate_link === GAP ? withoutLink(template) : template;
  const filled = written.replaceAll(GAP, '').replace(TAG_AND_UNIT, (whole, inner: string, unit?: string) => {
    const tag = inner.trim();
    if (!isOneOf(known, tag)) return whole;
    return tag === 'total_feet' ? feetText(values.totalFeet, unit, language) : `${safe(text[tag])}${unit ?? ''}`;
  });
  return closeGaps(filled, language);
};

/**
 * Matches text that phones and email clients turn into links: a scheme, 'www.', an IP address, or a letter or digit
 * followed by a dot and at least two letters. The pattern doesn't list top-level domains, because new ones keep
 * appearing. 'St. James', 'Apt 4.B' and 'S.W.' don't match, because a space or a single letter follows the dot.
 */
const LINK = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`\b(?:https?|mailto|tel|sms):`,
    String.raw`\bwww\.`,
    String.raw`[\p{L}\p{N}][.\u3002]\p{L}{2}`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
  ].join('|'),
  'iu',
);

/**
 * Makes a name or street address safe to insert into a message. Returns '' if it contains a link, because anyone can
 * enter a link and another person's number in a public form. The text is checked as a phone displays it: full-width
 * characters are replaced with plain ones, and invisible characters are removed.
 */
export const safeValue = (text: string): string =>
  LINK.test(text.normalize('NFKC').replace(/\p{Cf}/gu, '')) ? '' : text;

/** '.', '!' or '?' before whitespace. The period in an amount ('$3,542.08') doesn't end a sentence. */
const SENTENCE_END = /[.!?](?=\s)/g;
/**
 * Matches the whitespace between a link and the next sentence if there's no period between them: 'here:
 * {{estimate_link}} Questions?'
 */
const NEXT_SENTENCE = /^\s+(?=\p{Lu})/u;

/**
 * Removes the sentences that introduce a missing link, and the line breaks before them. Returns the text unchanged if
 * nothing else would remain. `link` is the tag as written.
 */
function withoutSentenceOf(text: string, link: string): string {
  const kept = dropOne(text, link);
  return kept.trim() === '' ? text : kept;
}

function dropOne(text: string, link: string): string {
  const at = text.indexOf(link);
  if (at === -1) return text;
  const begin = beginOfSentence(text, at);
  const after = text.slice(at + link.length);
  return dropOne(joined(text.slice(0, begin), after.slice(endOfSentence(after))), link);
}

/**
 * Returns where the link's sentence begins: after the previous sentence or empty line. Lines that introduce the link
 * ('Your estimate:') are part of the sentence.
 */
function beginOfSentence(text: string, at: number): number {
  const before = text.slice(0, at);
  const paragraph = before.lastIndexOf('\n\n') + 1;
  const sentence = Math.max(0, ...[...before.matchAll(SENTENCE_END)].map(({ index }) => index + 1));
  return Math.max(paragraph, sentence);
}

/** Returns the index where the text that belongs to the link ends. */
function endOfSentence(after: string): number {
  const line = after.indexOf('\n');
  const rest = line === -1 ? after : after.slice(0, line);
  if (NEXT_SENTENCE.test(rest)) return 0;
  const end = /[.!?]+(?=\s|$)/.exec(rest);
  return end ? end.index + end[0].length : rest.length;
}

const joined = (before: string, after: string): string =>
  before.trim() === '' ? after.trimStart() : before.trimEnd() + after;
