import { formatCents } from '../../primitives/cents.ts';
import { formatFeet } from '../../primitives/feet.ts';

/** The tags that a message template can contain (decisions.md, follow-ups). */
export const TAGS = ['name', 'address', 'total_feet', 'estimate_amount', 'estimate_link', 'offer_ends'] as const;
export type Tag = (typeof TAGS)[number];
/** Those that only a reminder can fill. */
export const REMINDER_TAGS = ['valid_until', 'balance', 'review_link'] as const;
export type AnyTag = Tag | (typeof REMINDER_TAGS)[number];

/** The tags' values. `offerEnds` is display text ('Nov 19, 2026'). */
export interface TagValues {
  name: string | null;
  address: string | null;
  /** Decimal feet. */
  totalFeet: number | null;
  estimateCents: number | null;
  offerEnds: string | null;
  /** A complete URL; none if no estimate was sent. */
  estimateLink?: string | null;
  /** The next three in reminders only. */
  validUntil?: string | null;
  balanceCents?: number | null;
  reviewLink?: string | null;
}

// no \s* around the name: two greedy neighbors of [^{}]* would take quadratic time on a hostile template
const TAG = /\{\{([^{}]*)\}\}/g;
/** As TAG, with a unit that the contractor typed after the feet ('{{total_feet}} ft'), lest it be said twice. */
const TAG_AND_UNIT = /\{\{([^{}]*)\}\}([ \t-]{0,2}(?:ft|feet|foot)\b)?/gi;
/** Braces of a tag that wasn't closed or opened, or has one brace only. */
const BROKEN = new RegExp(
  String.raw`\{\{[^{}\n]{0,30}\}?|\{?[\w ]{0,30}\}\}|\{\s?(?:${[...TAGS, ...REMINDER_TAGS].join('|')})\s?\}`,
  'g',
);

const isOneOf = (known: readonly AnyTag[], name: string): name is AnyTag => known.some((tag) => tag === name);

/** What stands in a template for a tag but is none, as written, each once: '{{amount}}', '{{name}', '{address}'. */
export const findUnknownTags = (template: string, known: readonly AnyTag[] = TAGS): string[] => {
  const unknown = [...template.matchAll(TAG)]
    .filter(([, name = '']) => !isOneOf(known, name.trim()))
    .map(([whole]) => whole);
  const broken = template.replace(TAG, ' ').match(BROKEN) ?? [];
  return [...new Set([...unknown, ...broken])].map((text) => text.trim());
};

/** Whether the template makes the offer of C30. */
export const hasOffer = (template: string): boolean => hasTag(template, 'offer_ends');

export const hasTag = (template: string, tag: AnyTag): boolean =>
  [...template.matchAll(TAG)].some(([, name = '']) => name.trim() === tag);

/** One line: a value with line breaks could start a line of its own in a message. */
const oneLine = (text: string | null): string => text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? '';

/** First name, as people are addressed in a text: 'Dana' of 'Dana Whitfield'. */
const firstName = (name: string | null): string => {
  const first = oneLine(name).split(' ')[0] ?? '';
  return first.length > LONGEST_NAME ? '' : safeValue(first);
};

/** A word longer than this is no name, and would cost a text of its own. */
const LONGEST_NAME = 40;

/** Where a value is missing; a private character, taken out of whatever comes in. */
const GAP = '\uE000';

/** In order: how a gap is closed together with the words that only made sense with the value. */
const CLOSE_GAP: readonly [RegExp, string][] = [
  // '(184 ft)' goes with its brackets
  [new RegExp(`[ \\t]?\\([ \\t]*${GAP}[ \\t]*\\)`, 'gu'), ''],
  // 'the 184 ft of fence' is 'the fence'
  [new RegExp(`${GAP}[ \\t]+of[ \\t]+`, 'giu'), ''],
  // ', good through Nov 19' goes whole
  [new RegExp(`,?[ \\t]*(?:(?:good|valid|open)[ \\t]+)?\\b(?:through|until|till|by|ends)[ \\t]+${GAP}`, 'giu'), ''],
  // 'on the 184 ft for' is 'for', 'fence: 184 ft.' is 'fence.'
  [
    new RegExp(
      `(?:[ \\t]*[:,(])?(?:[ \\t]+(?:of|on|for|about|at|with))?(?:[ \\t]+(?:the|a|an|your))?[ \\t]*${GAP}(?=[ \\t]*(?:[.,;:!?)]|$|(?:of|on|for|at|in|to|from|and)\\b))`,
      'gimu',
    ),
    '',
  ],
  [new RegExp(`${GAP}[ \\t]*`, 'gu'), ''],
];

const closeGaps = (text: string): string => {
  if (!text.includes(GAP)) return text;
  const closed = CLOSE_GAP.reduce((before, [pattern, instead]) => before.replace(pattern, instead), text);
  return closed
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]+([.,;:!?)])/g, '$1')
    .trim();
};

/** A short link as previews show and measure it; `origin` is 'https://picket.example'. */
export const sampleLink = (origin: string): string => `${origin}/e/7Qk2mW9xRt4BvL3z`;

const LINK_TAG = /\{\{[ \t]{0,9}estimate_link[ \t]{0,9}\}\}/g;

const withoutLink = (template: string): string =>
  withoutSentenceOf(template.replace(LINK_TAG, '{{estimate_link}}'), '{{estimate_link}}');

/** The feet with their unit once, in the contractor's words where he typed one. */
const feetText = (feet: number | null, unit: string | undefined): string => {
  if (feet === null) return GAP;
  return unit === undefined ? formatFeet(feet) : `${formatFeet(feet).replace(/ ft$/, '')}${unit}`;
};

/**
 * Fills a template in one pass: a value that itself holds '{{…}}' stays text. Fallbacks: 'there', 'your property',
 * 'your estimate'; missing feet or a missing offer are left out with the words that leaned on them, a missing link to
 * the estimate with its sentence. A link in a name or an address counts as missing, line breaks become a space. Unknown
 * tags stay as written.
 */
export const fillTags = (template: string, values: TagValues, known: readonly AnyTag[] = TAGS): string => {
  const text: Record<Exclude<AnyTag, 'total_feet'>, string> = {
    name: firstName(values.name) || 'there',
    address: safeValue(oneLine(values.address)) || 'your property',
    estimate_amount: values.estimateCents === null ? 'your estimate' : formatCents(values.estimateCents),
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
    return tag === 'total_feet' ? feetText(values.totalFeet, unit) : `${safe(text[tag])}${unit ?? ''}`;
  });
  return closeGaps(filled);
};

/**
 * What phones and email clients make a link of: a scheme, 'www.', an IP address, or a dot between a letter or digit and
 * two letters or more. They know ever more endings of domains, so none is listed; 'St. James', 'Apt 4.B' and 'S.W.'
 * have a blank after the dot, or one letter.
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
 * A name or an address for inserting into a message; '' if it contains a link. Anyone can enter one in a public form,
 * with a stranger's number. Normalized as a phone shows it: full-width characters to plain ones, invisible ones
 * removed.
 */
export const safeValue = (text: string): string =>
  LINK.test(text.normalize('NFKC').replace(/\p{Cf}/gu, '')) ? '' : text;

/** '.', '!' or '?' before a blank: an amount ('$3,542.08') ends no sentence. */
const SENTENCE_END = /[.!?](?=\s)/g;
/** What stands between a link and the next sentence, where nobody ended the first: 'here: {{estimate_link}} Questions?' */
const NEXT_SENTENCE = /^\s+(?=\p{Lu})/u;

/**
 * A message without the sentences that lead to a link which doesn't exist, the line breaks before them included. As it
 * was where nothing but the greeting would be left to say. `link` is the tag as it is written.
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

/** Past the sentence or the empty line before; lines that lead to the link ('Your estimate:') belong to it. */
function beginOfSentence(text: string, at: number): number {
  const before = text.slice(0, at);
  const paragraph = before.lastIndexOf('\n\n') + 1;
  const sentence = Math.max(0, ...[...before.matchAll(SENTENCE_END)].map(({ index }) => index + 1));
  return Math.max(paragraph, sentence);
}

/** Up to the end of what says more about the link. */
function endOfSentence(after: string): number {
  const line = after.indexOf('\n');
  const rest = line === -1 ? after : after.slice(0, line);
  if (NEXT_SENTENCE.test(rest)) return 0;
  const end = /[.!?]+(?=\s|$)/.exec(rest);
  return end ? end.index + end[0].length : rest.length;
}

const joined = (before: string, after: string): string =>
  before.trim() === '' ? after.trimStart() : before.trimEnd() + after;
